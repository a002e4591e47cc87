import ArgumentParser
import AudioMixing
import CueAudio
import Glibc
import LiveHost
import SessionReporting
import WorkoutEngine
import WorkoutModel

/// The user's side of a live session: keys and signals in, lines and events out.
struct FrontDesk {
  private let output: EventOutput
  private let ownership: Ownership
  private let timeline: Timeline
  private let clock: BootClock
  private let device: String
  private var audio: SessionEvent.AudioReport
  private let colored: Bool
  private var volume: Double
  private var isMuted = false
  private var lines = EventLines { FrameClock().frame(at: $0) }
  private var ending = Ending()

  /// How a session ended.
  struct Ending {
    var signal: Int32?
    var reason: FinishReason?

    /// The command's status; `nil` for success.
    var exitCode: ExitCode? {
      if let signal { return ExitCode(128 + signal) }
      return switch reason {
      case .completed: nil
      case .stopped: Exit.stoppedEarly
      case .failed, nil: ExitCode(1)
      }
    }
  }

  init(
    _ output: EventOutput, _ ownership: Ownership, _ timeline: Timeline, _ clock: BootClock, _ sound: LiveSound,
    colored: Bool, volume: Double
  ) {
    device = sound.device
    audio = sound.report
    self.output = output
    self.ownership = ownership
    self.timeline = timeline
    self.clock = clock
    self.colored = colored
    self.volume = volume
  }

  /// Writes an event where events go.
  mutating func tell(_ event: SessionEvent) {
    if output.takesEvents { output.event(lines.line(event)) }
  }

  /// Writes who owns the audio session.
  mutating func tellOwner(at instant: Duration) {
    guard ownership.isShared else { return }
    tell(SessionEvent(at: instant, kind: .session(owner: ownership.owner?.rawValue)))
  }

  /// Serves the session until it is over.
  mutating func serve(_ session: LiveSession, _ inbox: Mailbox<LiveRun.Letter>) -> Ending {
    let keys = TerminalKeys(STDIN_FILENO)
    var hasKeys = keys != nil
    // Nobody looks at a service, a job in the background, or a pipe.
    if !TerminalKeys.isForeground(STDIN_FILENO) { session.send(.lifecycle(.background)) }
    while true {
      var waiting = [pollfd(fd: inbox.descriptor, events: Int16(POLLIN), revents: 0)]
      if hasKeys { waiting.append(pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)) }
      _ = unsafe poll(&waiting, nfds_t(waiting.count), -1)
      // A terminal that has gone away stays readable for ever.
      if hasKeys, waiting[1].revents != 0, !readKeys(session) { hasKeys = false }
      for letter in inbox.drain().letters {
        switch letter {
        case .signal(let number): receive(number, session)
        case .report(.over): return ending
        case .report(let report): take(report)
        }
      }
    }
  }

  /// Waits until everything is written.
  func close() { output.close() }

  private mutating func receive(_ signal: Int32, _ session: LiveSession) {
    switch signal {
    case SIGHUP: return session.send(.lifecycle(.background))
    case SIGUSR1:
      session.send(.interruptionBegan)
      ownership.letGo()
      return tellOwner(at: clock.now())
    case SIGUSR2:
      if ownership.takeBack() == nil { session.send(.interruptionEnded(shouldResume: true)) }
      return tellOwner(at: clock.now())
    default: break
    }
    // The second one doesn't wait for the fade.
    if ending.signal != nil {
      ownership.end()
      exit(128 + signal)
    }
    ending.signal = signal
    session.send(.abort)
  }

  private mutating func take(_ report: LiveSession.Report) {
    switch report {
    case .session(.event(let event)):
      if case .finished(_, let reason, _) = event.kind { ending.reason = reason }
      if case .phaseStarted(let phase) = event.kind { hand(over: phase, at: event.at) }
      tell(SessionEvent(event))
      if !output.isJSON, let line = PlainLines.line(event, colored: colored) { output.line(line) }
    case .session(.notification(let text)): DesktopNotification.show(SafeText.filtered(text))
    case .session(.complaint(let text)): Streams.err(SafeText.filtered(text))
    case .audio(let change, let at): take(change, at: at)
    case .over: break
    }
  }

  private mutating func take(_ change: LiveSession.AudioChange, at instant: Duration) {
    switch change {
    case .lost(let error):
      Streams.err("The sound is gone (\(SafeText.filtered(error.explanation))); the workout goes on in silence.")
      if case .stalled = error { audio.state = .stalled } else { audio.state = .lost }
    case .restored:
      Streams.err("The sound is back.")
      (audio.sink, audio.device, audio.state) = ("alsa", device, .restored)
    case .ranDry(let times): audio.xruns = times
    case .resting: return
    }
    tell(SessionEvent(at: instant, kind: .audio(audio)))
  }

  /// Does what the keys say; `false` where no more will come.
  private mutating func readKeys(_ session: LiveSession) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = unsafe read(STDIN_FILENO, &bytes, bytes.count)
    guard count > 0 else { return count < 0 && errno == EINTR }
    for byte in bytes[..<count] {
      switch Unicode.Scalar(byte) {
      case " ", "p": toggle(session)
      case ">", "\n", "\r": session.send(.skip)
      case "<": session.send(.back)
      case "r": session.send(.restartPhase)
      case "+": session.send(.extend(by: .seconds(15)))
      case "9": change(volume: -3, session)
      case "0": change(volume: 3, session)
      case "m":
        isMuted.toggle()
        session.send(.setVolume(isMuted ? AudioManager.mute : volume))
      case "u": session.send(.undo)
      case "U": session.send(.redo)
      case "q": session.send(.stop)
      case "?": Streams.err(Self.keyHelp)
      default: break
      }
    }
    return true
  }

  /// The session goes to the phase's track while it plays, and back to the workout.
  private mutating func hand(over phase: PhaseReport, at instant: Duration) {
    let source: AudioSource = timeline.phase(of: phase.id).track == nil ? .workout : .guidedTrack
    guard ownership.owner != nil, ownership.owner != source else { return }
    try? ownership.take(source)
    tellOwner(at: instant)
  }

  /// Pauses or resumes; a run whose session was taken can resume when it has it back.
  private mutating func toggle(_ session: LiveSession) {
    if let holder = ownership.takeBack() {
      Streams.err("Another run holds the audio session: \(SafeText.filtered(holder)).")
    } else {
      session.send(.toggle)
    }
  }

  private mutating func change(volume step: Double, _ session: LiveSession) {
    volume = min(12, max(AudioManager.mute, volume + step))
    isMuted = false
    session.send(.setVolume(volume))
  }

  private static let keyHelp = """
    space or p  pause, resume      + 15 s more        9 0  volume
    > or Enter  next, done         r restart phase    m    mute
    <           back               u undo, U redo     q    stop
                                                      ?    keys
    """
}
