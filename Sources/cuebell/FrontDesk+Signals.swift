import Glibc
import HostThreads
import LiveHost
import WorkoutEngine

extension FrontDesk {
  mutating func receive(_ signal: Int32, _ session: LiveSession) {
    switch signal {
    case SIGHUP:
      // The terminal is gone, or its user.
      console.hangUp()
      session.send(.lifecycle(.background))
    case SIGWINCH: console.measure()
    case SIGTSTP:
      if errands.isAwaited(.stop) { return }
      errands.await(.stop)
      stopInterruption = .asked
      session.send(.interruptionBegan)
    case SIGCONT:
      // This soon after the process came back from a stop it is the one that let it go on.
      if let lastReturn, lastReturn.duration(to: .now) < SignalEcho.span { return }
      attend(session)
    case SIGUSR1:
      // Interruptions nest, so one take-over is one interruption however often it is announced.
      if isTakenOver { return }
      isTakenOver = true
      errands.await(.letGo)
      session.send(.interruptionBegan)
    default: end(by: signal, session)
    }
  }

  /// Ends the session with the shortest fade; whoever asks a second time has it at once.
  private mutating func end(by signal: Int32, _ session: LiveSession) {
    if let asked {
      if asked.isEchoed(by: signal) { return }
      ownership.end()
      SignalRescue.end(by: signal)
    }
    ending.signal = signal
    asked = SignalEcho(of: signal)
    session.send(.abort)
  }

  /// Notes what came of an interruption.
  mutating func noteInterruption(_ event: EngineEvent, _ session: LiveSession) {
    errands.learn(event)
    // The user's resume ends all interruptions.
    if case .resumed = event.kind { isTakenOver = false }
    guard stopInterruption != .none, case .actionTaken(.interruptionBegan, let answer, _, _) = event.kind else {
      return
    }
    let hasReturned = !errands.isAwaited(.stop)
    stopInterruption = answer == .accepted ? .begun : .none
    // A session that was too busy to answer before the stop answers behind it.
    if hasReturned { endStopInterruption(session) }
  }

  /// Does what had to wait for silence.
  mutating func perform(_ errand: Errands.Errand, _ session: LiveSession) {
    // Whoever is stopped can't be asked for the session: it is free meanwhile.
    ownership.letGo()
    tellOwner(at: clock.now())
    guard errand == .stop else {
      nextLook = .now + Self.lookPause
      return
    }
    console.leave()
    JobControl.stop()
    lastReturn = .now
    attend(session)
    endStopInterruption(session)
  }

  /// Looks whether the run that was let have the session still wants it, and goes on where it doesn't.
  mutating func lookForSession(_ session: LiveSession) {
    guard let nextLook, nextLook <= .now else { return }
    // The user may have gone on with it meanwhile.
    self.nextLook = isTakenOver ? .now + Self.lookPause : nil
    guard isTakenOver, ownership.isHeld || (ownership.isFree && ownership.takeBack() == nil) else { return }
    tellOwner(at: clock.now())
    endTakeOver(session)
  }

  private static var lookPause: Duration { .milliseconds(250) }

  /// Resumes what the stop has interrupted, unless another run has taken the audio session meanwhile.
  private mutating func endStopInterruption(_ session: LiveSession) {
    let holder = ownership.takeBack()
    tellOwner(at: clock.now())
    guard stopInterruption == .begun else { return }
    stopInterruption = .none
    if let holder {
      say("Another run holds the audio session: \(holder).")
      // What the stop began goes on as a take-over, unless there was one before.
      guard isTakenOver else {
        isTakenOver = true
        nextLook = .now + Self.lookPause
        return
      }
    } else {
      endTakeOver(session)
    }
    session.send(.interruptionEnded(shouldResume: true))
  }

  private mutating func endTakeOver(_ session: LiveSession) {
    guard isTakenOver else { return }
    isTakenOver = false
    nextLook = nil
    session.send(.interruptionEnded(shouldResume: true))
  }

  /// Looks anew at who has the terminal: draws on it, or leaves it alone.
  mutating func attend(_ session: LiveSession) {
    let wasWatched = console.isWatched
    console.attend()
    if console.isWatched != wasWatched { session.send(.lifecycle(console.isWatched ? .active : .background)) }
  }
}
