import ALSAOutput
import ArgumentParser
import AudioMixing
import CueAudio
import EspeakSpeech
import FoundationEssentials
import Glibc
import LiveHost
import SessionReporting
import WorkoutEngine
import WorkoutModel

/// Puts a live session together, runs it, and says how it ended.
struct LiveRun {
  private let source: WorkoutSource
  private let options: RunOptions
  private let file: String

  init(_ source: WorkoutSource, _ options: RunOptions, file: String) {
    self.source = source
    self.options = options
    self.file = file
  }

  /// What reaches the user's side of the session.
  enum Letter: Sendable {
    case report(LiveSession.Report)
    case signal(Int32)
    /// Others can have the device now.
    case deviceIsFree
  }

  func run() throws {
    let inbox = Mailbox<Letter>(capacity: 4096)
    let service = ServiceFollower()
    let signals = RunSignals(inbox)
    let speech = Ensemble.speech()
    defer { speech.close() }
    let ensemble = try Ensemble(source, speech: speech)
    // Beds need the most memory while they are made, so that is done before anything else is held.
    ensemble.makeBeds()
    let lexicon = try ensemble.lexicon()
    if let start = options.startAt?.duration, ensemble.timeline.segment(at: start) == nil {
      throw Exit.fail(ExitCode(64), "--start-at: the workout has no moment \(ClockText.short(start))")
    }
    // What can fail comes before another run is made to let go.
    let log = try EventOutput.log(options.log)
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
    let session = LiveSession(phrases: ensemble.phrases, beat: { service?.beat() }, report: report)
    let sound = try LiveSound(options, file: file, waking: session.wakeDescriptor, clock: clock, report: report)
    var desk = FrontDesk(
      EventOutput(isJSON: options.json, log: log, clock), ownership, ensemble.timeline, clock, sound,
      colored: options.color.isColored && !options.json, volume: options.volume)
    desk.tell(SessionEvent(at: .zero, kind: ensemble.hello))
    desk.tell(SessionEvent(at: clock.now(), kind: .audio(sound.report)))
    desk.tellOwner(at: clock.now())
    start(session, ensemble, lexicon, sound, clock)
    signals.beServed()
    let ending = desk.serve(session, inbox)
    let isWritten = desk.close()
    if let code = ending.exitCode { throw code }
    if !isWritten { throw Exit.cannotWrite }
  }

  private func start(
    _ session: LiveSession, _ ensemble: Ensemble, _ lexicon: Lexicon, _ sound: LiveSound, _ clock: BootClock
  ) {
    let mixer = Mixer()
    let manager = AudioManager(
      mixer, phrases: ensemble.phrases, sounds: ensemble.sounds, speaks: !options.noSpeech, leadIn: sound.leadIn)
    let conductor = Conductor(
      Engine(
        ensemble.timeline, lexicon: lexicon, policies: Policies(whenSuspended: options.whenSuspended.policy)),
      mixer: mixer, manager: manager, blockFrames: sound.output.silentBlockFrames
    ) { report in session.tell(report) }
    if options.volume != 0 { session.send(.setVolume(options.volume)) }
    if let start = options.startAt?.duration { session.send(.jump(to: start)) }
    session.start(conductor, into: sound.first, sound.output, clock: clock)
  }
}

extension Ensemble {
  /// The first event of a session.
  var hello: SessionEvent.Kind {
    .hello(
      version: Cuebell.version, workout: timeline.workout.name, total: timeline.total, sampleRate: Bus.sampleRate)
  }
}
