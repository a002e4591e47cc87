import WorkoutModel

/// The results of actions, except moves in the plan.
extension Engine {
  /// The fade of a session that must end at once.
  private static let abortFade = Duration.milliseconds(250)
  private static let pauseFade = Duration.milliseconds(300)
  /// The fade of everything on an interruption.
  package static let interruptionFade = PlaybackMachine.interruptionFade

  /// Applies an action at the current instant, unless it is refused already, and reports its result.
  mutating func apply(_ action: Action, by origin: ActionOrigin?, refusal given: RefusalReason? = nil) {
    let before = playback
    let action = action == .next ? next : action
    (currentAction, currentOrigin) = (action, origin)
    defer { (currentOrigin, skipped) = (nil, nil) }
    let result = (given ?? refusal(of: action)).map(ActionResult.refused) ?? result(of: action)
    currentAction = nil
    if !action.isMeasurement { counts.count(action, result) }
    report(.actionTaken(ActionReport(action, result, from: before, to: playback)), at: now)
    let isTransition = result == .accepted && (playback != before || action.isMove)
    if isTransition || action == .interruptionBegan {
      cutWordsInPause(action.isMove ? .phaseLeft : timer.isRunning ? .resumed : .paused)
    }
    if isTransition { emit(.journal, at: now) }
    findNextDeadline()
  }

  /// Why a move is refused that was meant for another phase; one that isn't is recorded.
  private mutating func refusal(of action: Action) -> RefusalReason? {
    if action.isFromPhase, let currentOrigin, playback.moveRefusal == nil,
      let refusal = moves.refusal(of: currentOrigin, in: context?.id.text, at: now)
    {
      return refusal
    }
    if action.isMove { moves.recordMove(by: currentOrigin, from: context?.id, at: now) }
    return nil
  }

  private mutating func result(of action: Action) -> ActionResult {
    switch action {
    case .tick: .accepted
    case .start: start()
    case .prepared: becomePrepared()
    case .preparationFailed(let reason): fail(reason)
    case .pause: outsideFade { $0.pause() }
    case .resume: outsideFade { $0.resume() }
    case .toggle: toggle()
    case .stop: stop(over: state.machine.fade)
    case .abort: stop(over: min(Self.abortFade, state.machine.fade))
    case .next: result(of: next)
    case .skip: whileBegun { $0.skip() }
    case .back: whileBegun { $0.back() }
    case .restartPhase: whileBegun { $0.restartPhase() }
    case .jump(let position): jump(to: position)
    case .jumpToSet(let set): whileBegun { $0.jump(toSet: set) }
    case .seek(let amount): whileBegun { $0.seek(by: amount) }
    case .extend(let amount): whileBegun { $0.extend(by: amount) }
    case .done: whileBegun { $0.done() }
    case .undo: whileBegun { $0.travel(.undo) }
    case .redo: whileBegun { $0.travel(.redo) }
    case .setVolume(let volume): setVolume(volume)
    case .lifecycle(let lifecycle): change(to: lifecycle)
    case .interruptionBegan: interrupt()
    case .interruptionEnded(let shouldResume): perform { $0.endInterruption(shouldResume: shouldResume) }
    case .audioLost: setAudible(false)
    case .audioRestored: setAudible(true)
    case .suspended(let gap): suspend(for: gap)
    case .speechFailed(let phrase, let reason): recordFailure(of: phrase, reason)
    case .measure(let signal, let value, let source): measure(signal, value, from: source)
    case .say(let text): say(text)
    }
  }

  private mutating func start() -> ActionResult {
    let result = transition(at: now) { $0.start() }
    if result == .accepted { emit(.session(.activate), at: now) }
    return result
  }

  private mutating func becomePrepared() -> ActionResult {
    let result = state.machine.startPrepared(at: now)
    guard result == .accepted else { return result }
    guard let context else {
      // A workout of length zero is over at once.
      complete(at: now)
      return .accepted
    }
    begin(context, at: now)
    let reason = transition(at: now) { [now] in $0.endPreparation(at: now) }
    if let reason { reportPause(reason, at: now) }
    return .accepted
  }

  private mutating func fail(_ reason: String) -> ActionResult {
    var failed = state.machine
    let result = failed.fail(reason)
    guard result == .accepted else { return result }
    cancelRest(cause: .failed)
    transition(at: now) { $0 = failed }
    finish(.failed, at: now)
    discardPlan()
    return .accepted
  }

  private mutating func pause() -> ActionResult { perform { [now] in $0.pause(.user, at: now) } }

  private mutating func resume() -> ActionResult { perform { $0.endPause() } }

  /// Another program has the sound: what was to be said on request would be heard by nobody.
  private mutating func interrupt() -> ActionResult {
    let result = perform { [now] in $0.beginInterruption(at: now) }
    if result == .accepted { leaveOutRequests(.interrupted, at: now) }
    return result
  }

  private mutating func toggle() -> ActionResult {
    if let refusal = state.machine.toggleRefusal(at: now) { return .refused(refusal) }
    let result = outsideFade { engine in
      switch engine.playback {
      case .idle: engine.start()
      case .paused, .fadingOut(_, .paused), .preparingToPause: engine.resume()
      default: engine.pause()
      }
    }
    if result == .accepted { state.machine.recordToggle(at: now) }
    return result
  }

  /// How much too long a sleep may seem, because two clocks can't be read at the same instant.
  private static let clockTolerance = Duration.milliseconds(10)

  /// Why the time that the machine slept until `now` can't be told; `nil` if it can.
  func refusalOfSleep(_ gap: Duration, at now: Duration) -> RefusalReason? {
    if gap <= .zero { return .notAsleep }
    // What was counted can't be taken back: the session would stand still until it is made up for.
    guard gap <= now - self.now + Self.clockTolerance else {
      return .sleepCounted
    }
    return nil
  }

