import WorkoutEngine
import WorkoutModel

/// What is said is true when it is said.
struct NeverStale: Invariant {
  let number = "I06"
  let name = "never stale"
  let law = "Phase, set and time that a cue speaks of are those of the moment at which its sound begins."

  func violations(in evidence: Evidence) -> [Violation] {
    evidence.facts.compactMap { fact in
      guard fact.isStarted, let place = fact.place, let start = evidence.start(of: fact) else { return nil }
      return judge(fact, evidence.oracle.cues[place], start, evidence).map { violation($0, at: fact.step) }
    }
  }

  private func judge(_ fact: CueFact, _ cue: PlannedCue, _ start: Duration, _ evidence: Evidence) -> String? {
    let report = fact.report
    let sets = evidence.sets(for: cue, fact)
    if !sets.isEmpty, !sets.contains(report.set) {
      return "\(cue.key) speaks in set \(report.set as Any), truth is \(sets)"
    }
    guard let number = fact.visit else {
      return cue.on == .phase && cue.cueClass != .completion ? "\(cue.key) sounds outside its phase" : nil
    }
    let visit = evidence.visits[number]
    if cue.on == .phase, report.phase != evidence.oracle.timeline.phase(of: visit.segment).name {
      return "\(cue.key) speaks of the phase \(report.phase)"
    }
    if let leftAt = visit.leftAt, start > leftAt, cue.on == .phase, cue.cueClass != .completion {
      return "\(cue.key) speaks of a phase that was over at \(leftAt)"
    }
    guard let planned = cue.say, let said = report.say, visit.edits == 0, !visit.isShifted else { return nil }
    let expected = SpokenTime.adjusted(planned, cue, late: start - report.due)
    return said == expected ? nil : "\(cue.key) says \"\(said)\", true is \"\(expected)\""
  }
}

extension Evidence {
  /// The set that a cue must speak of: its own, or for what belongs to the whole workout the one that runs, or ran at
  /// its moment where its words begin before or after that; empty where none can be told.
  fileprivate func sets(for cue: PlannedCue, _ fact: CueFact) -> [Int?] {
    if cue.on != .workout { return [cue.set] }
    let report = fact.report
    guard let present = presentVisit(at: fact.step), present.enteredAt < report.due else { return [] }
    let nearby = visits.filter { visit in
      visit.enteredAt <= max(report.mark, report.due) && visit.leftAt.map { $0 >= report.mark } ?? true
    }
    return ([present] + nearby).map { $0.segment.sets.last.map { $0 + 1 } }
  }
}

/// Times in words, by a reckoning of its own: what a cue must say when it is late.
enum SpokenTime {
  /// The words of a cue that begins so late.
  static func adjusted(_ text: String, _ cue: PlannedCue, late: Duration) -> String {
    guard late > .zero, let template = cue.rule.say else { return text }
    var text = text
    if template.placeholders.contains(.remaining), let end = cue.anchor.end {
      text = text.replacing(words(end - cue.mark), with: words(end - cue.mark - late), maxReplacements: 1)
    }
    if template.placeholders.contains(.elapsed) {
      let elapsed = cue.mark - cue.anchor.start
      text = text.replacing(words(elapsed), with: words(elapsed + late), maxReplacements: 1)
    }
    return text
  }

  /// Whole hours, minutes and seconds, rounded to the nearest second: "1 minute 30 seconds".
  static func words(_ duration: Duration) -> String {
    let total = Int((max(duration, .zero) + .milliseconds(500)).components.seconds)
    var words: [String] = []
    for (count, unit) in [(total / 3600, "hour"), (total % 3600 / 60, "minute"), (total % 60, "second")]
    where count > 0 || (total == 0 && unit == "second") {
      words.append("\(count) \(unit)" + (count == 1 ? "" : "s"))
    }
    return words.joined(separator: " ")
  }
}
