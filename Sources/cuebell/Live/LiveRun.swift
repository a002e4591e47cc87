import ArgumentParser
import AudioMixing
import AudioOutput
import CommandSupport
import ControlSocket
import CueAudio
import DesktopBus
import FoundationEssentials
import Glibc
import HostSystem
import LivePlayback
import SessionControl
import SessionHistory
import SessionReporting
import WorkoutEngine
import WorkoutModel

/// Composes and runs a live session, and ends with its status.
struct LiveRun {
  private let source: WorkoutSource
  private let options: RunOptions
  /// The effective settings: the options, and otherwise the user's.
  private let settings: Settings
  private let file: String
  /// What the user called the file; `nil` for its path.
  private let name: String?
  private let resumable: ResumableSession?
  private let programme: ProgrammeStep?

  /// A run of `source`, from its beginning or from the position of an earlier session, on its own or as a session of a
  /// programme.
  init(
    _ source: WorkoutSource, _ options: RunOptions, _ settings: Settings, file: String, called name: String? = nil,
    resuming resumable: ResumableSession? = nil, of programme: ProgrammeStep? = nil
  ) {
    self.source = source
    self.options = options
    self.settings = settings.overridden(by: options)
    self.file = file
    self.name = name
    self.resumable = resumable
    self.programme = programme
  }

  func run() throws {
    defer { Diagnostics.send(to: nil) }
    try Exit.unlessExhausted(Self.failure) { try play() }
  }

  private static let failure = "The workout can't be played"

  private var seed: UInt64 { resumable?.session.seed ?? options.seed?.number ?? SeedArgument.random }

  private func play() throws {
    Allocator.returnLargeBlocks()
    var files = OutputConflictCheck(reading: file, sounds: source.sounds, in: source.folder)
    try files.write(options.logFile, as: "--log")
    let waking = try WakeDescriptor()
    let inbox = Mailbox<LiveSessionController.Message>(capacity: .max, waking: waking)
    let service = ServiceStatusReporter()
    let signals = try SignalHandling(inbox)
    let speech = WorkoutSpeech(source.speech, hasStandIn: true)
    defer { speech.close() }
    let prepared = try PreparedWorkout(source, speech, seed: seed)
    let beds = prepared.beginBeds()
    let missing = try missingVoice(in: prepared)
    try checkStart(in: prepared.timeline)
    // Steps that can fail precede the request to another run to release the session.
    let log = try openLog()
    let endpoint = try options.control.endpoint(ofRun: file)
    let ownership = try ownership(signals)
    defer { ownership.end() }
    // Sound servers read the role when a device is opened, so this request precedes the engine's.
    try ownership.requested()
    let clock = BootClock(speed: options.speed)
    let wakingSink = try WakeDescriptor()
    let report: @Sendable (LiveSession.Report) -> Void = { report in
      if report == .over { service?.stop() }
      inbox.put(.report(report))
    }
    let notice: @Sendable (String) -> Void = { inbox.put(.notice($0)) }
    Diagnostics.send(to: notice)
    let sound = try LiveSound(
      options.sound(settings), waking: wakingSink, clock: clock, report: { report(.audio($0, at: $1)) },
      meanwhile: {
        prepared.makeCueSounds()
        beds.wait()
      })
    let remark = try remark(on: sound)
    let (engine, unrecorded) = try engine(prepared.timeline, try prepared.durations())
    // After this point only the claim of a resumed session, or a lack of threads, can fail; it ends in order in any
    // case. So a run that can't begin leaves no trace in the history.
    signals.startDelivering()
    let journal = try journal(of: engine, after: unrecorded, notice)
    let observed = ObservedSession(engine, speed: options.speed, sensing: settings.heartRate.signals)
    service?.begin(with: observed)
    let clients = try clients(at: endpoint, engine, observed, clock, journal, prepared, inbox)
    let session = clients.session(prepared.phrases, waking: wakingSink, service, inbox, report)
    let output = try EventOutput(isJSON: options.printsEvents, log: log)
    journal?.open()
    var controller = controller(output, ownership, prepared, observed, clock, sound, missing, clients)
    controller.open(with: prepared.hello, resumable?.remark, messages(missing, remark, prepared.timeline, clients))
    journal?.wait(milliseconds: Self.openingPatience)
    for event in unrecorded where event.kind.cue != nil { session.enqueue(.event(event)) }
    do throws(NoThread) {
      try start(session, engine, prepared, sound, clock, journal, ownership, clients.followers)
    } catch {
      _ = controller.close()
      ownership.end()
      speech.close()
      Exit.exhausted(Self.failure, error.explanation)
    }
    clients.start(notice)
    let ending = controller.run(session, inbox, waking: waking.number)
    clients.finish()
    journal?.finish(milliseconds: Self.journalPatience)
    controller.settle(inbox.drain().messages)
    clients.close()
    let command = journal?.session == nil ? nil : options.resumeCommand
    let isWritten = controller.close(resumableBy: command, score: RankedScore(of: journal, source.workout, options))
    if let code = ending.exitCode { throw code }
    if !isWritten { throw ExitCode.cannotWrite }
  }

