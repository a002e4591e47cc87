import WorkoutEngine
import WorkoutModel

/// A session whose signals are measured, and what the coach says in it.
struct CoachHarness {
  private(set) var harness: EngineHarness

  init(_ workout: Workout, body: BodyProfile = BodyProfile()) throws {
    harness = try EngineHarness(workout, policies: Policies(body: body))
  }

  /// A silent workout of one phase, which is coached.
  init(
    _ target: PerSet<Target>, _ seconds: Int = 120, _ coach: Coach = .standard, cues: [CueRule] = [],
    body: BodyProfile = BodyProfile()
  ) throws {
    try self.init(Sample.silent(cues, Self.phase(target, seconds, coach)), body: body)
  }

  static func phase(_ target: PerSet<Target>?, _ seconds: Int, _ coach: Coach? = nil) -> Node {
    .phase(Phase("Ride", .high, .after(.fixed(.seconds(seconds))), target: target, coach: coach))
  }

  mutating func record(_ words: Phrase, length: Duration) {
    harness.updateDurations { $0.record(words, length: length) }
  }

  /// What the coach has said, with the seconds of session time: `20: Faster`.
  var calls: String {
    let said = reports.map {
      "\($0.cue.at.map(Score.seconds) ?? "–"): \($0.cue.say ?? "[\($0.cue.sound ?? "")]")"
    }
    return said.joined(separator: ", ")
  }

  var reports: [CoachReport] {
    harness.events.compactMap { if case .coached(let report) = $0.kind { report } else { nil } }
  }

  /// Runs to `seconds` while the heart rate has each value from its second on; `nil` for one that nobody measures.
  mutating func feed(_ values: [(from: Double, value: Int?)], to end: Double) { feed([.heartRate: values], to: end) }

  /// Runs to `seconds` while signals have values. Each is measured every 5 s, and so that no value is mixed with the
  /// one before.
  mutating func feed(_ tracks: [Signal: [(from: Double, value: Int?)]], to end: Double) {
    var samples: [(at: Double, signal: Signal, value: Int)] = []
    for (signal, values) in tracks {
      for (index, step) in values.enumerated() {
        guard let value = step.value else { continue }
        let next = index + 1 < values.count ? values[index + 1].from : end + 5
        var moment = next - 5
        while moment > step.from {
          samples.append((moment, signal, value))
          moment -= 5
        }
        samples.append((step.from, signal, value))
      }
    }
    for sample in samples.sorted(by: { ($0.at, $0.signal.rawValue) < ($1.at, $1.signal.rawValue) })
    where sample.at <= end {
      harness.run(to: sample.at)
      harness.send(.measure(sample.signal, sample.value, from: nil), at: sample.at)
    }
    harness.run(to: end)
  }

  mutating func send(_ action: Action, at seconds: Double) {
    harness.run(to: seconds)
    harness.send(action, at: seconds)
  }

  mutating func change(_ change: (inout EngineHarness) throws -> Void) rethrows { try change(&harness) }
}
