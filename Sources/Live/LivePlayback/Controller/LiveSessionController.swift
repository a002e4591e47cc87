import AudioMixing
import CueAudio
import Glibc
package import HostSystem
package import SessionControl
package import SessionReporting
package import WorkoutEngine
package import WorkoutModel

/// Connects a live session with its user: keys and signals to actions, reports to the screen, lines and events.
package struct LiveSessionController {
  /// What reaches the controller from other threads.
  package enum Message: Sendable {
    case report(LiveSession.Report)
    case signal(Int32)
    /// Other programs can have the device now.
    case deviceIsFree
    /// Something that the user should know.
    case notice(String)
    /// What a client asks for.
    case request(CommandRequest)
    /// The machine is about to sleep, and waits until it is called back.
    case prepareForSleep(@Sendable () -> Void)
    /// The machine is awake, or stays awake after all.
    case wakeUp
  }

  /// How a session ended.
  package struct Ending: Sendable {
    /// The signal that ended it.
    package var signal: Int32?
    /// `nil` if it didn't come to an end of its own.
    package var reason: FinishReason?
  }

  /// What the user sees of the session, beside what its reports say.
  package struct Options {
    /// Whether lines and the screen have colours.
    package var isColored = false
    /// Whether only problems and the end have lines, and there is no screen.
    package var isQuiet = false
    /// Whether there may be a screen; without one there are lines.
    package var draws = true
    /// The gain in dB at the beginning.
    package var volume = 0.0
    /// After which pause a restored session resumes by itself; `nil` if the user resumes it.
    package var resumesAfter: Duration?
    /// What the terminal can show.
    package var environment: [String: String] = [:]
    /// Who follows the session from outside.
    package var followers: [any SessionFollower] = []
    /// Shows a notification to a user who looks elsewhere.
    package var notify: @Sendable (String) -> Void = DesktopNotification.show

    /// The options of a session that begins at 0 dB.
    package init() {}
  }

  let output: EventOutput
  let ownership: AudioSessionOwnership
  let clock: BootClock
  let timeline: Timeline
  let sound: LiveSound
  let isColored: Bool
  let isQuiet: Bool
  var terminal: SessionTerminal
  var handovers: DeferredHandovers
  var ending = Ending()
  /// The signal that is to end the session.
  var endSignal: SignalDebounce?
  /// What a stop of the process means to the session.
  var stopInterruption = StopInterruption.none
  /// Whether another run has taken the audio session, which interrupts this one.
  var isTakenOver = false
  /// When to check whether the run that was given the audio session still wants it; `nil` if none was.
  var nextOwnershipCheck: ContinuousClock.Instant?
  /// When the process last continued after a stop.
  var lastContinuation: ContinuousClock.Instant?
  var audio: SessionEvent.AudioReport
  /// Whether the session has been audible: only then sound can be lost or restored.
  var wasHeard: Bool
  var volume: Double
  var isMuted = false
  /// What has been typed of the place to jump to; `nil` if nothing is asked.
  var jumpPrompt: String?
  let followers: [any SessionFollower]
  private let notify: @Sendable (String) -> Void
  private var autoResume: AutoResume
  var unspoken: UnspokenWords
  private var encoder = EventEncoder { FrameClock().frame(at: $0) }

  /// Whether the session was interrupted for a stop of the process, so that continuing resumes it.
  enum StopInterruption {
    /// No, or it was paused already.
    case none
    /// The interruption was sent and hasn't been answered.
    case requested
    case begun
  }

  /// A controller that writes to `output`.
  ///
  /// - Parameters:
  ///   - output: Where events and lines go.
  ///   - ownership: The audio session.
  ///   - timeline: The workout.
  ///   - clock: Session time.
  ///   - sound: Where the session is heard.
  ///   - unspoken: Which reasons for unspoken words the user knows already.
  ///   - options: The rest.
  package init(
    _ output: EventOutput, _ ownership: AudioSessionOwnership, _ timeline: Timeline, _ clock: BootClock,
    _ sound: LiveSound, unspoken: UnspokenWords, options: Options
  ) {
    self.unspoken = unspoken
    autoResume = AutoResume(after: options.resumesAfter)
    self.sound = sound
    audio = sound.report
    wasHeard = sound.isHeard
    self.output = output
    self.ownership = ownership
    self.timeline = timeline
    self.clock = clock
    isColored = options.isColored
    isQuiet = options.isQuiet
    volume = options.volume
    followers = options.followers
    notify = options.notify
    terminal = SessionTerminal(
      timeline, clock, isColored: isColored, draws: options.draws && !isQuiet && !output.isJSON,
      environment: options.environment)
    handovers = DeferredHandovers(clock)
  }

  /// Writes the first events, and the messages that precede the session.
  package mutating func open(with hello: SessionEvent.Kind, _ messages: [String]) {
    write(SessionEvent(at: .zero, kind: hello))
    write(SessionEvent(at: clock.now(), kind: .audio(audio)))
    writeOwner(at: clock.now())
    for message in messages { show(message) }
  }

  /// Writes an event where events go, and shows it on the screen.
  mutating func write(_ event: SessionEvent) {
    if output.takesEvents || !followers.isEmpty {
      let instant = encoder.time(of: event)
      let line = encoder.line(event)
      if output.takesEvents { output.event(line, at: instant) }
      for follower in followers { follower.follow(event, line: line) }
    }
    terminal.show(event)
  }

  /// Writes who owns the audio session.
  mutating func writeOwner(at instant: Duration) {
    guard ownership.isShared else { return }
    write(SessionEvent(at: instant, kind: .session(owner: ownership.owner?.rawValue)))
  }

  /// Shows the user a message, without spoiling the screen; the writer filters it.
  package mutating func show(_ message: String) {
    if !terminal.show(message) { output.message(message) }
  }

  /// Runs the session until it is over; `descriptor` is readable while there are messages.
  package mutating func run(
    _ session: LiveSession, _ inbox: Mailbox<Message>, waking descriptor: Int32
  ) -> Ending {
    terminal.updateForeground()
    for follower in followers { follower.watch(terminal.isWatched) }
    // A service, a background job, or a pipe has no viewer.
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
        case .report(.over): return ending
        case .report(let report): receive(report, session)
        }
      }
    }
  }

  /// Deals with messages that have come after the session was over.
  package mutating func settle(_ messages: [Message]) {
    for message in messages {
      switch message {
      case .notice(let text): show(text)
      case .request(let request): request.answer(.ending)
      case .prepareForSleep(let isDone): isDone()
      case .report, .signal, .deviceIsFree, .wakeUp: break
      }
    }
  }

  /// Restores the terminal, and waits until everything is written; `false` if the log could not be.
  package mutating func close() -> Bool {
    terminal.restore()
    if terminal.isWatched { for line in terminal.summary() { output.line(line) } }
    for message in terminal.heldMessages() { output.message(message) }
    return output.close()
  }

  /// Waits for messages, keys, space on the terminal, or the next deadline.
  private mutating func wait(for descriptor: Int32, _ session: LiveSession) {
    var waiting = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
    let keys = terminal.waitingForKeys
    if let keys { waiting.append(keys) }
    if let space = terminal.painter?.waiting { waiting.append(space) }
    let check = nextOwnershipCheck.map { $0 - .now }
    let delays = [handovers.delay, autoResume.delay, terminal.painter?.delay, terminal.delay, check]
    _ = unsafe poll(&waiting, nfds_t(waiting.count), delays.compactMap { $0 }.min()?.pollMilliseconds ?? -1)
    guard keys != nil, waiting[1].revents != 0 else { return }
    for key in terminal.readKeys() { perform(key, session) }
  }

  private mutating func receive(_ report: LiveSession.Report, _ session: LiveSession) {
    switch report {
    case .session(.event(let event)):
      if case .finished(_, let reason, _) = event.kind {
        ending.reason = reason
        ownership.endWasHeard()
      }
      if case .phaseStarted(let phase) = event.kind { moveOwnership(to: phase, at: event.at) }
      followInterruption(event, session)
      autoResume.follow(event)
      write(SessionEvent(event))
      showLine(of: event)
    case .session(.notification(let text)): notify(SafeText.filtered(text))
    case .session(.complaint(let text)): show(text)
    case .audio(let change, let at): receive(change, at: at)
    case .over: break
    }
  }
}

/// Resumes a restored session by itself after a pause, unless the user resumes, pauses or ends it before.
private struct AutoResume {
  /// How long the pause lasts; `nil` for as long as the user wants.
  private let pause: Duration?
  private var due: ContinuousClock.Instant?

  init(after pause: Duration?) { self.pause = pause }

  mutating func follow(_ event: EngineEvent) {
    switch event.kind {
    case .paused(_, .restored): due = pause.map { .now + $0 }
    case .paused, .resumed, .finished: due = nil
    default: break
    }
  }

  /// How long until it is time; `nil` if it never is.
  var delay: Duration? { due.map { $0 - .now } }

  /// Whether it is time; true only once.
  mutating func isDue() -> Bool {
    guard let due, due <= .now else { return false }
    self.due = nil
    return true
  }
}
