import WorkoutEngine
import WorkoutModel

struct BedFollowsPlan: Invariant {
  let number = "I22"
  let law = "The bed of a phase is heard exactly while its time runs, and each of its fades is over in time."

  func violations(in record: TraceRecord) -> [Violation] {
    var found: [Violation] = []
    var heard = HeardBeds()
    var silence = Silence()
    let steps = record.trace.steps
    for index in steps.indices {
      // Nothing sounds in the new process.
      if steps[index].restoration != nil { heard = HeardBeds() }
      for effect in steps[index].effects {
        if case .ambient(let command) = effect.kind { heard.perform(command, at: effect.due) }
      }
      silence.follow(index, record)
      if let message = complaint(heard, silence, index, record) { found.append(violation(message, at: index)) }
    }
    return found
  }

  private func complaint(_ heard: HeardBeds, _ silence: Silence, _ index: Int, _ record: TraceRecord) -> String? {
    let state = record.states[index]
    let (now, reported) = (record.trace.steps[index].now, record.trace.steps[index].bed)
    if heard.bed != nil, state.mode != .over, abs(heard.fade.level(at: now) - reported) > 1e-6 {
      return "the bed is said to be at \(reported), its effects have it at \(heard.fade.level(at: now))"
    }
    switch state.mode {
    case .idle: return nil
    case .running: return complaint(heard, at: now, state, record)
    case .paused, .closing, .over:
      if heard.fade.isUp { return "the bed plays on though the time is stopped" }
      return overtime("the bed", heard.fade.silentAt, beyond: silence.by)
        ?? overtime("a bed that was left", heard.leftSilentAt, beyond: silence.byLeft)
    }
  }

  /// What is wrong while time runs.
  private func complaint(
    _ heard: HeardBeds, at now: Duration, _ state: ReferenceState, _ record: TraceRecord
  ) -> String? {
    let end = state.remaining.flatMap(state.end)
    guard let wanted = record.oracle.bed(of: record.visits[state.visit].segment.node) else {
      if heard.fade.isUp { return "a bed plays in a phase that has none" }
      return end.flatMap { overtime("a bed that was left", heard.leftSilentAt, beyond: $0) }
    }
    if heard.fade.isUp, heard.bed != wanted || heard.fade.length != wanted.fade {
      return "another bed plays, or fades in otherwise"
    }
    guard let left = state.remaining, let end, left <= wanted.fade + HeardFade.rounding else {
      return heard.fade.isUp ? nil : "the bed is silent, with \(state.remaining.map { "\($0)" } ?? "any time") left"
    }
    if !heard.fade.isUp { return overtime("the bed", max(heard.fade.silentAt, heard.leftSilentAt), beyond: end) }
    // A bed that fades in turns halfway between silence and silence, if it isn't at its full level before.
    let turn = heard.fade.risesFrom + .nanoseconds((end - heard.fade.risesFrom).inNanoseconds / 2)
    return now > max(turn, end - wanted.fade) && now < end ? "the bed doesn't fade out before the end, \(end)" : nil
  }
}

extension ReferenceState {
  /// The instant of the end if time runs on; `nil` while it is stopped.
  fileprivate func end(before left: Duration) -> Duration? {
    guard let phaseOrigin, let phaseStart else { return nil }
    return phaseOrigin + (position + left - phaseStart)
  }
}

/// What is wrong with a fade that is silent only after it should be.
func overtime(_ what: String, _ silentAt: Duration, beyond end: Duration) -> String? {
  silentAt > end + HeardFade.rounding ? "\(what) is heard until \(silentAt), longer than \(end)" : nil
}
