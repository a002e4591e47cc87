import WorkoutModel

extension Engine {
  /// Applies an action at the present instant, and reports what became of it.
  mutating func apply(_ action: Action) {
    let before = state.playback
    acting = action
    let answer = answer(to: action)
    acting = nil
    usage.note(action, answer)
    report(.actionTaken(action, answer, from: before, to: state.playback), at: state.now)
    if answer == .accepted, state.playback != before || action.isMove { emit(.journal, at: state.now) }
    upcoming = next()
  }

  private mutating func answer(to action: Action) -> Answer {
    switch action {
    case .tick: .accepted
    case .start: start()
    case .prepared: becomePrepared()
    case .preparationFailed(let reason): fail(reason)
    case .pause: gated { $0.pause(.user) }
    case .resume: gated { $0.resume() }
    case .toggle: toggle()
    case .stop: stop(fade: playbackFade)
    case .abort: stop(fade: Self.abortFade)
    case .skip: whileAlive { $0.skip() }
    case .back: whileAlive { $0.back() }
    case .restartPhase: whileAlive { $0.restartPhase() }
    case .jump(let position): jump(to: position)
    case .extend(let amount): whileAlive { $0.extend(by: amount) }
    case .done: whileAlive { $0.done() }
    case .undo: whileAlive { $0.undo() }
    case .redo: whileAlive { $0.redo() }
    case .setVolume(let volume): setVolume(volume)
    case .lifecycle(let lifecycle): change(to: lifecycle)
    case .interruptionBegan: beginInterruption()
    case .interruptionEnded(let shouldResume): endInterruption(shouldResume: shouldResume)
    case .audioLost: setAudible(false)
    case .audioRestored: setAudible(true)
    case .suspended(let gap): suspended(for: gap)
    case .speechFailed(let text, let reason): speechFailed(text, reason)
    }
  }

  private mutating func start() -> Answer {
    guard state.playback == .idle else { return .refused("the workout has been started already") }
    guard state.cursor != nil else { return .refused("the workout lasts no time") }
    change(to: .preparingToPlay, at: state.now)
    emit(.session(.activate), at: state.now)
    return .accepted
  }

  private mutating func becomePrepared() -> Answer {
    guard let spot else { return .refused("nothing is being prepared") }
    switch state.playback {
    case .preparingToPlay:
      state.timer.start(at: state.now)
      begin(spot, at: state.now)
      fadeIn()
      return .accepted
    case .preparingToPause(let reason):
      begin(spot, at: state.now)
      rest(reason)
      return .accepted
    default: return .refused("nothing is being prepared")
    }
  }

  private mutating func fail(_ reason: String) -> Answer {
    switch state.playback {
    case .preparingToPlay, .preparingToPause:
      change(to: .failed(reason: reason), at: state.now)
      finish(.failed, at: state.now)
      return .accepted
    default: return .refused("nothing is being prepared")
    }
  }

  /// Pauses: the timer stands from this instant on, the fade out is only heard.
  mutating func pause(_ reason: PauseReason) -> Answer {
    switch state.playback {
    case .preparingToPlay:
      change(to: .preparingToPause(reason), at: state.now)
      return .accepted
    case .fadingIn, .playing:
      let ramp = ramp(turning: state.playback)
      state.timer.stop(at: state.now)
      hold(fade: playbackFade)
      change(to: .fadingOut(ramp, to: .paused(reason)), at: state.now)
      return .accepted
    case .fadingOut(let ramp, .completed):
      // The bed goes on falling silent; the end waits.
      change(to: .fadingOut(ramp, to: .paused(reason)), at: state.now)
      return .accepted
    case .paused where state.interruptions.pausedPlayback:
      // It stands already, and does so until the user resumes.
      state.interruptions.keepPaused()
      change(to: .paused(reason), at: state.now)
      return .accepted
    case .preparingToPause where state.interruptions.pausedPlayback:
      state.interruptions.keepPaused()
      change(to: .preparingToPause(reason), at: state.now)
      return .accepted
    case .fadingOut(_, .paused), .paused, .preparingToPause: return .refused("it is paused already")
    case .idle: return .refused("the workout hasn't been started")
    case .fadingOut(_, .stopped), .completed, .stopped, .failed: return .refused("the workout is over")
    }
  }

