import WorkoutModel

extension Engine {
  /// Brings the bed of the current phase: in after the preparation, over where it differs.
  mutating func updateAmbient(at instant: Duration) {
    let wanted = spot?.sheet.bed
    let playing = state.ambient.bed
    guard wanted != playing else { return }
    // Somewhere else than at the end, a fade out for the end is over.
    if let wanted, playing == nil {
      emit(.ambient(.start(wanted)), at: instant)
    } else {
      emit(.ambient(.swap(wanted, fade: wanted?.fade ?? playing?.fade ?? .zero)), at: instant)
    }
    set(wanted, at: instant)
    state.ambient.fade(to: 0, over: .zero, at: instant)
    if let wanted { state.ambient.fade(to: 1, over: wanted.fade, at: instant) }
    if !state.timer.isRunning { pauseAmbient(fade: .zero, at: instant) }
  }

  /// Says which bed plays from now on.
  mutating func set(_ bed: Ambient?, at instant: Duration) {
    let before = state.ambient.sound
    state.ambient.set(bed)
    guard bed?.sound != before else { return }
    report(.stateChanged(from: state.playback, to: state.playback, [.ambient(bed?.sound)]), at: instant)
  }

  /// Below this level nobody hears a bed; it keeps the slope of a last fade finite.
  private static let leastLevel = 1e-4

  /// When the fade out at the end begins, so that silence is reached exactly at completion; `nil` where none is to
  /// come.
  ///
  /// A bed that is still coming in by then turns round half way between silence and silence.
  func ambientEnd() -> Duration? {
    guard let fade = state.ambient.fadeToEnd, let end = spot?.workoutEnd.flatMap({ state.timer.instant(of: $0) })
    else { return nil }
    if let rise = state.ambient.riseStart(at: state.now), end - rise < fade * 2 {
      return max(rise + .nanoseconds((end - rise).inNanoseconds / 2), state.now)
    }
    return max(end - fade, state.now)
  }

  /// Fades the bed out over what is left of the workout.
  mutating func endAmbient(at instant: Duration) {
    guard let bed = state.ambient.bed, let end = spot?.workoutEnd else { return }
    fadeAmbientOut(over: min(bed.fade, end - state.timer.position(at: instant)), at: instant)
  }

  /// Fades the bed out for good, so that silence is reached after exactly `left`.
  mutating func fadeAmbientOut(over left: Duration, at instant: Duration) {
    guard state.ambient.bed != nil else { return }
    state.ambient.isEnding = true
    let level = state.ambient.level(at: instant)
    // The slope that brings the level of now, whatever it is, to nothing at the end.
    let fade = left / max(level, Self.leastLevel)
    state.ambient.fade(to: 0, over: fade, at: instant)
    emit(.ambient(.stop(fade: fade)), at: instant)
  }

  mutating func pauseAmbient(fade: Duration, at instant: Duration) {
    guard state.ambient.bed != nil else { return }
    state.ambient.fade(to: 0, over: fade, at: instant)
    emit(.ambient(.pause(fade: fade)), at: instant)
  }

  /// Fades the bed in again, unless what is left is too short for it to come and go.
  mutating func resumeAmbient(at instant: Duration) {
    guard let bed = state.ambient.bed else { return }
    if state.ambient.isEnding {
      guard let end = spot?.workoutEnd, end - state.timer.position(at: instant) > bed.fade else { return }
      state.ambient.isEnding = false
      emit(.ambient(.start(bed)), at: instant)
    } else {
      emit(.ambient(.resume(fade: bed.fade)), at: instant)
    }
    state.ambient.fade(to: 1, over: bed.fade, at: instant)
  }

  /// After a move in the plan: a bed that had begun to end comes back where there is time again.
  mutating func restoreAmbient(at instant: Duration) {
    updateAmbient(at: instant)
    guard state.ambient.isEnding, state.timer.isRunning else { return }
    resumeAmbient(at: instant)
  }

  /// How long a pause and a resume fade.
  var playbackFade: Duration { timeline.workout.ambient?.fade ?? Ambient.standardFade }
}
