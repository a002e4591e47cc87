import Glibc
import HostSystem
import SessionControl
import WorkoutEngine

extension LiveSessionController {
  mutating func receive(_ signal: Int32, _ session: LiveSession) {
    switch signal {
    case SIGHUP:
      // The terminal was closed, or its user has logged out.
      terminal.hangUp()
      for follower in options.followers { follower.watch(false) }
      session.send(.lifecycle(.background), by: .from(.signal, name: nil))
    case SIGWINCH: terminal.measure()
    case SIGTSTP:
      if handovers.isPending(.stop) { return }
      handovers.add(.stop)
      stopInterruption = .requested
      session.send(.interruptionBegan, by: .from(.signal, name: nil))
    case SIGCONT:
      // This soon after the process continued, the signal is the one that continued it.
      if let lastContinuation, lastContinuation.duration(to: .now) < SignalDebounce.span { return }
      updateForeground(session)
    case SIGUSR1:
      // Interruptions nest, so a take-over counts as one however often it is announced.
      if takenOverAt != nil { return }
      takenOverAt = .now
      handovers.add(.audioSession)
      session.send(.interruptionBegan, by: .from(.signal, name: nil))
    default: end(by: signal, session)
    }
  }

  /// Ends the session with the shortest fade; a second request ends it at once.
  private mutating func end(by signal: Int32, _ session: LiveSession) {
    if let endSignal {
      if endSignal.isRepeated(by: signal) { return }
      ownership.end()
      SignalRescue.end(by: signal)
    }
    ending.signal = signal
    endSignal = SignalDebounce(of: signal)
    session.send(.abort, by: .from(.signal, name: nil))
  }

  mutating func followInterruption(_ event: EngineEvent, _ session: LiveSession) {
    handovers.follow(event)
    // A resume by the user ends all interruptions.
    if case .resumed = event.kind { takenOverAt = nil }
    guard stopInterruption != .none, case .actionTaken(let report) = event.kind,
      report.action == .interruptionBegan
    else { return }
    let hasContinued = !handovers.isPending(.stop)
    stopInterruption = report.result == .accepted ? .begun : .none
    // A session that was too busy to answer before the stop answers after it.
    if hasContinued { endStopInterruption(session) }
  }

  mutating func perform(_ handover: DeferredHandovers.Handover, _ session: LiveSession) {
    // A stopped process can't release the session on request, so it releases it in advance.
    ownership.handOver()
    writeOwner(at: clock.now())
    guard handover == .stop else {
      nextOwnershipCheck = .now + Self.ownershipCheckInterval
      return
    }
    terminal.restore()
    JobControl.stop()
    lastContinuation = .now
    updateForeground(session)
    endStopInterruption(session)
  }

  /// Checks whether the run that took the session over still needs it, and resumes if it doesn't.
  mutating func checkOwnership(_ session: LiveSession) {
    guard let nextOwnershipCheck, nextOwnershipCheck <= .now else { return }
    // The user may have resumed in the meantime.
    self.nextOwnershipCheck = takenOverAt == nil ? nil : .now + Self.ownershipCheckInterval
    guard takenOverAt != nil, ownership.isHeld || (ownership.isFree && ownership.reclaim() == nil) else { return }
    writeOwner(at: clock.now())
    endTakeOver(session)
  }

  private static var ownershipCheckInterval: Duration { .milliseconds(250) }

  /// Resumes what the stop has interrupted, unless another run has taken the audio session in the meantime.
  private mutating func endStopInterruption(_ session: LiveSession) {
    let refusal = ownership.reclaim()
    writeOwner(at: clock.now())
    guard stopInterruption == .begun else { return }
    stopInterruption = .none
    if let refusal {
      show(refusal)
      // The interruption by the stop continues as a take-over, unless there was one before.
      guard takenOverAt != nil else {
        takenOverAt = .now
        nextOwnershipCheck = .now + Self.ownershipCheckInterval
        return
      }
    } else {
      endTakeOver(session)
    }
    session.send(.interruptionEnded(shouldResume: true), by: .from(.signal, name: nil))
  }

  /// Ends the interruption by another run. After a short one the session resumes; after another class its user decides.
  private mutating func endTakeOver(_ session: LiveSession) {
    guard let begin = takenOverAt.take() else { return }
    nextOwnershipCheck = nil
    let isShort = begin.duration(to: .now) < Self.shortTakeOver
    session.send(.interruptionEnded(shouldResume: isShort), by: .from(.signal, name: nil))
  }

  private static var shortTakeOver: Duration { .seconds(120) }

  /// Checks again which process is in the terminal's foreground, and draws on the terminal or leaves it alone.
  mutating func updateForeground(_ session: LiveSession) {
    let wasWatched = terminal.isWatched
    terminal.updateForeground()
    guard terminal.isWatched != wasWatched else { return }
    session.send(.lifecycle(terminal.isWatched ? .active : .background))
    for follower in options.followers { follower.watch(terminal.isWatched) }
  }
}
