import WorkoutEngine
import WorkoutModel

struct HeardToTheEnd: Invariant {
  let number = "I20"
  let law = "Words that are reported as spoken are heard to their end, unless a later note reports that they are cut."

  func violations(in record: RunRecord) -> [Violation] {
    var found: [Violation] = []
    var cuts = record.speech.cuts[...]
    for index in record.trace.steps.indices {
      var cut: [CueKey] = []
      while let next = cuts.first, next.step == index { cut += cuts.removeFirst().cues }
      let reported = record.trace.steps[index].cutCues
      for cue in cut where !reported.contains(cue) {
        found.append(violation("the words of \(cue) are cut, and no note reports it", at: index))
      }
      for cue in reported where !cut.contains(cue) {
        found.append(violation("the words of \(cue) are reported as cut, and nothing cuts them", at: index))
      }
    }
    for fact in record.facts where fact.report.outcome == .onTime || fact.report.outcome == .late {
      guard let phrase = fact.report.phrase, record.oracle.durations.length(of: phrase) > .zero,
        !record.trace.steps[fact.step].speaks(fact.report.cue)
      else { continue }
      found.append(violation("\(fact.report.cue) is reported as spoken, and nothing speaks it", at: fact.step))
    }
    return found
  }
}

extension TraceStep {
  /// The cues whose words are reported as cut.
  fileprivate var cutCues: [CueKey] {
    events.compactMap { event in
      if case .planNoted(let note) = event.kind, note.kind == .cut { note.key } else { nil }
    }
  }

  /// Whether an effect speaks the words of a cue.
  fileprivate func speaks(_ cue: CueKey) -> Bool {
    effects.contains { if case .speak(_, _, cue, _) = $0.kind { true } else { false } }
  }
}
