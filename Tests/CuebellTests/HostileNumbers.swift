import Cuebell

/// Numbers that a sum, a parser or a clock may come to, to the limits of their types, in an order that a seed gives.
struct HostileNumbers: RandomNumberGenerator {
  static let times: [Duration] =
    [.zero, .nanoseconds(1), .seconds(1), .seconds(20), .seconds(10_000_000_000_000), .seconds(Int64.max)]
    .flatMap { [$0, .zero - $0] } + [1, .max, .min].map { Duration(attoseconds: $0) }
  static let numbers = [Int.min, Int.min + 1, -1_000_000_007, -1, 0, 1, 2, 7, 1_000_000_007, Int.max - 1, Int.max]
  static let levels: [Double] = [
    .infinity, -.infinity, .nan, 1e300, -1e300, -0.0, 1e-300, .greatestFiniteMagnitude, .leastNonzeroMagnitude, -6, 0,
    0.5, 12,
  ]

  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: values.indices, using: &self)] }
  mutating func time() -> Duration { pick(Self.times) }
  mutating func number() -> Int { pick(Self.numbers) }
  mutating func level() -> Double { pick(Self.levels) }
  /// One time in a few.
  mutating func once(in times: Int) -> Bool { Int.random(in: 0..<times, using: &self) == 0 }
}

extension HostileNumbers {
  mutating func signal() -> Signal { pick(Signal.allCases) }

  mutating func body() -> BodyProfile {
    BodyProfile(maxHeartRate: number(), thresholdHeartRate: number(), ftp: number())
  }

  mutating func policies() -> Policies {
    Policies(
      input: pick([.reverse, .gate]), whenSuspended: pick([.continue, .freeze, .pauseIfOver(time())]), body: body(),
      expectsSensors: once(in: 2))
  }

  mutating func durations() -> PhraseDurations {
    var durations = PhraseDurations()
    for text in ["Work", "Rest", "Set 1", "Wait"] { durations.record(Phrase(text), length: time()) }
    durations.sounds = ["gong": time(), "beep": time(), "tick": time()]
    return durations
  }

  /// An action with any numbers.
  mutating func action() -> Action {
    pick([
      .pause, .resume, .toggle, .next, .skip, .back, .restartPhase, .done, .undo, .redo, .tick, .prepared,
      .interruptionBegan, .interruptionEnded(shouldResume: once(in: 2)), .audioLost, .audioRestored, .say(nil),
      .jump(to: time()), .jump(to: .seconds(30)), .jumpToSet(number()), .jumpToSet(2), .seek(by: time()),
      .seek(by: .seconds(7)), .extend(by: time()), .extend(by: .seconds(-3)), .suspended(gap: time()),
      .setVolume(level()), .measure(signal(), number(), from: nil), .measure(.heartRate, 150, from: nil),
      .lifecycle(pick([.active, .background])), .speechFailed("Work", reason: "none"),
    ])
  }

  static func workout() throws -> Workout {
    let rules = [
      CueRule(on: .phase, at: .start(offset: .zero), sound: CueSound("gong"), say: try CueText("{phase}")),
      CueRule(on: .set, at: .end(offset: .seconds(-3)), say: try CueText("Set {set}, {remaining}"), align: .end),
      CueRule(on: .workout, at: .every(.seconds(60)), sound: CueSound("beep")),
    ]
    let pulse = CueRule(on: .phase, at: .every(.seconds(5)), say: try CueText("{heartRate}"))
    return try Workout("W", ambient: Ambient(sound: "rain"), coach: .standard, cues: rules) {
      Sets(3, name: "Round") {
        Phase("Work", for: .seconds(20), target: Target("150bpm"), cues: [pulse], metronome: Metronome(.perMinute(90)))
        Phase("Wait", for: .random(RandomLength(.seconds(3), .seconds(9))))
        Phase("Rest", for: .relative(RelativeLength(of: "Work")), .rest)
      }
      Sets(.total(.seconds(60))) {
        Phase(open: "Burpees", until: nil, reps: 5)
      }
      Phase(
        open: "Calm", cap: .seconds(60), atLeast: .seconds(5),
        until: Until(.heartRate, .below, Target.Part(.percentOfMaximumHeartRate, 65_000)))
      Phase(
        "Talk", for: .seconds(10), overtime: .limited(.seconds(600)),
        stages: [PhaseStage(at: .half(offset: .zero), intensity: .low)])
    }
  }
}
