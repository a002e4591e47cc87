import WorkoutEngine
import WorkoutModel

struct HeardToTheEnd: Invariant {
  let number = "I20"
  let law = "Words that are reported as spoken are heard to their end, unless a later note reports that they are cut."

  func violations(in record: RunRecord) -> [Violation] {
    var found: [Violation] = []
    var cut: [Int: [CueKey]] = [:]
    var spoken: [Int: Set<CueKey>] = [:]
    record.followSpeech { index, effect, before in
      let silenced = before.cut(by: effect)
      if !silenced.isEmpty { cut[index, default: []] += silenced }
      if case .speak(_, _, let cue, _) = effect.kind { spoken[index, default: []].insert(cue) }
    }
    for index in record.trace.steps.indices {
      let reported = record.trace.steps[index].cutCues
      for cue in cut[index] ?? [] where !reported.contains(cue) {
        found.append(violation("the words of \(cue) are cut, and no note reports it", at: index))
      }
      for cue in reported where !(cut[index] ?? []).contains(cue) {
        found.append(violation("the words of \(cue) are reported as cut, and nothing cuts them", at: index))
      }
    }
    for fact in record.facts where [.onTime, .late].contains(fact.report.outcome) {
      guard let phrase = fact.report.phrase, record.oracle.durations.length(of: phrase) > .zero,
        !(spoken[fact.step]?.contains(fact.report.cue) ?? false)
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
}
