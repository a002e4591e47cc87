import ALSAOutput
import ArgumentParser
import AudioMixing
import CueAudio
import EspeakSpeech
import FoundationEssentials
import Glibc
import HostThreads
import LiveHost
import PhraseFiles
import SessionHistory
import SessionReporting
import WorkoutEngine
import WorkoutModel

/// Puts a live session together, runs it, and says how it ended.
struct LiveRun {
  private let source: WorkoutSource
  private let options: RunOptions
  private let file: String
  private let takenUp: TakenUpSession?

  /// A run of `source`, from its beginning or from where an earlier session was left.
  init(_ source: WorkoutSource, _ options: RunOptions, file: String, takingUp takenUp: TakenUpSession? = nil) {
    self.source = source
    self.options = options
    self.file = file
    self.takenUp = takenUp
  }

  /// What reaches the user's side of the session.
  enum Letter: Sendable {
    case report(LiveSession.Report)
    case signal(Int32)
    /// Others can have the device now.
    case deviceIsFree
    /// Something that the user should know.
    case notice(String)
  }

  func run() throws { try Exit.unlessExhausted(Self.failure) { try play() } }

  private static let failure = "The workout can't be played"

  private func play() throws {
    RunMemory.returnLargeBlocks()
    var files = FileRoles(reading: file, sounds: source.sounds, in: source.folder)
    try files.write(options.logFile, as: "--log")
    let waking = try WakeDescriptor()
    let inbox = Mailbox<Letter>(capacity: 4096, waking: waking)
    let service = ServiceFollower()
    let signals = try RunSignals(inbox)
    let speech = Ensemble.speech()
    let store = Ensemble.store()
    defer {
      speech.close()
      store?.close()
    }
    let ensemble = try Ensemble(source, speech: speech, store: store)
    // Beds need the most memory while they are made, so that is done before anything else is held.
    ensemble.makeBeds()
    let lexicon = try ensemble.lexicon()
    let missing = try missingVoice(in: ensemble)
    try checkStart(in: ensemble.timeline)
    // What can fail comes before another run is made to let go.
    let log = try EventOutput.log(options.logFile)
    let holder = "\"\(SafeText.filtered(source.workout.name))\""
    let keeper =
      options.sound.isPrivate
      ? nil : try SessionKeeper.taken(takeOver: options.takeOver, holder: holder) { signals.mind($0) }
    let ownership = Ownership(keeper)
    defer { ownership.end() }
    try ownership.take(.workout)
    let clock = BootClock(speed: options.speed)
    let report: @Sendable (LiveSession.Report) -> Void = { report in
      service?.follow(report)
      inbox.put(.report(report))
    }
    let wakingSink = try options.sound.silent ? nil : WakeDescriptor()
    let session = LiveSession(
      phrases: ensemble.phrases, waking: wakingSink, beat: { service?.beat() }, report: report)
    let sound = try LiveSound(options, file: file, waking: wakingSink, clock: clock, report: report)
    let engine = try engine(ensemble.timeline, lexicon)
    // From here on nothing fails but the claim of a session that is taken up, or for want of threads, and it ends in
    // order, whoever ends it: so a run that can't begin leaves no trace in the history.
    signals.beServed()
    let journal = try journal(of: engine) { inbox.put(.notice($0)) }
    let output = try EventOutput(isJSON: options.printsEvents, log: log, clock)
    journal?.open()
    var desk = FrontDesk(
      output, ownership, ensemble.timeline, clock, sound, colored: options.color.isColored && !options.printsEvents,
      volume: volume, unspoken: UnspokenWords(ensemble.phrases, besides: missing), goingOnAfter: takenUp?.goingOnAfter)
    desk.tell(SessionEvent(at: .zero, kind: ensemble.hello))
    desk.tell(SessionEvent(at: clock.now(), kind: .audio(sound.report)))
    desk.tellOwner(at: clock.now())
    let remarks = [missing?.line("the workout goes on with sounds"), takenUp?.remark, sound.remark]
    for remark in remarks { if let remark { desk.say(remark) } }
    journal?.wait(milliseconds: Self.openingPatience)
    RunMemory.letGoOfStart()
    do throws(NoThread) {
      try start(session, engine, ensemble, sound, clock, journal)
    } catch {
      _ = desk.close()
      ownership.end()
      speech.close()
      Exit.exhausted(Self.failure, error.explanation)
    }
    let ending = desk.serve(session, inbox, waking: waking.number)
    journal?.finish(milliseconds: Self.journalPatience)
    for case .notice(let text) in inbox.drain().letters { desk.say(text) }
    let isWritten = desk.close()
    if let code = ending.exitCode { throw code }
    if !isWritten { throw Exit.cannotWrite }
  }

