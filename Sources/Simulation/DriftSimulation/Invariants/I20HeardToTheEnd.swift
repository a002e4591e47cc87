import WorkoutEngine
import WorkoutModel

struct HeardToTheEnd: Invariant {
  let number = "I20"
  let law = "Reported words are heard to their end, or a note says they are cut; a sound stands for lost ones."

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
    for fact in record.facts where fact.isStarted {
      let (cue, step) = (fact.report.cue, steps[fact.step])
      if fact.report.outcome == .failed {
        if fact.report.cause == nil || !step.plays(cue) {
          found.append(violation("\(cue) failed, and nothing sounds instead", at: fact.step))
        }
      } else if let phrase = fact.report.phrase, record.oracle.durations.length(of: phrase) > .zero, !step.speaks(cue) {
        found.append(violation("\(cue) is reported as spoken, and nothing speaks it", at: fact.step))
      }
    }
    return found
  }
}

extension TraceStep {
  /// Whether the sound of a cue begins.
  fileprivate func plays(_ cue: CueKey) -> Bool {
    effects.contains { if case .playSound(let strike) = $0.kind { strike.cue == cue } else { false } }
  }

  /// Whether the words of a cue, not only its sound, begin.
  func speaks(_ cue: CueKey) -> Bool {
    effects.contains { if case .speak(let words) = $0.kind { words.cue == cue } else { false } }
  }
}
