import WorkoutEngine
import WorkoutModel

/// The words of the coach, for which the plan must have left room.
struct CoachWords {
  private var steps: [CueKey: Int] = [:]

  /// What speaks against a call that isn't heard.
  mutating func complaint(about report: CoachReport, at index: Int, _ record: TraceRecord) -> String? {
    steps[report.cue.cue] = index
    let step = record.trace.steps[index]
    guard report.cue.at == nil, step.restoration == nil, step.soundsFrom <= report.cue.due else { return nil }
    // Words that began late may be heard where the plan has none.
    guard record.lateWordsEnd(upTo: index) <= report.cue.due else { return nil }
    return "isn't heard though the host was awake"
  }

  /// What speaks against an end of its words before their time: nothing has happened but the plan.
  func complaint(about note: PlanNote, at index: Int, _ record: TraceRecord) -> String? {
    guard note.kind == .cut, note.cueKind == .coach, let first = steps[note.key],
      !record.states[index].differs(from: record.states[max(first - 1, 0)]),
      !record.trace.steps[first...index].contains(where: { $0.isDisturbance || $0.action == .done })
    else { return nil }
    return "\"\(note.content)\" begins where other words are planned"
  }
}
