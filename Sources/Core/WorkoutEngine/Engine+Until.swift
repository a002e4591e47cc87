import WorkoutModel

/// The ends of open phases: by a measurement that has held, and the reports of all.
extension Engine {
  /// The position at which a measurement ends the current phase if nothing changes; `nil` if it doesn't hold.
  ///
  /// A position doesn't advance while the session is paused, so that time doesn't count.
  var untilEnd: Duration? {
    guard let held = state.held, held.isConfirmed, let context, let until = context.phase.until,
      !context.cursor.isEndedByUser
    else { return nil }
    return max(held.since + until.hold, context.cursor.start + context.phase.atLeast)
  }

  /// Begins to wait for the measurement at a new place: what held before doesn't count.
  mutating func beginUntil(at instant: Duration) {
    state.held = nil
    followUntil(at: instant)
  }

  /// Follows the signal that the phase waits for, where it is the one `measured` or time has passed: a value beyond the
  /// level and a gap interrupt.
  mutating func followUntil(measured: Signal? = nil, at instant: Duration) {
    guard let until = context?.phase.until else { return }
    let position = timer.position(at: instant)
    if until.isSatisfied(for: state.signals[until.signal]?.evidence, of: policies.body) {
      if state.held == nil {
        state.held = Confirmation(since: position)
      } else if measured == until.signal {
        state.held?.isConfirmed = true
      }
    } else if untilEnd.map({ $0 > position }) ?? true {
      // At the very end of its time it has held.
      state.held = nil
    }
  }

  /// Ends the phase, whose measurement has held.
  mutating func endUntil() {
    guard let context else { return }
    forgetExtensions(of: context, at: now)
    _ = endOpen(context, by: .until)
    // While the last phase fades out, its end is the only news.
    guard playback.isClosing else { return }
    report([.end(cursor?.end)], at: now)
    emit(.journal, at: now)
  }

  /// Reports the end of an open phase.
  mutating func reportEnd(of context: SegmentContext, by cause: EndCause, at instant: Duration) {
    report(.phaseEnded(PhaseEnding(id: context.id, name: context.words.name, cause: cause)), at: instant)
  }

  /// Reports that the clock ends the current phase, if it is an open one; an early end was reported at once.
  ///
  /// A measurement that has held at that very instant is the cause of the end, and changes nothing else.
  mutating func reportEndByClock(of context: SegmentContext, at instant: Duration) {
    guard context.phase.isOpen, let length = context.cursor.length else { return }
    let set = state.place.endCause
    if let set, set.isEarly { return }
    let hasHeld = untilEnd == context.cursor.end
    let isWhole = context.phase.cap.map { length >= $0 } ?? false
    reportEnd(of: context, by: set ?? (hasHeld ? .until : isWhole ? .cap : .limit), at: instant)
  }
}
