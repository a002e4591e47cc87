import WorkoutEngine
import WorkoutModel

struct SoundsOfPlace: Invariant {
  let number = "I22"
  let law = "Bed, beats and track are those of the place while its time runs, and each of their fades is over in time."

  func violations(in record: TraceRecord) -> [Violation] {
    var found: [Violation] = []
    var heard = HeardSounds()
    var silence = Silence()
    for index in record.trace.steps.indices {
      let (step, state) = (record.trace.steps[index], record.states[index])
      // The device slept as long as the host, and what was counted meanwhile is left out afterwards.
      let isFrozen = record.scenario.whenSuspended == .freeze && state.mode == .running
      heard.perform(step, asleep: isFrozen ? step.sleep : nil)
      silence.follow(index, record)
      if let message = complaint(heard, step, state, record) ?? silence.complaint(about: heard) {
        found.append(violation(message, at: index))
      }
    }
    return found
  }

  private func complaint(
    _ heard: HeardSounds, _ step: TraceStep, _ state: ReferenceState, _ record: TraceRecord
  ) -> String? {
    let level = heard.beds.fade.level(at: step.now)
    if heard.beds.bed != nil, state.mode != .over, abs(level - step.bed) > 1e-6 {
      return "the bed is said to be at \(step.bed), its effects have it at \(level)"
    }
    var comparison = Comparison()
    // What ends when frozen time that is still to come is over sounds until then.
    if state.mode != .running || !state.isAtEnd {
      comparison.expect("the beats", heard.beats, record.beats(in: state))
      comparison.expect("the track", heard.playing, record.track(in: state))
    }
    if state.mode == .running, let message = complaint(heard.beds, at: step.now, state, record) { return message }
    return comparison.complaint("is")
  }

  /// What is wrong with the bed while time runs.
  private func complaint(
    _ heard: HeardBeds, at now: Duration, _ state: ReferenceState, _ record: TraceRecord
  ) -> String? {
    let end = state.endIfRunning
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

extension TraceRecord {
  /// The beats that must be heard in a state; `nil` if there must be none.
  fileprivate func beats(in state: ReferenceState) -> HeardBeats? {
    guard let origin = state.phaseOrigin, let cursor = state.cursor else { return nil }
    return oracle.metronome(of: cursor.id).map { HeardBeats(metronome: $0, origin: origin) }
  }

  /// The track that must play in a state, and when it would have begun; `nil` if none must.
  fileprivate func track(in state: ReferenceState) -> HeardSounds.Playing? {
    guard let origin = state.phaseOrigin, let cursor = state.cursor else { return nil }
    return oracle.track(of: cursor.id.node).map { HeardSounds.Playing(track: $0, origin: origin) }
  }
}
