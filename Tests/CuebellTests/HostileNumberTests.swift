import Cuebell
import Testing

/// Times that a sum, a parser or a clock may come to, to the limits of the type.
private let times: [Duration] =
  [.zero, .nanoseconds(1), .seconds(1), .seconds(20), .seconds(10_000_000_000_000), .seconds(Int64.max)]
  .flatMap { [$0, .zero - $0] } + [Duration(attoseconds: .max), Duration(attoseconds: .min)]
private let numbers = [Int.min, Int.min + 1, -1_000_000_007, -1, 0, 1, 2, 7, 1_000_000_007, Int.max - 1, Int.max]

private func workout() throws -> Workout {
  let rules = [
    CueRule(on: .phase, at: .start(offset: .zero), sound: CueSound("gong"), say: try CueText("{phase}")),
    CueRule(on: .set, at: .end(offset: .seconds(-3)), say: try CueText("Set {set}, {remaining}"), align: .end),
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
      "Talk", for: .seconds(10), overtime: .unlimited, stages: [PhaseStage(at: .half(offset: .zero), intensity: .low)])
  }
}

@Suite(.timeLimit(.minutes(5))) struct `Numbers that can't be` {
  @Test func `don't end a log that is replayed`() throws {
    let timeline = try Timeline(workout())
    for (time, number) in zip(times + times, numbers + numbers + numbers) {
      let id = SegmentID(node: number, sets: [number, 0])
      let starts: [SessionLog.Start] = [
        .phase(id, progress: time, elapsed: time),
        .phase(SegmentID(node: 2, sets: [number]), progress: time, elapsed: time),
        .phase(SegmentID(node: 6, sets: [number]), progress: time, elapsed: time), .continued(after: time, clock: time),
      ]
      let key = CueKey(rule: number, node: number, sets: [number], number: number)
      let fact = Fact(key, in: id, mark: time, offset: time, due: time, isRefused: false, hasWords: true)
      let here = Fact(
        key, in: SegmentID(node: 2, sets: [0]), mark: time, offset: time, due: time, isRefused: false, hasWords: true)
      let entries: [SessionLog.Entry] = [
        .action(.start, at: time), .action(.prepared, at: time), .cue(here), .coached(.faster, .cadence, at: time),
        .action(.seek(by: time), at: time), .cue(fact),
      ]
      for start in starts {
        for count in entries.indices {
          var run = SessionLog.Run(start)
          run.entries = Array(entries.prefix(count + 1))
          let log = SessionLog(seed: UInt64(bitPattern: Int64(number)), runs: [run])
          _ = try? Engine(replaying: log, timeline, to: time).place
          _ = id.text
        }
      }
    }
  }
}
