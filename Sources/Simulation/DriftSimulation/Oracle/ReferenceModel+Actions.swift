import WorkoutEngine
import WorkoutModel

extension ReferenceModel {
  /// Applies an action at an instant that the model has reached.
  mutating func apply(_ action: Action) {
    switch action {
    case .prepared: begin()
    case .pause:
      interruptions.resumes = false
      pause(.user)
    case .resume: resume()
    case .toggle: toggle()
    case .stop: stop(over: fade)
    case .abort: stop(over: min(fade, Self.abortFade))
    case .interruptionBegan: beginInterruption()
    case .interruptionEnded(let shouldResume): endInterruption(shouldResume: shouldResume)
    case .suspended(let gap): suspended(for: gap)
    case .skip: whileAlive { $0.skip() }
    case .done: whileAlive { $0.done() }
    case .back: whileAlive { $0.back() }
    case .restartPhase: whileAlive { model in model.cursor.map { model.goBack(to: $0) } }
    case .jump(let position): whileAlive { $0.jump(to: position) }
    case .jumpToSet(let set): whileAlive { $0.jump(toSet: set) }
    case .seek(let amount): whileAlive { $0.seek(by: amount) }
    case .extend(let amount): whileAlive { $0.extend(by: amount) }
    case .undo: whileAlive { $0.undo() }
    case .redo: whileAlive { $0.redo() }
    case .setVolume(let level): if Limits.volume.contains(level) { volume = level }
    case .audioLost, .audioRestored: if mode != .over || fadeEnd > now { isAudible = action == .audioRestored }
    case .measure(let signal, let value, let source):
      guard end.map({ now < $0.at }) ?? true,
        signals.add(value, of: signal, from: source, at: now, in: visits.step)
      else { break }
      followWait(measured: signal)
    default: break
    }
  }

  /// Advances to an instant and applies an action; time runs as usual until the start of a suspend.
  mutating func perform(_ action: Action, at instant: Duration) {
    if case .suspended(let gap) = action {
      // Time that has been counted before can't be taken back; it is compensated later.
      advance(to: max(now, instant - max(gap, .zero)))
      apply(action)
    } else {
      advance(to: instant)
      apply(action)
    }
    advance(to: instant)
  }

  /// Restores the session, which continues from the stored state; since then only time has passed.
  mutating func restore(to stored: ReferenceModel, at storedAt: Duration, now instant: Duration) {
    var stored = stored
    stored.advance(to: storedAt)
    let (log, history) = (visits, signals)
    self = stored
    lastToggle = nil
    signals = history
    signals.restart(at: instant, isOver: mode == .over)
    if mode != .over {
      stopTimer(.paused(.restored))
      // Nothing sounds in the new process, which has its own device.
      (fadeEnd, isAudible) = (.zero, true)
    }
    visits = log
    if isAtEnd { visits.reopen() }
    visits.leave(at: position, instant, .crash)
    now = instant
    guard let cursor, mode != .over else { return }
    visits.enter(cursor, at: position, after: elapsed, instant)
    beginWait()
  }

  private mutating func begin() {
    guard mode == .idle else { return }
    // A workout of length zero is over at once.
    guard let cursor else { return enter(nil) }
    // Until here no time has counted.
    move(to: .zero)
    mode = .running
    fadeEnd = now + fadeLength
    visits.enter(cursor, at: .zero, after: .zero, now)
    beginWait()
  }

  private mutating func pause(_ reason: PauseReason) {
    guard mode == .running || mode == .closing else { return }
    if reason != .user { fadeEnd = now } else if mode == .running { fadeEnd = now + fadeLength }
    stopTimer(.paused(reason))
  }

  private mutating func resume() {
    guard mode.isPaused else { return }
    interruptions = Interruptions()
    if isAtEnd { return close(before: nil) }
    fadeEnd = now + fadeLength
    run()
  }

  /// Pauses playback; the first of several interruptions decides whether the session was playing.
  private mutating func beginInterruption() {
    guard mode != .over, mode != .idle else { return }
    if interruptions.count == 0 { interruptions.resumes = mode == .running || mode == .closing }
    interruptions.count += 1
    // It also cuts the fade of a pause short.
    if mode.isPaused { fadeEnd = min(fadeEnd, now) }
    pause(.interruption)
  }

  /// Ends an interruption; the last one resumes the session if it requests that and the user has not paused meanwhile.
  private mutating func endInterruption(shouldResume: Bool) {
    guard interruptions.count > 0 else { return }
    interruptions.count -= 1
    if interruptions.count == 0, shouldResume, interruptions.resumes { resume() }
  }

  private mutating func toggle() {
    guard mode != .over, mode != .idle else { return }
    if let lastToggle, now - lastToggle < Self.debounce { return }
    if mode == .running || mode == .closing { pause(.user) } else { resume() }
    lastToggle = now
  }

  /// Ends the session after a fade of at most `longest`; an abort shortens that of a stop.
  private mutating func stop(over longest: Duration) {
    guard mode != .over || fadeEnd > now else { return }
    fadeEnd = now + min(mode == .running ? fadeLength : max(fadeEnd - now, .zero), longest)
    end = End(at: fadeEnd, reason: .stopped)
    guard mode != .over else { return }
    visits.leave(at: position, now, .stop)
    stopTimer(.over)
  }

  private mutating func suspended(for gap: Duration) {
    guard gap > .zero, mode == .running || mode == .closing else { return }
    switch policy {
    case .continue: break
    case .freeze: if mode == .running { leaveOut(gap) }
    case .pauseIfOver(let limit): if gap > limit { pause(.suspend) }
    }
  }

  private mutating func whileAlive(_ move: (inout ReferenceModel) -> Void) {
    if mode != .over, mode != .idle { move(&self) }
  }
}
