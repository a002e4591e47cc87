import ArgumentParser
import AudioMixing
import CommandSupport
import ControlSocket
import HostSystem
import LivePlayback
import SessionHistory
import WorkoutEngine
import WorkoutModel

/// A live session to be run, which ends with its status: prepared, then opened, then running, each made from the one
/// before.
struct LiveRun {
  let source: WorkoutSource
  let options: RunOptions
  /// The effective settings: the options, and otherwise the user's.
  let settings: Settings
  let file: String
  /// What the user called the file; `nil` for its path.
  let name: String?
  let resumable: ResumableSession?
  let programme: ProgrammeStep?

  static let failure = "The workout can't be played"

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
    try Exit.unlessExhausted(Self.failure) {
      let prepared = try Prepared(self)
      defer { prepared.close() }
      let opened = try Opened(prepared)
      defer { opened.close() }
      var running = try Running(opened)
      try running.play()
    }
  }
}

extension LiveRun {
  /// The workout of a run with all that can fail before another run is asked to release the audio session.
  struct Prepared {
    let run: LiveRun
    let waking: WakeDescriptor
    let inbox: Mailbox<LiveSessionController.Message>
    let service: ServiceStatusReporter?
    let signals: SignalHandling
    let speech: WorkoutSpeech
    let workout: PreparedWorkout
    let beds: WorkThread
    let missing: MissingVoice?
    let log: EventOutput.Log?
    let endpoint: ControlEndpoint?
    /// What serves the pages of `--display`.
    let server: SeparateProgram?

    init(_ run: LiveRun) throws {
      self.run = run
      Allocator.returnLargeBlocks()
      var files = OutputConflictCheck(reading: run.file, sounds: run.source.sounds, in: run.source.folder)
      try files.write(run.options.logFile, as: "--log")
      waking = try WakeDescriptor()
      inbox = Mailbox(capacity: .max, waking: waking)
      service = ServiceStatusReporter()
      signals = try SignalHandling(inbox)
      let speech = WorkoutSpeech(run.source.speech, hasStandIn: true)
      self.speech = speech
      do {
        workout = try PreparedWorkout(run.source, speech, seed: run.seed)
        beds = workout.beginBeds()
        missing = try run.missingVoice(in: workout)
        try run.checkStart(in: workout.timeline)
        log = try run.openLog()
        server = try run.options.control.display.map { _ in try SeparateProgram(.server) }
        endpoint = try run.options.control.endpoint(ofRun: run.file)
      } catch {
        speech.close()
        throw error
      }
    }

    func close() { speech.close() }

    /// Receives the reports of the session.
    var report: @Sendable (LiveSession.Report) -> Void {
      { [service, inbox] report in
        if report == .over { service?.stop() }
        inbox.put(.report(report))
      }
    }

    var notice: @Sendable (String) -> Void { { [inbox] in inbox.put(.notice($0)) } }
  }

  private var seed: UInt64 { resumable?.session.seed ?? options.seed?.number ?? SeedArgument.random }

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

  private func checkStart(in timeline: Timeline) throws {
    guard let start = options.startAt?.duration, timeline.segment(at: start) == nil else { return }
    throw Exit.fail(.usage, "--start-at: \(timeline.explanation(forMissing: start)).")
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
