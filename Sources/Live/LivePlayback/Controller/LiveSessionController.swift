import CueAudio
import Glibc
package import HostSystem
package import SessionControl
package import SessionReporting
package import WorkoutEngine
import WorkoutModel

/// Connects a live session to its user: keys and signals to actions, reports to the screen, lines and events.
package struct LiveSessionController {
  package enum Message: Sendable {
    case report(LiveSession.Report)
    /// An event to observe: it is heard, or belongs to an answered request.
    case observed(EngineEvent, isRequested: Bool)
    case signal(Int32)
    case deviceIsFree
    case notice(String)
    case request(CommandRequest)
    /// The machine is about to suspend, and waits for the callback.
    case prepareForSleep(@Sendable () -> Void)
    /// The machine has resumed, or the suspend was cancelled.
    case wakeUp
  }

  package struct Ending: Sendable {
    package var signal: Int32?
    /// `nil` if it didn't end by itself.
    package var reason: FinishReason?
  }

  package struct Options {
    package var isColored = false
    /// Whether only problems and the end have lines, without a screen.
    package var isQuiet = false
    /// Whether a screen may be drawn; otherwise there are lines.
    package var draws = true
    package var volume = 0.0
    /// The pause after which a restored session resumes automatically; `nil` if the user resumes it.
    package var resumesAfter: Duration?
    package var environment: [String: String] = [:]
    package var followers: [any SessionFollower] = []
    /// Shows a notification to a user who isn't looking at the terminal.
    package var notify: @Sendable (String) -> Void = DesktopNotification.show

    package init() {}
  }

  let output: EventOutput
  let ownership: AudioSessionOwnership
  let clock: BootClock
  let timeline: Timeline
  let sound: LiveSound
  let options: Options
  var terminal: SessionTerminal
  /// The phase for which the user's keys are meant.
  var seen = SeenPhase()
  var layouts: KeyboardLayouts
  var handovers: DeferredHandovers
  var ending = Ending()
  private var phase: PhaseReport?
  var endSignal: SignalDebounce?
  var stopInterruption = StopInterruption.none
  /// Since when another run has the audio session, which interrupts this one; `nil` if none has.
  var takenOverAt: ContinuousClock.Instant?
  /// The time of the next check whether the run that was given the audio session still needs it; `nil` if there is
  /// none.
  var nextOwnershipCheck: ContinuousClock.Instant?
  /// The time at which the process last continued after a stop.
  var lastContinuation: ContinuousClock.Instant?
  var audio: SessionEvent.AudioReport
  /// Whether the session has been audible: only then can sound be lost or restored.
  var wasHeard: Bool
  var volume: Double
  var isMuted = false
  var jumpPrompt: String?
  private var autoResume: AutoResume
  var unspoken: UnspokenWords
  private var encoder = EventEncoder { FrameClock().frame(at: $0) }

  /// Whether the session was interrupted for a stop of the process, so that continuing resumes it.
  enum StopInterruption {
    /// It was not, or it was paused already.
    case none
    /// The interruption was sent and hasn't been answered.
    case requested
    case begun
  }

  /// A controller that writes to `output`, for a session before its first event; `unspoken` has the reasons that were
  /// reported.
  package init(
    _ output: EventOutput, _ ownership: AudioSessionOwnership, _ session: ObservedSession, _ clock: BootClock,
    _ sound: LiveSound, unspoken: UnspokenWords, options: Options
  ) {
    self.unspoken = unspoken
    autoResume = AutoResume(after: options.resumesAfter)
    self.sound = sound
    audio = sound.report
    wasHeard = sound.isHeard
    self.output = output
    self.ownership = ownership
    timeline = session.timeline
    self.clock = clock
    self.options = options
    volume = options.volume
    layouts = KeyboardLayouts(locale: UserLocale.of("LC_CTYPE", options.environment) ?? "")
    terminal = SessionTerminal(
      session, clock, isColored: options.isColored, draws: options.draws && !options.isQuiet && !output.isJSON,
      environment: options.environment)
    handovers = DeferredHandovers(clock)
  }

  /// Begins the session's events; `start` says how it begins, which is of no use at its end.
  package mutating func open(with hello: SessionEvent.Kind, _ start: String?, _ messages: [String]) {
    write(SessionEvent(at: .zero, kind: hello))
    observe(SessionEvent(at: clock.now(), kind: .audio(audio)))
    writeOwner(at: clock.now())
    if let start, !terminal.show(start, isOfStart: true) { output.message(start) }
    for message in messages { show(message) }
  }

  /// Writes an event that isn't the engine's, and has it observed.
  mutating func observe(_ event: SessionEvent) {
    write(event)
    for follower in options.followers { follower.observe([event]) }
    terminal.show(event)
  }

  mutating func write(_ event: SessionEvent) {
    if output.takesEvents || !options.followers.isEmpty {
      let instant = encoder.time(of: event)
      let line = encoder.line(event)
      if output.takesEvents { output.event(line, at: instant) }
      for follower in options.followers { follower.follow(event, line: line) }
    }
  }

  mutating func writeOwner(at instant: Duration) {
    guard ownership.isShared else { return }
    observe(SessionEvent(at: instant, kind: .session(owner: ownership.owner?.rawValue)))
  }

  /// Shows the user a message without disturbing the screen; the writer filters it.
  package mutating func show(_ message: String) {
    if !terminal.show(message) { output.message(message) }
  }

  /// Runs the session until it is over; `descriptor` is readable while there are messages.
  package mutating func run(
    _ session: LiveSession, _ inbox: Mailbox<Message>, waking descriptor: Int32
  ) -> Ending {
    terminal.updateForeground()
    for follower in options.followers { follower.watch(terminal.isWatched) }
    // A service, a background job and a pipe have no viewer.
    if !terminal.isWatched { session.send(.lifecycle(.background)) }
    while true {
      if !terminal.paint() { updateForeground(session) }
      wait(for: descriptor, session)
      if terminal.hasReturned() { updateForeground(session) }
      if handovers.needsDeviceReleased() { session.releaseDevice { inbox.put(.deviceIsFree) } }
      for handover in handovers.ready() { perform(handover, session) }
      checkOwnership(session)
      if autoResume.isDue() { session.send(.resume, by: .from(.system, name: nil)) }
      for message in inbox.drain().messages {
        switch message {
        case .signal(let number): receive(number, session)
        case .deviceIsFree: handovers.deviceReleased()
        case .notice(let text): show(text)
        case .request(let request): perform(request, session)
        case .prepareForSleep(let isDone): session.prepareForSleep(isDone)
        case .wakeUp: session.wakeUp()
        case .observed(let event, let isRequested):
          if case .phaseStarted(let phase) = event.kind {
            seen.show(phase.id, at: isRequested ? clock.now() : max(clock.now(), event.at))
          }
          terminal.show(SessionEvent(event), isRequested: isRequested)
        case .report(.over): return ending
        case .report(let report): receive(report, session)
        }
      }
    }
  }

  /// Handles messages that have arrived after the session was over.
  package mutating func settle(_ messages: [Message]) {
    for message in messages {
      switch message {
      case .notice(let text): show(text)
      case .request(let request): request.answer(.ending)
      case .prepareForSleep(let isDone): isDone()
      case .report, .observed, .signal, .deviceIsFree, .wakeUp: break
      }
    }
  }

  /// Restores the terminal, and waits until everything is written; returns `false` if the log could not be. `command`
  /// resumes the session, if it was stopped and can be resumed; `score` is its result. `last` has a last message, which
  /// may take its time, once all else is to be seen.
  package mutating func close(
    resumableBy command: String? = nil, score: RankedScore? = nil, last: () -> String? = { nil }
  ) -> Bool {
    terminal.restore()
    let summary = terminal.isWatched ? terminal.summary() : []
    for line in summary { output.line(line) }
    if !output.isJSON, !options.isQuiet, let best = score?.text(terminal.words) {
      output.line((summary.isEmpty ? "" : "  ") + best)
    }
    for message in terminal.heldMessages() { output.message(message) }
    if ending.reason == .stopped, !output.isJSON, let phase {
      output.line(StopMessage.text(in: phase, of: timeline, command: command, terminal.words))
    }
    if let message = last() { output.message(message) }
    return output.close()
  }

  private mutating func wait(for descriptor: Int32, _ session: LiveSession) {
    var waiting = PollSet([descriptor, terminal.keyDescriptor ?? -1])
    if let screen = terminal.painter?.blocked { waiting.add(screen, for: POLLOUT) }
    let check = nextOwnershipCheck.map { $0 - .now }
    let delays = [handovers.delay, autoResume.delay, terminal.painter?.delay, terminal.delay, check]
    waiting.wait(for: delays.compactMap { $0 }.min())
    guard waiting[1] != 0 else { return }
    for key in terminal.readKeys() { perform(key, session) }
  }

  private mutating func receive(_ report: LiveSession.Report, _ session: LiveSession) {
    switch report {
    case .session(.event(let event)):
      if case .finished(let end) = event.kind {
        ending.reason = end.reason
        ownership.endWasHeard()
      }
      if case .phaseStarted(let phase) = event.kind {
        self.phase = phase
        moveOwnership(to: phase, at: event.at)
      }
      followInterruption(event, session)
      autoResume.follow(event)
      if event.isForLogs { write(SessionEvent(event)) }
      showLine(of: event)
    case .session(.notification(let text)): options.notify(SafeText.filtered(text))
    case .session(.complaint(let text)): show(text)
    case .audio(let change, let at): receive(change, at: at)
    case .preparingVoice: if !options.isQuiet { show("Preparing the voice …") }
    case .over: break
    }
  }
}

/// Resumes a restored session automatically after a pause, unless the user resumes, pauses or ends it before.
private struct AutoResume {
  /// The length of the pause; `nil` for no limit.
  private let pause: Duration?
  private var due: ContinuousClock.Instant?

  init(after pause: Duration?) { self.pause = pause }

  mutating func follow(_ event: EngineEvent) {
    switch event.kind {
    case .paused(let report) where report.reason == .restored: due = pause.map { .now + $0 }
    case .paused, .resumed, .finished: due = nil
    default: break
    }
  }

  var delay: Duration? { due.map { $0 - .now } }

  /// Whether it is due; true only once.
  mutating func isDue() -> Bool {
    guard let due, due <= .now else { return false }
    self.due = nil
    return true
  }
}