  private mutating func suspend(for gap: Duration) -> ActionResult {
    if playback.isOver { return .refused(.over) }
    gapCause = .suspend
    let lead = timer.lead
    let result = perform { [now, policies] in $0.suspend(for: gap, policies.whenSuspended, at: now) }
    if policies.whenSuspended == .freeze, saidInPause?.isHeard(from: now) == true { saidInPause?.shift(by: gap) }
    if let lead, let shifted = timer.lead {
      for index in overdue.indices { overdue[index].delay += shifted - lead }
    }
    // The omitted time lies between two beats.
    if timer.lead != lead { startBeats(over: .zero) }
    return result
  }

  /// Makes a transition of the playback; bed, track and cues follow it.
  private mutating func perform(_ change: (inout PlaybackMachine) -> PlaybackMachine.Transition) -> ActionResult {
    switch transition(at: now, change) {
    case .refused(let reason): return .refused(reason)
    case .accepted: break
    case .fadesOut(let fade, let left, let reason):
      fadeOutAll(over: fade, within: left, .paused)
      if let reason { reportPause(reason, at: now) }
    case .resumes(let reason): resume(after: reason)
    }
    return .accepted
  }

  private mutating func resume(after reason: PauseReason) {
    report(.resumed(PauseReport(elapsed: timer.elapsed(at: now), reason: reason)), at: now)
    if isAtEnd { return close(over: closingLength(before: nil)) }
    let left = timeLeft(at: now)
    fadeBed(at: now) { [now] in $0.resume(before: left, at: now) }
    if context?.phase.track != nil { emit(.track(.resume(fade: state.machine.fade)), at: now) }
    transition(at: now) { [now] in $0.play(at: now) }
    startBeats(over: ambient.bed?.fade ?? state.machine.fade)
  }

  private mutating func stop(over fade: Duration) -> ActionResult {
    switch playback {
    case .completed, .stopped, .failed: return .refused(.over)
    case .fadingOut(_, .stopped) where fade >= state.machine.fade: return .refused(.over)
    case .idle, .preparingToPlay, .preparingToPause, .paused:
      cancelRest(cause: .stop)
      finish(.stopped, at: now)
    case .fadingOut(let ramp, _):
      let left = ramp.end - now
      // The fade of the bed at an end may be longer.
      if fade < left { fadeOutAll(over: fade, within: fade, .stopped) } else { fadeOutLoudest(within: left) }
      cancelRest(cause: .stop)
    case .fadingIn, .playing:
      cancelRest(cause: .stop)
      let left = state.machine.ramp(at: now).length
      fadeOutAll(over: fade, within: left, .stopped)
      if left < fade { fadeOutLoudest(within: left) }
    }
    transition(at: now) { [now] in $0.stop(over: fade, at: now) }
    discardPlan()
    return .accepted
  }

  /// Fades out all sound; the notes about words that are cut give the reason. Bed and track keep their position.
  private mutating func fadeOutAll(over fade: Duration, within left: Duration, _ reason: PlanNote.Reason) {
    fadeBed(at: now) { [now] in $0.pause(over: fade, within: left, at: now) }
    if context?.phase.track != nil { emit(.track(.pause(fade: fade)), at: now) }
    fadeOutBeats(over: fade)
    emit(.silence(.everything, over: min(fade, Self.pauseFade)), at: now)
    fadeOutSpeech(reason)
  }

  /// Has all silent that a pause lets fade out for longer than the rest, because it was louder: a track that began at
  /// its full level, and beds that phases have left.
  mutating func fadeOutLoudest(within left: Duration) {
    if context?.phase.track != nil { emit(.track(.pause(fade: left)), at: now) }
    fadeBed(at: now) { [now] in $0.hastenLeaving(within: left, at: now) }
  }

  private mutating func setVolume(_ volume: Double) -> ActionResult {
    guard Limits.volume.contains(volume) else { return .refused(.volumeOutOfRange) }
    state.volume = volume
    emit(.volume(volume), at: now)
    return .accepted
  }

  /// Sets the lifecycle and replans from the live state; safe to repeat.
  private mutating func change(to lifecycle: Lifecycle) -> ActionResult {
    state.lifecycle = lifecycle
    replan()
    return .accepted
  }

  /// Time continues whether or not the session is audible.
  private mutating func setAudible(_ isAudible: Bool) -> ActionResult {
    if playback.isOver { return .refused(.over) }
    guard self.isAudible != isAudible else {
      return .refused(isAudible ? .notSilent : .alreadySilent)
    }
    state.isAudible = isAudible
    return .accepted
  }

  private mutating func recordFailure(of phrase: Phrase, _ reason: String) -> ActionResult {
    updateDurations { $0.record(phrase, failure: reason) }
    return .accepted
  }

  /// Performs `act` unless the policy refuses it during a fade.
  private mutating func outsideFade(_ act: (inout Engine) -> ActionResult) -> ActionResult {
    if let refusal = playback.fadeRefusal(policies.input) { return .refused(refusal) }
    return act(&self)
  }

  /// Performs a move unless the workout hasn't begun or is over.
  private mutating func whileBegun(_ move: (inout Engine) -> ActionResult) -> ActionResult {
    if let refusal = playback.moveRefusal { return .refused(refusal) }
    return move(&self)
  }
}

extension Action {
  /// Whether the action moves the session in the plan or changes the length of a phase.
  var isMove: Bool {
    switch self {
    case .skip, .back, .restartPhase, .jump, .jumpToSet, .seek, .extend, .done, .undo, .redo: true
    default: false
    }
  }
}
