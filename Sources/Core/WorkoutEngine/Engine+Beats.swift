import WorkoutModel

/// The beats of the current phase.
///
/// The beats have no state of their own. Their positions follow from the phase's start and the timer, and they are
/// restarted whenever the timer starts or the plan jumps.
extension Engine {
  /// Reports the beats of a phase that begins, and starts them if time passes; otherwise they start with the timer.
  mutating func beginBeats(of context: SegmentContext, at instant: Duration) {
    guard let metronome = context.metronome else { return }
    let start = context.cursor.start
    let origin = timer.instant(of: start) ?? instant + (start - timer.position(at: instant))
    report(
      .metronomeStarted(MetronomeReport(metronome, path: context.phase.path, origin: origin)), at: instant)
    if timer.isRunning { emit(.metronome(.start(metronome, origin: origin, fade: .zero)), at: instant) }
  }

  /// Starts the beats of the current phase at their positions in the plan, after the timer has changed.
  mutating func startBeats(over fade: Duration) {
    guard let context, let metronome = context.metronome,
      let origin = timer.instant(of: context.cursor.start)
    else { return }
    emit(.metronome(.start(metronome, origin: origin, fade: fade)), at: now)
  }

  mutating func fadeOutBeats(over fade: Duration) {
    if context?.metronome != nil { emit(.metronome(.fadeOut(over: fade)), at: now) }
  }

  /// Ends the beats of a phase that is over or being left.
  mutating func endBeats(of context: SegmentContext, at instant: Duration) {
    if context.metronome != nil { emit(.metronome(.end), at: instant) }
  }
}
