import WorkoutEngine
import WorkoutModel

struct TrueWords: Invariant {
  let number = "I06"
  let law = "Phase, set, time and value in a phrase are true when it begins, a value within a second."

  func violations(in record: TraceRecord) -> [Violation] {
    record.facts.compactMap { fact in
      guard fact.isStarted else { return nil }
      let complaint = judge(fact) ?? record.complaintAboutValue(of: fact)
      return complaint.map { violation("\(fact.report.cue) \($0)", at: fact.step) }
    }
  }

  private func judge(_ fact: CueFact) -> String? {
    let (said, planned) = (fact.report, fact.planned.report)
    if said.phase != planned.phase { return "speaks of the phase \(said.phase)" }
    if said.set != planned.set, said.set != fact.presentSet {
      return "speaks in set \(said.set as Any), expected \(planned.set as Any)"
    }
    let isMeasured = fact.warning.speech?.isMeasured ?? false
    if fact.words.contains(said.phrase) || (isMeasured && fact.late > ScheduledWarning.onTime) { return nil }
    if said.phrase == nil, fact.isBlocked { return nil }
    return "says \"\(said.say ?? "")\", expected \"\((fact.words.first ?? nil)?.text ?? "")\""
  }
}

extension TraceRecord {
  /// The time for which words keep their value before they are spoken.
  private static let leeway = Duration.seconds(1)

  fileprivate func complaintAboutValue(of fact: CueFact) -> String? {
    guard let at = fact.report.at, isOfOldValue(fact), trace.steps[fact.step].speaks(fact.report.cue) else {
      return nil
    }
    let known = values(for: fact, at: at).map { $0.map(String.init) ?? "unknown" }.joined(separator: ", ")
    return "says \"\(fact.report.say ?? "")\" while the heart rate is \(known)"
  }

  /// The heart rates within a second before a cue was due, and until it began.
  private func values(for fact: CueFact, at start: Duration) -> [Int?] {
    // Words that wait for others until after the end are handed over at the end, and a session that is over tells no
    // later value.
    let isOver = states[fact.step].mode == .over
    let decided = isOver ? min(start, trace.steps[fact.step].now) : start
    return signals.values(of: .heartRate, in: min(fact.report.due, decided) - Self.leeway...start)
  }

  /// Whether the words of a cue mention a heart rate and have none that was true within a second before they were due,
  /// or since.
  func isOfOldValue(_ fact: CueFact) -> Bool {
    guard let say = fact.report.say, fact.warning.speech?.isMeasured ?? false else { return false }
    let numbers = say.split { !$0.isNumber }
    return !values(for: fact, at: fact.report.at ?? trace.steps[fact.step].soundsFrom).contains { value in
      value.map { numbers.contains("\($0)") } ?? false
    }
  }
}