  /// The audio session, which another run may have to release first.
  private func ownership(_ signals: SignalHandling) throws -> AudioSessionOwnership {
    let holder = "\"\(SafeText.filtered(source.workout.name))\""
    let lockManager =
      options.sound.isPrivate
      ? nil : try SessionLockManager.acquired(takeOver: options.takeOver, holder: holder) { signals.releaseOnExit($0) }
    return AudioSessionOwnership(lockManager, isShared: !options.sound.isPrivate, others: settings.roleOthers(options))
  }

  /// The reason why no words will be spoken; if speech is required, the command ends.
  private func missingVoice(in prepared: PreparedWorkout) throws -> MissingVoice? {
    // A user's program may take long to answer, and espeak-ng speaks in its place.
    let isUnknown = source.speech.isSlow && !options.sound.requireAudio
    if options.mix.noSpeech || isUnknown { return nil }
    guard let missing = MissingVoice(source, in: prepared.timeline, prepared.phrases) else { return nil }
    if options.sound.requireAudio { throw Exit.fail(.unavailable, missing.line()) }
    return missing
  }

  private func openLog() throws -> EventOutput.Log? {
    try options.logFile.map { path in try Exit.ifUnwritable { () throws(SinkError) in try EventOutput.Log(path) } }
  }

  /// The messages at the beginning; a quiet run has only problems.
  private func messages(
    _ missing: MissingVoice?, _ sound: String?, _ timeline: Timeline, _ clients: RunClients
  ) -> [String] {
    let voice = options.mix.noSpeech ? nil : source.voiceRemark
    let news = options.verbosity.quiet ? [] : [programme?.remark, voice]
    let lacking = timeline.unmeasured(for: settings.body) + timeline.uncoached(for: settings.body)
    let remarks = ([missing?.line("the workout continues with sounds")] + news + [sound]).compactMap { $0 }
    return remarks + lacking.map { "\($0.message)." } + clients.announcement
  }

  /// The message about the sound before the session begins; a missing device that is required ends the command.
  private func remark(on sound: LiveSound) throws -> String? {
    guard let failure = sound.failure else {
      return sound.outputDevice.refusal.map { refusal in
        "\(refusal.explanation); playing on the device \"\(sound.outputDevice.name)\" instead."
      }
    }
    let reason = failure.explanation
    if let fault = sound.snapcastFault { throw Exit.fail(fault) }
    if options.sound.requireAudio { throw Exit.fail(.unavailable, "No sound: \(reason)") }
    let rendering = "To hear it in a file: cuebell render \(ShellWord.quoted(name ?? file)) -o workout.flac"
    return "No sound (\(reason)): keeping time in silence. \(options.sound.beginning ?? rendering)"
  }

  private func clients(
    at endpoint: ControlEndpoint?, _ engine: Engine, _ observed: ObservedSession, _ clock: BootClock,
    _ journal: Journal?, _ prepared: PreparedWorkout, _ inbox: Mailbox<LiveSessionController.Message>
  ) throws -> RunClients {
    let phrases = prepared.phrases
    let perform: CommandPerformer = { inbox.put(.request(CommandRequest($0, by: $1, answer: $2))) }
    var desktop = DesktopSettings(
      environment: ProcessInfo.processInfo.environment, now: { clock.now() }, perform: perform)
    desktop.strap = settings.heartRate.choice
    desktop.inhibits = options.control.inhibit
    desktop.notifies = settings.notify
    desktop.others = settings.desktopOthers(options)
    desktop.remark = { inbox.put(.notice($0)) }
    desktop.sleepIsNear = { inbox.put(.prepareForSleep($0)) }
    desktop.sleepIsOver = { inbox.put(.wakeUp) }
    let display = try options.control.display.map { try DisplayCompanion(at: $0) { inbox.put(.notice($0)) } }
    let session = ControlServer.Session(endpoint?.name ?? "", clock, observed, journal) { engine.planJSON(phrases) }
    return RunClients(endpoint, display, session, perform, desktop: desktop)
  }

