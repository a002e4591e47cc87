import WorkoutEngine
import WorkoutModel

struct HeardToTheEnd: Invariant {
  let number = "I20"
  let law = "Words that are reported as spoken are heard to their end, unless a later note reports that they are cut."

  func violations(in record: TraceRecord) -> [Violation] {
    var found: [Violation] = []
    var cuts = record.speech.cuts[...]
    let steps = record.trace.steps
    for index in steps.indices {
      var cut: [CueKey] = []
      while let next = cuts.first, next.step == index { cut += cuts.removeFirst().cues }
      let reported = steps[index].notes.filter { $0.kind == .cut }.map(\.key)
      for cue in cut where !reported.contains(cue) {
        found.append(violation("the words of \(cue) are cut, and no note reports it", at: index))
      }
      for cue in reported where !cut.contains(cue) {
        found.append(violation("the words of \(cue) are reported as cut, and nothing cuts them", at: index))
      }
    }
    for fact in record.facts where fact.report.outcome == .onTime || fact.report.outcome == .late {
      guard let phrase = fact.report.phrase, record.oracle.durations.length(of: phrase) > .zero,
        !steps[fact.step].speaks(fact.report.cue)
      else { continue }
      found.append(violation("\(fact.report.cue) is reported as spoken, and nothing speaks it", at: fact.step))
    }
    return found
  }
}

extension TraceStep {
  /// Whether the words of a cue, not only its sound, begin.
  func speaks(_ cue: CueKey) -> Bool {
    effects.contains { if case .speak(_, _, cue, _) = $0.kind { true } else { false } }
  }
}