  /// Why no words will be spoken; where that may not be, the command ends.
  private func missingVoice(in ensemble: Ensemble) throws -> MissingVoice? {
    guard !options.noSpeech, let missing = MissingVoice(source, ensemble.phrases) else { return nil }
    if options.sound.requireAudio { throw Exit.fail(Exit.unavailable, missing.line()) }
    return missing
  }

  private func checkStart(in timeline: Timeline) throws {
    guard let start = options.startAt?.duration, timeline.segment(at: start) == nil else { return }
    throw Exit.fail(ExitCode(64), "--start-at: the workout has no moment \(ClockText.short(start))")
  }

  /// How long, in milliseconds, a disk that takes nothing may hold up the beginning, and the end.
  private static let (openingPatience, journalPatience): (Int32, Int32) = (1_000, 2_500)

  private var volume: Double { options.volume ?? takenUp?.volume ?? 0 }

  /// What writes the session down; `nil` where that isn't wished for, or there is no place for it.
  private func journal(of engine: Engine, _ tell: @escaping @Sendable (String) -> Void) throws -> Journal? {
    let header = source.header(engine.timeline, file: file, speed: options.speed)
    if let takenUp {
      let session = try takenUp.claimed(with: header, standingAs: engine)
      return Journal(in: takenUp.store.place, .resumed(session), tell: tell)
    }
    guard options.history else { return nil }
    do throws(HistoryError) {
      let place = try HistoryPlace(ProcessInfo.processInfo.environment)
      return Journal(in: place, .new(header), tell: tell)
    } catch {
      tell("Nothing of this session is written down: \(error.explanation).")
      return nil
    }
  }

  private func engine(_ timeline: Timeline, _ lexicon: Lexicon) throws -> Engine {
    let policies = Policies(whenSuspended: options.whenSuspended.policy)
    guard let takenUp else { return Engine(timeline, lexicon: lexicon, policies: policies) }
    do throws(SnapshotError) { return try takenUp.start.engine(timeline, lexicon, policies) } catch {
      throw Exit.fail(Exit.badInput, error.explanation)
    }
  }

  private func start(
    _ session: LiveSession, _ engine: Engine, _ ensemble: Ensemble, _ sound: LiveSound, _ clock: BootClock,
    _ journal: Journal?
  ) throws(NoThread) {
    let mixer = Mixer()
    let manager = AudioManager(
      mixer, phrases: ensemble.phrases, sounds: ensemble.sounds, speaks: !options.noSpeech, leadIn: sound.leadIn)
    // What sounds is written down before it is heard: the engine is ahead of the ear by what the device holds.
    let conductor = Conductor(
      engine, mixer: mixer, manager: manager, blockFrames: sound.output.silentBlockFrames,
      keep: { journal?.keep($0) }
    ) { report in
      if case .event(let event) = report { journal?.note(event) }
      session.tell(report)
    }
    if volume != 0 { session.send(.setVolume(volume)) }
    if let start = options.startAt?.duration { session.send(.jump(to: start)) }
    try session.start(conductor, into: sound.first, sound.output, clock: clock)
  }
}

extension Ensemble {
  /// The first event of a session.
  var hello: SessionEvent.Kind {
    .hello(
      version: Cuebell.version, workout: timeline.workout.name, total: timeline.total, sampleRate: Bus.sampleRate)
  }
}
