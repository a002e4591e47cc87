import WorkoutEngine
import WorkoutModel

struct SaysTrueValues: Invariant {
  let number = "I28"
  let law = "Words that mention a value are spoken with one that was true within a second, or not at all."

  func violations(in record: RunRecord) -> [Violation] {
    guard record.oracle.mentionsSignals else { return [] }
    return record.facts.compactMap { fact in
      guard let at = fact.report.at, record.isOfOldValue(fact),
        record.trace.steps[fact.step].speaks(fact.report.cue)
      else { return nil }
      let known = record.values(for: fact, at: at).map { $0.map(String.init) ?? "unknown" }.joined(separator: ", ")
      return violation(
        "\(fact.report.cue) says \"\(fact.report.say ?? "")\" while the heart rate is \(known)", at: fact.step)
    }
  }
}

extension RunRecord {
  /// The time for which words keep their value before they are spoken.
  private static let leeway = Duration.seconds(1)

  /// The heart rates within a second before a cue was due, and until it began.
  func values(for fact: CueFact, at start: Duration) -> [Int?] {
    // Words that wait for others until after the end are handed over at the end, and a session that is over tells no
    // later value.
    let isOver = states[fact.step].mode == .over
    let decided = isOver ? min(start, trace.steps[fact.step].now) : start
    return signals.values(of: .heartRate, in: min(fact.report.due, decided) - Self.leeway...start)
  }

  /// Whether the words of a cue mention a heart rate and have none that was true within a second before they were due,
  /// or since.
  func isOfOldValue(_ fact: CueFact) -> Bool {
    guard let say = fact.report.say, oracle.says(.heartRate, fact.report.cue) else { return false }
    let numbers = say.split { !$0.isNumber }
    return !values(for: fact, at: fact.report.at ?? trace.steps[fact.step].soundsFrom).contains { value in
      value.map { numbers.contains("\($0)") } ?? false
    }
  }
}
