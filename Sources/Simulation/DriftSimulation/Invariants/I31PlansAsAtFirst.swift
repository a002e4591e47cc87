import WorkoutEngine
import WorkoutModel

struct PlansAsAtFirst: Invariant {
  let number = "I31"
  let law = "Where a session comes to a place, its sounds are those of a session that begins there, without repeats."

  func violations(in record: TraceRecord) -> [Violation] {
    record.arrivals.map { violation($0.text, at: $0.step) }
  }
}

extension Engine {
  /// How far the plans are compared.
  private static let compared = Duration.seconds(20)

  /// What differs in its next sounds from a session that begins at its place; `nil` if nothing does, or it doesn't run.
  ///
  /// What was said before a move back is said again, and a phase says all where the session comes to it. Else a cue
  /// isn't repeated within 10 s, nor in its set; in the last one it comes again at another moment.
  func differenceFromFreshPlan(since before: Engine, besides settled: [CueKey]) -> String? {
    guard timer.isRunning, cursor != nil else { return nil }
    let isArrival = before.position != position || before.segment != segment
    let isBack = position < before.position || isBehind(before)
    let end = position + Self.compared
    let (mine, others) = (sounds(upTo: end), withoutPast.sounds(upTo: end))
    func has(_ list: [ScheduledWarning], _ cue: ScheduledWarning) -> Bool {
      list.contains { $0.key == cue.key && $0.due == cue.due }
    }
    if let more = mine.first(where: { !has(others, $0) }) { return "\(more.key) is planned at \(more.due) by mistake" }
    let missing = others.first { cue in
      if has(mine, cue) || settled.contains(cue.key) { return false }
      return isBack || (isArrival && cue.key.node == segment?.node) || !isRepeat(cue)
    }
    return missing.map { "\($0.key) isn't planned at \($0.due)" }
  }

  private func isBehind(_ other: Engine) -> Bool {
    guard let segment, let ahead = other.segment, segment != ahead else { return false }
    return timeline.precedes(segment, ahead)
  }

  private func sounds(upTo end: Duration) -> [ScheduledWarning] {
    coming.filter { $0.sound != nil && $0.due <= end }
  }

  private func isRepeat(_ cue: ScheduledWarning) -> Bool {
    let instant = now + (cue.due - position)
    return state.facts.entries.contains { fact in
      guard fact.key == cue.key else { return false }
      return fact.mark == cue.mark || (!fact.isRefused && (instant - fact.due < Facts.window || !cue.isInLastSet))
    }
  }
}