  private func controller(
    _ output: EventOutput, _ ownership: AudioSessionOwnership, _ prepared: PreparedWorkout,
    _ observed: ObservedSession, _ clock: BootClock, _ sound: LiveSound, _ missing: MissingVoice?, _ clients: RunClients
  ) -> LiveSessionController {
    var choices = LiveSessionController.Options()
    choices.isColored = settings.color.isColored && !options.printsEvents
    choices.isQuiet = options.verbosity.quiet
    // Diagnostics are lines, which a screen would hold back.
    choices.draws = !options.verbosity.verbose
    choices.volume = volume
    choices.resumesAfter = resumable?.resumesAfter
    choices.environment = ProcessInfo.processInfo.environment
    choices.followers = clients.followers + (options.verbosity.verbose ? [EventDiagnostics()] : [])
    choices.notify = clients.notify
    let unspoken = UnspokenWords(prepared.phrases, besides: missing?.error.explanation)
    return LiveSessionController(output, ownership, observed, clock, sound, unspoken: unspoken, options: choices)
  }

  private func checkStart(in timeline: Timeline) throws {
    guard let start = options.startAt?.duration, timeline.segment(at: start) == nil else { return }
    throw Exit.fail(.usage, "--start-at: \(timeline.explanation(forMissing: start)).")
  }

  /// The maximum delay, in milliseconds, of the beginning and of the end by a disk that hangs.
  private static let (openingPatience, journalPatience): (Int32, Int32) = (1_000, 2_500)
  private var volume: Double { options.mix.volume ?? resumable?.session.volume ?? settings.volume }

  /// The journal of the session; `nil` if none is requested, or there is no folder for it.
  private func journal(
    of engine: Engine, after unrecorded: [EngineEvent], _ report: @escaping @Sendable (String) -> Void
  ) throws -> Journal? {
    let header = source.header(
      engine.timeline, file: file, speed: options.speed, policies: engine.policies, programme?.session)
    if let resumable {
      let session = try resumable.claimed(with: header, resumingAs: engine, after: unrecorded)
      return Journal(in: resumable.store.place, .resumed(session), report: report)
    }
    guard options.history else { return nil }
    do throws(HistoryError) {
      return Journal(in: try HistoryLocation(ProcessInfo.processInfo.environment), .new(header), report: report)
    } catch {
      report("This session is not being recorded: \(error.explanation).")
      return nil
    }
  }

  /// The engine, and the events of a resumed session that were not recorded before it was interrupted.
  private func engine(
    _ timeline: Timeline, _ durations: PhraseDurations
  ) throws -> (engine: Engine, unrecorded: [EngineEvent]) {
    let policies = Policies(whenSuspended: settings.whenSuspended.policy, body: settings.body)
    return try resumable?.engine(timeline, durations, policies)
      ?? (Engine(timeline, durations: durations, policies: policies), [])
  }

  private func start(
    _ session: LiveSession, _ engine: Engine, _ prepared: PreparedWorkout, _ sound: LiveSound, _ clock: BootClock,
    _ journal: Journal?, _ ownership: AudioSessionOwnership, _ followers: [any SessionFollower]
  ) throws(NoThread) {
    let mixer = Mixer()
    let manager = AudioManager(
      mixer, phrases: prepared.phrases, sounds: prepared.sounds, speaks: !options.mix.noSpeech,
      leadIn: settings.leadInTime(options.sound))
    // Sound is recorded before it is heard: the engine is ahead of the listener by the device's buffer.
    let renderer = SessionRenderer(
      engine, mixer: mixer, manager: manager, blockFrames: sound.output.silentBlockFrames,
      store: { journal?.store($0) }, reach: { journal?.reach($0) },
      audioSession: { (command) throws(AudioSessionError) in try ownership.perform(command) },
      observe: { report in
        if case .event(let event) = report {
          journal?.record(event)
          for follower in followers where event.isForLogs { follower.followAhead(event) }
        }
        session.enqueue(report)
      })
    if volume != 0 || engine.state.volume != 0 { session.send(.setVolume(volume)) }
    if let start = options.startAt?.duration { session.send(.jump(to: start)) }
    try session.start(renderer, into: sound.first, sound.output, clock: clock)
  }
}

extension LiveSessionController.Ending {
  var exitCode: ExitCode? {
    if let signal { return ExitCode(128 + signal) }
    return switch reason {
    case .completed: nil
    case .stopped: .stoppedEarly
    case .failed: .unavailable
    case nil: ExitCode(1)
    }
  }
}
