import WorkoutModel

/// The end that comes before its time: bed and track fade out first, and the closing cues follow the silence.
///
/// Meanwhile the timer stands at the end of the last phase, which is still the current one, so that a pause holds the
/// end back and a move of the user goes on from there.
extension Engine {
  /// Whether the workout ends as soon as its bed is silent.
  var isClosing: Bool { if case .fadingOut(_, .completed) = state.playback { true } else { false } }

  /// Whether nothing of the plan is left.
  var isAtEnd: Bool {
    guard let spot, spot.following == nil else { return false }
    return spot.cursor.end == state.position
  }

  /// How long bed and track take to fall silent where the workout ends now instead of after `left`, but never longer
  /// than that; no time where nothing is heard of them.
  func closingLength(before left: Duration?) -> Duration {
    let bed = state.ambient.bed?.fade
    let track = spot?.sheet.track.map { _ in playbackFade }
    guard let fade = [bed, track].compactMap({ $0 }).max(), fade > .zero else { return .zero }
    switch state.playback {
    case .fadingIn, .playing: return left.map { min(fade, $0) } ?? fade
    case .fadingOut(let ramp, .paused): return max(ramp.end - state.now, .zero)
    default: return .zero
    }
  }

  /// Ends the workout, whose place is the end of its last phase, after so much time of fading.
  mutating func close(over length: Duration) {
    let isPlaying = state.timer.isRunning
    if spot?.sheet.track != nil { emit(.track(.stop(fade: max(length, Self.trackFade))), at: state.now) }
    guard length > .zero else {
      // The timer brings what lies at its end, and the end.
      if !isPlaying { state.timer.start(at: state.now) }
      return
    }
    state.timer.stop(at: state.now)
    if isPlaying { fadeAmbientOut(over: length, at: state.now) }
    state.ambient.isEnding = state.ambient.bed != nil
    change(to: .fadingOut(PlaybackState.Ramp(since: state.now, length: length), to: .completed), at: state.now)
  }

  /// Goes on after all, as the user has moved away from the end.
  mutating func reopen() {
    guard isClosing else { return }
    state.timer.start(at: state.now)
    change(to: .fadingIn(PlaybackState.Ramp(since: state.now, length: playbackFade)), at: state.now)
  }

  /// Plays the closing words that had to wait for others, and so begin after the end, which time stands at from now on;
  /// where a stall has held up the end itself, the closing cue stands for them.
  mutating func playLastWords(at end: Duration) {
    for cue in scheduler.queue where cue.cueClass == .completion {
      let due = end + (cue.due - state.position)
      if due >= hearing.from || hearing.from - end <= Self.tolerance {
        play(cue, due: due, at: max(due, hearing.from), outcome: .onTime, cause: nil)
      } else {
        settle(cue, .collapsed, due: due, at: nil, cause: gapCause ?? "stall", text: cue.speech?.text)
      }
    }
  }

  /// Takes out of the plan what a skip has cancelled at the end of the workout, and remembers that.
  mutating func keepAtEnd(_ closing: [ScheduledWarning]) {
    let kept = Set(closing.map(\.key))
    keepCancelled(scheduler.queue.filter { !kept.contains($0.key) })
    dropSettled()
  }

  /// Remembers cues that a move has cancelled although the plan still holds their moments, until the user goes back.
  mutating func keepCancelled(_ cues: [ScheduledWarning]) {
    for cue in cues {
      state.ledger.note(
        WarningLedger.Entry(key: cue.key, segment: cue.spot.id, mark: cue.mark, due: state.now, isRefused: true))
    }
  }
}
