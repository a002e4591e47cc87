import DriftSimulation
import TestSupport
import WorkoutEngine
import WorkoutModel

/// Makes scenarios of every shape that the format knows.
struct RandomScenarios {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func scenario() -> Scenario {
    var scenario = Scenario(name: text("name"), workout: text("../w") + ".json", seed: random.next() >> 1)
    if flip() { scenario.why = text("why \"this\"\n\\ and") }
    scenario.whenSuspended = pick([.continue, .freeze, .pauseIfOver(.seconds(2)), .pauseIfOver(duration(1))])
    if flip() {
      let boot = duration(100_000)
      scenario.start = VirtualClock.Reading(
        boot: boot, monotonic: boot / 2.0, wall: .seconds(random.below(7_000_000_000)))
      scenario.start.monotonic = .nanoseconds(scenario.start.monotonic.wholeNanoseconds)
    }
    if flip() {
      scenario.host = WakePolicy(
        waking: flip() ? .deadline : .every(duration(5)), jitter: flip() ? jitter() : nil,
        ahead: flip() ? .zero : duration(5))
    }
    for signal in Signal.allCases where random.below(4) == 0 { scenario.signals[signal] = source(of: signal) }
    if flip() {
      let rates: [Int?] = [nil, 60 + random.below(191)]
      scenario.body = BodyProfile(
        maxHeartRate: pick(rates), thresholdHeartRate: pick(rates), ftp: flip() ? 1 + random.below(3000) : nil)
    }
    scenario.script = (0..<random.below(8)).map { _ in line() }
    if flip() { scenario.expected = expectations() }
    return scenario
  }

  private mutating func source(of signal: Signal) -> SignalSource {
    let values = signal.range
    func value() -> Int { values.lowerBound + random.below(values.count) }
    if flip() {
      let rest = value()
      return .response(
        IntensityResponse(
          rest: rest, max: rest + random.below(values.upperBound - rest + 1), tau: flip() ? .zero : duration(90),
          seed: random.next() >> 1))
    }
    let whole = flip()
    var points: [SignalPoint] = []
    for _ in 0...random.below(4) {
      let at = (points.last?.at ?? .zero) + (whole ? .seconds(1 + random.below(90)) : duration(90))
      points.append(SignalPoint(at: at, value()))
    }
    return .points(points)
  }

  private mutating func line() -> ScriptLine {
    let isAtCue = random.below(3) == 0
    let at = flip() ? Duration.zero : duration(400)
    let kind = pick(Fault.Kind.allCases)
    var values: [String: FaultParameter.Value] = [:]
    for parameter in kind.parameters where parameter.hint != nil || flip() {
      values[parameter.key] = parameter.key == "until" ? .duration(at + duration(100)) : value(parameter.format)
    }
    // Some parameters exclude each other.
    for key in kind.fault(values).misuses.keys { values[key] = nil }
    return ScriptLine(at: isAtCue ? .cue(cue(), offset: signed(10)) : .after(at), kind.fault(values).fault)
  }

  private mutating func value(_ format: FaultParameter.Format) -> FaultParameter.Value {
    switch format {
    case .duration(let range):
      .duration(min(max(range.lowerBound, range.lowerBound < .zero ? signed(90) : duration(90)), range.upperBound))
    case .integer(let range): .integer(min(range.lowerBound + random.below(2 * range.count), range.upperBound))
    case .number(let range): .number(min(range.lowerBound + Double(random.below(200)) / 128, range.upperBound))
    case .flag: .flag(flip())
    case .word(let words): .word(pick(words))
    case .text: .text(text("source"))
    }
  }

  private mutating func jitter() -> Jitter {
    let scale = duration(1)
    return flip()
      ? .uniform(scale: scale)
      : .pareto(scale: scale, alpha: Double(1 + random.below(40)) / 8, cap: scale + duration(10))
  }

  private mutating func expectations() -> Expectations {
    let numbers = Invariants.all.map(\.number)
    let outcomes = (0..<random.below(4)).map { _ in
      ExpectedOutcome(
        cue(), is: pick(Outcome.allCases), cause: flip() ? text("cause") : nil, times: flip() ? random.below(9) : nil)
    }
    return Expectations(
      invariants: flip() ? .all : .some((0..<random.below(4)).map { _ in pick(numbers) }), outcomes: outcomes,
      final: ExpectedEnd(
        playback: flip() ? pick(ExpectedEnd.playbacks) : nil, elapsed: flip() ? duration(300) : nil))
  }

  private mutating func cue() -> CueName { CueName(pick(CueKind.planned), set: flip() ? 1 + random.below(9) : nil) }

  private mutating func text(_ start: String) -> String { "\(start) \(random.below(1000)) é → 🏋" }

  /// Up to `seconds` seconds: whole, in milliseconds, or to the nanosecond; at least a millisecond.
  private mutating func duration(_ seconds: Int) -> Duration {
    switch random.below(3) {
    case 0: .seconds(1 + random.below(seconds))
    case 1: .milliseconds(1 + random.below(seconds * 1000))
    default: .nanoseconds(1_000_000 + random.below(seconds * 1_000_000_000))
    }
  }

  private mutating func signed(_ seconds: Int) -> Duration { flip() ? duration(seconds) : .zero - duration(seconds) }
  private mutating func flip() -> Bool { random.below(2) == 0 }
  private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[random.below(elements.count)] }
}
