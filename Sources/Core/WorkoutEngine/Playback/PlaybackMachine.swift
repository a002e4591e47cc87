import WorkoutModel

/// The playback of a session: its state, its timer, the interruptions in progress and the last toggle.
///
/// It decides which transitions are legal and makes them. The engine applies them to the bed, the track and the cues,
/// based on the values that the methods return.
package struct PlaybackMachine: Equatable, Sendable {
  /// Whether it plays, fades, pauses or is over.
  private(set) var state = PlaybackState.idle
  /// Active time and the position in the plan.
  private(set) var timer = SessionTimer()
  private(set) var interruptions = Interruptions()
  private(set) var lastToggle: Duration?
  let fade: Duration

  enum Transition {
    case refused(RefusalReason)
    case accepted
    /// All sound must fade out `over` a length, from its level, and be silent `within` another. `pausedFor` is the
    /// reason if the session pauses without waiting for the fade.
    case fadesOut(over: Duration, within: Duration, pausedFor: PauseReason? = nil)
    case resumes(PauseReason)
  }

  /// The fade on an interruption: nearly instant, but without a click.
  static let interruptionFade = Duration.milliseconds(10)

  init(fade: Duration) { self.fade = fade }

  /// The playback of a session that a new process resumes after `elapsed` active time at `position`.
  init(resumingAt position: Duration, elapsed: Duration, fade: Duration) {
    self.init(fade: fade)
    state = .preparingToPause(.restored)
    timer = SessionTimer(elapsed: elapsed, position: position)
  }

  /// Why a toggle is refused regardless of its meaning; `nil` if it isn't.
  func toggleRefusal(at now: Duration) -> RefusalReason? {
    if state.isOver { return .over }
    guard let lastToggle, now - lastToggle < Self.toggleDebounce else { return nil }
    return .bounced
  }

  mutating func recordToggle(at now: Duration) { lastToggle = now }

  mutating func start() -> ActionResult {
    guard state == .idle else { return .refused(.alreadyStarted) }
    state = .preparingToPlay
    return .accepted
  }

  /// Starts the timer of a prepared session, unless it was paused meanwhile; refused if nothing is being prepared.
  mutating func startPrepared(at now: Duration) -> ActionResult {
    switch state {
    case .preparingToPlay: timer.start(at: now)
    case .preparingToPause: break
    default: return .refused(.notPreparing)
    }
    return .accepted
  }

  /// Ends the preparation after the first phase has begun; returns the reason if it pauses instead of playing.
  mutating func endPreparation(at now: Duration) -> PauseReason? {
    if case .preparingToPause(let reason) = state {
      state = .paused(reason)
      return reason
    }
    state = .fadingIn(ramp(at: now))
    return nil
  }

  mutating func fail(_ reason: String) -> ActionResult {
    switch state {
    case .preparingToPlay, .preparingToPause: state = .failed(reason: reason)
    default: return .refused(.notPreparing)
    }
    return .accepted
  }

  /// Pauses: the timer stops at this instant; the fade out affects only the sound.
  mutating func pause(_ reason: PauseReason, at now: Duration) -> Transition {
    switch state {
    case .preparingToPlay: state = .preparingToPause(reason)
    case .fadingIn, .playing:
      let ramp = ramp(at: now)
      state = .fadingOut(ramp, to: .paused(reason))
      timer.stop(at: now)
      return .fadesOut(over: fade, within: ramp.length)
    // The bed continues to fade out; the end waits.
    case .fadingOut(let ramp, .completed): state = .fadingOut(ramp, to: .paused(reason))
    case .paused where interruptions.pausedPlayback:
      // Playback is paused already, and now stays paused until the user resumes.
      interruptions.keepPaused()
      state = .paused(reason)
    case .preparingToPause where interruptions.pausedPlayback:
      interruptions.keepPaused()
      state = .preparingToPause(reason)
    case .fadingOut(_, .paused), .paused, .preparingToPause: return .refused(.alreadyPaused)
    case .idle: return .refused(.notStarted)
    case .fadingOut(_, .stopped), .completed, .stopped, .failed: return .refused(.over)
    }
    return .accepted
  }

  /// Ends a pause and all interruptions. After `resumes`, the caller must call `play`, or `close` at the end of the
  /// plan.
  mutating func endPause() -> Transition {
    switch state {
    case .preparingToPause:
      interruptions.endAll()
      state = .preparingToPlay
      return .accepted
    case .paused(let reason), .fadingOut(_, .paused(let reason)):
      interruptions.endAll()
      return .resumes(reason)
    case .fadingIn, .playing, .preparingToPlay, .fadingOut(_, .completed): return .refused(.notPaused)
    case .idle: return .refused(.notStarted)
    case .fadingOut(_, .stopped), .completed, .stopped, .failed: return .refused(.over)
    }
  }

  /// Plays with a fade in, from the level that a fade out has reached.
  mutating func play(at now: Duration) {
    state = .fadingIn(ramp(at: now))
    timer.start(at: now)
  }

  /// Pauses at once, because an interruption can't wait for a fade. Nested interruptions are counted.
  mutating func beginInterruption(at now: Duration) -> Transition {
    var transition = Transition.accepted
    var isPlaying = false
    switch state {
    case .preparingToPlay:
      isPlaying = true
      state = .preparingToPause(.interruption)
    case .fadingIn, .playing, .fadingOut(_, .completed):
      isPlaying = true
      transition = pauseAtOnce(.interruption, at: now)
    case .fadingOut(_, .paused(let reason)): transition = pauseAtOnce(reason, at: now)
    case .paused, .preparingToPause: break
    case .idle: return .refused(.notStarted)
    case .fadingOut(_, .stopped), .completed, .stopped, .failed: return .refused(.over)
    }
    interruptions.begin(whilePlaying: isPlaying)
    return transition
  }

  /// Ends an interruption. If it is the last one and `shouldResume`, playback that it paused resumes; a pause by the
  /// user remains.
  mutating func endInterruption(shouldResume: Bool) -> Transition {
    if state.stage == .over { return .refused(.over) }
    guard interruptions.count > 0 else { return .refused(.noInterruption) }
    return interruptions.end(shouldResume: shouldResume) ? endPause() : .accepted
  }

  /// Applies `policy` to a `gap` during which the machine slept; `now` is the instant of suspend.
  mutating func suspend(for gap: Duration, _ policy: SuspendPolicy, at now: Duration) -> Transition {
    guard timer.isRunning || state.isClosing else { return .accepted }
    switch policy {
    case .continue: break
    case .freeze: if !state.isClosing { timer.leaveOut(gap, from: now) }
    case .pauseIfOver(let limit) where gap <= limit: break
    case .pauseIfOver: return pauseAtOnce(.suspend, at: now)
    }
    return .accepted
  }

  private mutating func pauseAtOnce(_ reason: PauseReason, at now: Duration) -> Transition {
    if timer.isRunning { timer.stop(at: now) }
    state = .paused(reason)
    return .fadesOut(over: Self.interruptionFade, within: Self.interruptionFade, pausedFor: reason)
  }

  /// Fades out to the stop. If nothing sounds, the state doesn't change, because the engine has finished the session.
  mutating func stop(over fade: Duration, at now: Duration) {
    let left: Duration
    switch state {
    case .fadingIn, .playing:
      left = ramp(at: now).length
      timer.stop(at: now)
    case .fadingOut(let ramp, _): left = ramp.end - now
    default: return
    }
    state = .fadingOut(PlaybackState.Ramp(since: now, length: min(left, fade)), to: .stopped)
  }

  /// The time that bed and track take to fall silent if the workout ends now instead of after `left`; zero if neither
  /// is audible. `longest` is the longest of their fades.
  func closingLength(_ longest: Duration, before left: Duration?, at now: Duration) -> Duration {
    guard longest > .zero else { return .zero }
    switch state {
    case .fadingIn, .playing: return left.map { min(longest, $0) } ?? longest
    case .fadingOut(let ramp, .paused): return max(ramp.end - now, .zero)
    default: return .zero
    }
  }

  /// Ends the workout at the end of its last phase, after a fade of `length`.
  mutating func close(over length: Duration, at now: Duration) {
    if length > .zero {
      timer.stop(at: now)
      state = .fadingOut(PlaybackState.Ramp(since: now, length: length), to: .completed)
    } else if !timer.isRunning {
      // The timer triggers the cues at its end, and the end itself.
      timer.start(at: now)
    }
  }

  /// Cancels the closing and plays, because the user has moved away from the end.
  mutating func reopen(at now: Duration) {
    guard state.isClosing else { return }
    timer.start(at: now)
    state = .fadingIn(PlaybackState.Ramp(since: now, length: fade))
  }

  mutating func endFade(at instant: Duration) -> PauseReason? {
    switch state {
    case .fadingIn: state = .playing
    case .fadingOut(_, .completed): timer.start(at: instant)
    case .fadingOut(_, .paused(let reason)):
      state = .paused(reason)
      return reason
    default: break
    }
    return nil
  }

  /// Ends the session; one that has failed is over already.
  mutating func finish(_ reason: FinishReason) {
    switch reason {
    case .completed: state = .completed
    case .stopped: state = .stopped
    case .failed: break
    }
  }

  mutating func stopTimer(at instant: Duration) { timer.stop(at: instant) }

  mutating func move(to position: Duration, at now: Duration) { timer.move(to: position, at: now) }

  /// A fade that begins now; one that reverses another lasts as long as the other has run. The fade before an end may
  /// have more time left than any other takes.
  func ramp(at now: Duration) -> PlaybackState.Ramp {
    switch state {
    case .fadingIn(let ramp), .fadingOut(let ramp, _):
      PlaybackState.Ramp(since: now, length: fade - min(ramp.end - now, fade))
    default: PlaybackState.Ramp(since: now, length: fade)
    }
  }
}

extension PlaybackMachine {
  /// A toggle within this time after an accepted one is treated as a bounce of the key.
  package static let toggleDebounce = Duration.milliseconds(500)
}