  /// Goes on with a fade in, from wherever a fade out has come.
  mutating func resume() -> Answer {
    switch state.playback {
    case .preparingToPause:
      state.interruptions.endAll()
      change(to: .preparingToPlay, at: state.now)
      return .accepted
    case .paused(let reason), .fadingOut(_, .paused(let reason)):
      state.interruptions.endAll()
      if isAtEnd {
        report(.resumed(elapsed: state.elapsed, reason: reason), at: state.now)
        close(over: closingLength(before: nil))
        return .accepted
      }
      state.timer.start(at: state.now)
      resumeAmbient(at: state.now)
      if spot?.sheet.track != nil { emit(.track(.resume(fade: playbackFade)), at: state.now) }
      report(.resumed(elapsed: state.elapsed, reason: reason), at: state.now)
      fadeIn()
      replanHere()
      return .accepted
    case .fadingIn, .playing, .preparingToPlay, .fadingOut(_, .completed): return .refused("it isn't paused")
    case .idle: return .refused("the workout hasn't been started")
    case .fadingOut(_, .stopped), .completed, .stopped, .failed: return .refused("the workout is over")
    }
  }

  private mutating func toggle() -> Answer {
    if state.playback.isOver { return .refused("the workout is over") }
    if let last = state.lastToggle, state.now - last < EngineState.toggleDebounce {
      return .refused("toggled less than 0.5 s before")
    }
    let answer = gated { engine in
      switch engine.state.playback {
      case .idle: engine.start()
      case .paused, .fadingOut(_, .paused), .preparingToPause: engine.resume()
      default: engine.pause(.user)
      }
    }
    if answer == .accepted { state.lastToggle = state.now }
    return answer
  }

  private mutating func stop(fade: Duration) -> Answer {
    switch state.playback {
    case .completed, .stopped, .failed: return .refused("the workout is over")
    case .fadingOut(_, .stopped) where fade >= playbackFade: return .refused("the workout is over")
    case .idle, .preparingToPlay, .preparingToPause, .paused:
      cancelCues(cause: "stop")
      finish(.stopped, at: state.now)
    case .fadingOut(let ramp, _):
      if fade < playbackFade { hold(fade: fade) }
      cancelCues(cause: "stop")
      let left = PlaybackState.Ramp(since: state.now, length: min(ramp.end - state.now, fade))
      change(to: .fadingOut(left, to: .stopped), at: state.now)
    case .fadingIn, .playing:
      let ramp = ramp(turning: state.playback)
      cancelCues(cause: "stop")
      state.timer.stop(at: state.now)
      hold(fade: fade)
      let left = PlaybackState.Ramp(since: state.now, length: min(ramp.length, fade))
      change(to: .fadingOut(left, to: .stopped), at: state.now)
    }
    scheduler = .nothing
    return .accepted
  }

  private mutating func setVolume(_ volume: Double) -> Answer {
    guard (-60.0...12.0).contains(volume) else { return .refused("the volume must be -60 to 12 dB") }
    state.volume = volume
    emit(.volume(volume), at: state.now)
    return .accepted
  }

  /// Refuses what the gate policy keeps out during a fade.
  private mutating func gated(_ act: (inout Engine) -> Answer) -> Answer {
    if policies.input == .gate, !state.playback.isOver {
      switch state.playback {
      case .fadingIn, .fadingOut(_, .paused), .fadingOut(_, .completed): return .refused("a fade is on its way")
      default: break
      }
    }
    return act(&self)
  }

  private mutating func whileAlive(_ move: (inout Engine) -> Answer) -> Answer {
    switch state.playback {
    case .idle, .preparingToPlay, .preparingToPause: .refused("the workout hasn't begun")
    case .completed, .stopped, .failed, .fadingOut(_, .stopped): .refused("the workout is over")
    case .fadingIn, .playing, .fadingOut(_, .paused), .fadingOut(_, .completed), .paused: move(&self)
    }
  }
}

extension Action {
  /// Whether it moves the place in the plan.
  var isMove: Bool {
    switch self {
    case .skip, .back, .restartPhase, .jump, .extend, .done, .undo, .redo: true
    default: false
    }
  }
}
