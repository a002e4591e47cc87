import WorkoutModel

extension Engine {
  /// Applies an action at the present instant, and reports whether it was accepted.
  mutating func apply(_ action: Action) {
    let answer: Answer
    switch action {
    case .tick: return
    case .start: answer = start()
    case .prepared: answer = becomePrepared()
    case .preparationFailed(let reason): answer = fail(reason)
    case .pause: answer = pause(.user)
    case .resume: answer = resume()
    case .toggle: answer = toggle()
    case .stop: answer = stop(fade: playbackFade)
    case .abort: answer = stop(fade: Self.abortFade)
    case .skip: answer = whileAlive { $0.skip() }
    case .back: answer = whileAlive { $0.back() }
    case .restartPhase: answer = whileAlive { $0.restartPhase() }
    case .jump(let position): answer = jump(to: position)
    case .extend(let amount): answer = whileAlive { $0.extend(by: amount) }
    case .done: answer = whileAlive { $0.done() }
    case .setVolume(let volume): answer = setVolume(volume)
    }
    if action.isReported { report(.actionTaken(action, answer), at: state.now) }
  }

  private mutating func start() -> Answer {
    guard state.playback == .idle else { return .refused("the workout has been started already") }
    guard state.cursor != nil else { return .refused("the workout lasts no time") }
    change(to: .preparingToPlay, at: state.now)
    emit(.session(.activate), at: state.now)
    return .accepted
  }

  private mutating func becomePrepared() -> Answer {
    guard let cursor = state.cursor else { return .refused("nothing is being prepared") }
    switch state.playback {
    case .preparingToPlay:
      state.timer.start(at: state.now)
      begin(cursor, at: state.now)
      fadeIn()
      return .accepted
    case .preparingToPause:
      begin(cursor, at: state.now)
      change(to: .paused(.user), at: state.now)
      report(.paused(elapsed: state.elapsed, reason: .user), at: state.now)
      return .accepted
    default: return .refused("nothing is being prepared")
    }
  }

  private mutating func fail(_ reason: String) -> Answer {
    guard state.playback == .preparingToPlay || state.playback == .preparingToPause else {
      return .refused("nothing is being prepared")
    }
    change(to: .failed(reason: reason), at: state.now)
    finish(.failed, at: state.now)
    return .accepted
  }

  /// Pauses: the timer stands from this instant on, the fade out is only heard.
  mutating func pause(_ reason: PauseReason) -> Answer {
    switch state.playback {
    case .preparingToPlay:
      change(to: .preparingToPause, at: state.now)
      return .accepted
    case .fadingIn, .playing:
      state.timer.stop(at: state.now)
      hold(fade: playbackFade)
      change(to: .fadingOut(ramp(turning: state.playback), to: .paused(reason)), at: state.now)
      return .accepted
    case .fadingOut(_, .paused), .paused, .preparingToPause: return .refused("it is paused already")
    case .idle: return .refused("the workout hasn't been started")
    case .fadingOut(_, .stopped), .completed, .stopped, .failed: return .refused("the workout is over")
    }
  }

  private mutating func resume() -> Answer {
    switch state.playback {
    case .preparingToPause:
      change(to: .preparingToPlay, at: state.now)
      return .accepted
    case .paused, .fadingOut(_, .paused):
      state.timer.start(at: state.now)
      resumeAmbient(at: state.now)
      if let cursor = state.cursor, timeline.phase(of: cursor.id).track != nil {
        emit(.track(.resume(fade: playbackFade)), at: state.now)
      }
      report(.resumed(elapsed: state.elapsed), at: state.now)
      fadeIn()
      replan(from: state.position, keeping: Set(scheduler.queue.map(\.key)))
      return .accepted
    case .fadingIn, .playing, .preparingToPlay: return .refused("it isn't paused")
    case .idle: return .refused("the workout hasn't been started")
    case .fadingOut(_, .stopped), .completed, .stopped, .failed: return .refused("the workout is over")
    }
  }

  private mutating func toggle() -> Answer {
    guard state.canAcceptUserInput else {
      return .refused(state.playback.isOver ? "the workout is over" : "toggled less than 0.5 s before")
    }
    let answer: Answer
    switch state.playback {
    case .idle: answer = start()
    case .paused, .fadingOut(_, .paused), .preparingToPause: answer = resume()
    default: answer = pause(.user)
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
    scheduler = WarningScheduler(at: nil, from: .zero, speaking: [])
    return .accepted
  }

  private mutating func setVolume(_ volume: Double) -> Answer {
    guard (-60.0...12.0).contains(volume) else { return .refused("the volume must be -60 to 12 dB") }
    state.volume = volume
    emit(.volume(volume), at: state.now)
    return .accepted
  }

  private mutating func whileAlive(_ move: (inout Engine) -> Answer) -> Answer {
    switch state.playback {
    case .idle, .preparingToPlay, .preparingToPause: return .refused("the workout hasn't begun")
    case .completed, .stopped, .failed, .fadingOut(_, .stopped): return .refused("the workout is over")
    case .fadingIn, .playing, .fadingOut(_, .paused), .paused: return move(&self)
    }
  }

  /// Fades out what sounds and keeps its place.
  private mutating func hold(fade: Duration) {
    pauseAmbient(fade: fade, at: state.now)
    if let cursor = state.cursor, timeline.phase(of: cursor.id).track != nil {
      emit(.track(.pause(fade: fade)), at: state.now)
    }
    emit(.silence(.everything, over: min(fade, Self.pauseFade)), at: state.now)
    speaking = []
  }

  private mutating func fadeIn() {
    change(to: .fadingIn(ramp(turning: state.playback)), at: state.now)
  }

  /// A fade that begins now; one that turns another round takes as long as that one has come.
  private func ramp(turning playback: PlaybackState) -> PlaybackState.Ramp {
    switch playback {
    case .fadingIn(let ramp), .fadingOut(let ramp, _):
      return PlaybackState.Ramp(since: state.now, length: playbackFade - (ramp.end - state.now))
    default: return PlaybackState.Ramp(since: state.now, length: playbackFade)
    }
  }

  /// The fade of a session that must end now.
  static let abortFade = Duration.milliseconds(250)
  /// How fast cues fall silent on a pause.
  static let pauseFade = Duration.milliseconds(300)
}
