import ArgumentParser
import AudioMixing
import CueAudio
import Glibc
import HostThreads
import LiveHost
import SessionReporting
import TerminalDrawing
import WorkoutEngine
import WorkoutModel

/// The user's side of a live session: keys and signals in; screen, lines and events out.
struct FrontDesk {
  let output: EventOutput
  let ownership: Ownership
  let clock: BootClock
  var console: Console
  var errands: Errands
  var ending = Ending()
  /// The signal that is to end the session.
  var asked: SignalEcho?
  /// What a stop of the process means to the session.
  var stopInterruption = StopInterruption.none
  /// Whether another run has taken the audio session, which interrupts this one.
  var isTakenOver = false
  /// When to look whether the run that was let have the audio session still wants it; `nil` where none was.
  var nextLook: ContinuousClock.Instant?
  /// When the process last came back from a stop.
  var lastReturn: ContinuousClock.Instant?
  private let timeline: Timeline
  private let sink: String
  private let outlet: Outlet
  private var audio: SessionEvent.AudioReport
  /// Whether anything has been heard of the session: only that can be gone, or back.
  private var wasHeard: Bool
  private let colored: Bool
  private var volume: Double
  private var isMuted = false
  private var goingOn: GoingOn
  private var unspoken: UnspokenWords
  private var lines = EventLines { FrameClock().frame(at: $0) }

