import WorkoutEngine
import WorkoutModel

struct SaysTrueValues: Invariant {
  let number = "I28"
  let law = "Words that mention a value are spoken with one that was true within a second, or not at all."

  /// The time for which words keep their value before they are spoken.
  private static let leeway = Duration.seconds(1)

  func violations(in record: RunRecord) -> [Violation] {
    guard record.oracle.mentionsSignals else { return [] }
    return record.facts.compactMap { fact in
      guard let at = fact.report.at, let say = fact.report.say,
        record.oracle.says(.heartRate, fact.report.cue), isSpoken(fact, record)
      else { return nil }
      let values = record.signals.values(of: .heartRate, in: min(fact.report.due, at) - Self.leeway...at)
      let numbers = say.split { !$0.isNumber }
      if values.contains(where: { value in value.map { numbers.contains("\($0)") } ?? false }) { return nil }
      let known = values.map { $0.map(String.init) ?? "unknown" }.joined(separator: ", ")
      return violation("\(fact.report.cue) says \"\(say)\" while the heart rate is \(known)", at: fact.step)
    }
  }

  /// Whether the words of a cue, not only its sound, began.
  private func isSpoken(_ fact: CueFact, _ record: RunRecord) -> Bool {
    record.trace.steps[fact.step].effects.contains { effect in
      if case .speak(_, _, let key, _) = effect.kind { key == fact.report.cue } else { false }
    }
  }
}