  /// Whether the session was interrupted for a stop of the process, so that going on resumes it.
  enum StopInterruption {
    /// No, or it stood anyway.
    case none
    /// It was asked to, and hasn't answered.
    case asked
    case begun
  }

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
    colored: Bool, volume: Double, unspoken: UnspokenWords, goingOnAfter wait: Duration? = nil
  ) {
    self.unspoken = unspoken
    goingOn = GoingOn(after: wait)
    sink = sound.sink
    outlet = sound.outlet
    audio = sound.report
    wasHeard = sound.isHeard
    self.output = output
    self.ownership = ownership
    self.timeline = timeline
    self.clock = clock
    self.colored = colored
    self.volume = volume
    console = Console(timeline, clock, isColored: colored, draws: !output.isJSON)
    errands = Errands(clock)
  }

  /// Writes an event where events go.
  mutating func tell(_ event: SessionEvent) {
    if output.takesEvents { output.event(lines.line(event)) }
    console.take(event)
  }

  /// Writes who owns the audio session.
  mutating func tellOwner(at instant: Duration) {
    guard ownership.isShared else { return }
    tell(SessionEvent(at: instant, kind: .session(owner: ownership.owner?.rawValue)))
  }

  /// Tells people something, without spoiling the screen; where it is written, it is filtered.
  mutating func say(_ text: String) {
    if !console.hold(text) { output.message(text) }
  }

  /// Serves the session until it is over; `descriptor` is readable while there are letters.
  mutating func serve(
    _ session: LiveSession, _ inbox: Mailbox<LiveRun.Letter>, waking descriptor: Int32
  ) -> Ending {
    console.attend()
    // Nobody looks at a service, a job in the background, or a pipe.
    if !console.isWatched { session.send(.lifecycle(.background)) }
    while true {
      if !console.paint() { attend(session) }
      wait(for: descriptor, session)
      if console.isBack() { attend(session) }
      if errands.wantDevice() { session.letGo { inbox.put(.deviceIsFree) } }
      for errand in errands.takeDue() { perform(errand, session) }
      lookForSession(session)
      if goingOn.isDue() { session.send(.resume) }
      for letter in inbox.drain().letters {
        switch letter {
        case .signal(let number): receive(number, session)
        case .deviceIsFree: errands.noteFreeDevice()
        case .notice(let text): say(text)
        case .report(.over): return ending
        case .report(let report): take(report, session)
        }
      }
    }
  }

  /// Gives the terminal back, and waits until everything is written; `false` where the log could not be.
  mutating func close() -> Bool {
    console.leave()
    if console.isWatched { for line in console.summary() { output.line(line) } }
    for message in console.takeHeld() { output.message(message) }
    return output.close()
  }

  /// Waits for letters, keys, room on the terminal, or the time for something.
  private mutating func wait(for descriptor: Int32, _ session: LiveSession) {
    var waiting = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
    let keys = console.waitingForKeys
    if let keys { waiting.append(keys) }
    if let room = console.painter?.waiting { waiting.append(room) }
    let look = nextLook.map { $0 - .now }
    let delay = [errands.delay, goingOn.delay, console.painter?.delay, console.delay, look].compactMap { $0 }.min()
    _ = unsafe poll(&waiting, nfds_t(waiting.count), delay?.milliseconds ?? -1)
    guard keys != nil, waiting[1].revents != 0 else { return }
    for key in console.readKeys() { if let command = KeyBindings.command(key) { obey(command, session) } }
  }

  private mutating func take(_ report: LiveSession.Report, _ session: LiveSession) {
    switch report {
    case .session(.event(let event)):
      if case .finished(_, let reason, _) = event.kind { ending.reason = reason }
      if case .phaseStarted(let phase) = event.kind { hand(over: phase, at: event.at) }
      noteInterruption(event, session)
      goingOn.note(event)
      tell(SessionEvent(event))
      tellPeople(event)
    case .session(.notification(let text)): DesktopNotification.show(SafeText.filtered(text))
    case .session(.complaint(let text)): say(text)
    case .audio(let change, let at): take(change, at: at)
    case .over: break
    }
  }

  /// Writes an event's line where lines are read, and everywhere why words aren't spoken, once.
  private mutating func tellPeople(_ event: EngineEvent) {
    var isNews = false
    if case .cueSettled(let cue) = event.kind, unspoken.isNews(cue) {
      isNews = true
      if output.isJSON || console.hasScreen { say(UnspokenWords.sentence(cue)) }
    }
    guard !output.isJSON, !console.hasScreen else { return }
    if let line = PlainLines.line(event, colored: colored, explains: isNews) { output.line(line) }
  }

  private mutating func take(_ change: LiveSession.AudioChange, at instant: Duration) {
    switch change {
    case .lost(let error):
      let reason = error.explanation
      say(
        wasHeard
          ? "The sound is gone (\(reason)); the workout goes on in silence."
          : "No sound yet (\(reason)): keeping time in silence.")
      if case .stalled = error { audio.state = .stalled } else { audio.state = .lost }
      audio.reason = reason
    case .restored:
      let (device, verb) = (outlet.device, wasHeard ? "is back" : "has begun")
      say(device == outlet.wish ? "The sound \(verb)." : "The sound \(verb), on the device \"\(device)\".")
      (audio.sink, audio.device, audio.state, audio.reason) = (sink, device, .restored, nil)
      wasHeard = true
    case .ranDry(let times): audio.xruns = times
    }
    tell(SessionEvent(at: instant, kind: .audio(audio)))
  }

  private mutating func obey(_ command: KeyBindings.Command, _ session: LiveSession) {
    switch command {
    case .toggle: toggle(session)
    case .next: session.send(.skip)
    case .back: session.send(.back)
    case .restartPhase: session.send(.restartPhase)
    case .extend: session.send(.extend(by: .seconds(15)))
    case .undo: session.send(.undo)
    case .redo: session.send(.redo)
    case .softer: change(volume: -3, session)
    case .louder: change(volume: 3, session)
    case .mute:
      isMuted.toggle()
      session.send(.setVolume(isMuted ? AudioManager.mute : volume))
    case .stop: session.send(.stop)
    case .help: if !console.toggleKeyHelp() { for line in KeyHelp.lines { output.message(line) } }
    }
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
    if errands.isAwaited(.letGo) { return say("Another run is taking the audio session.") }
    if let holder = ownership.takeBack() {
      say("Another run holds the audio session: \(holder).")
    } else {
      session.send(.toggle)
    }
  }

  private mutating func change(volume step: Double, _ session: LiveSession) {
    volume = min(12, max(AudioManager.mute, volume + step))
    isMuted = false
    session.send(.setVolume(volume))
  }
}

extension Duration {
  /// Whole milliseconds for `poll`, rounded up so that it never wakes before its time; an hour at most.
  fileprivate var milliseconds: Int32 {
    let nanoseconds = min(max(self, .zero), .seconds(3600)).inNanoseconds
    return Int32((nanoseconds + 999_999) / 1_000_000)
  }
}
