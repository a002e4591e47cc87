import ArgumentParser
import AudioMixing
import CueAudio
import EspeakSpeech
import FoundationEssentials
import Glibc
import LivePlayback
import PhraseFiles
import SessionReporting
import SoundFiles
import WorkoutEngine
import WorkoutModel

/// `render`: the whole workout into a file.
struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Render a workout into a sound file.",
    discussion: """
      Examples:
        cuebell render Workouts/tabata.json -o tabata.flac
        cuebell render Workouts/tabata.json -o - --cues tabata.ndjson | aplay

      Frame 0 is elapsed 0. The ending names the format: .wav, .flac, .ogg or .opus; -o - writes WAV to stdout.
      """)

  @Argument(help: "A workout file; - for stdin.", completion: .file(extensions: ["json"]))
  var file: String

  @Option(name: .shortAndLong, help: "The sound file; - for stdout.", completion: .file())
  var output: String

  @Option(
    help: ArgumentHelp("Write every event, one JSON object a line; - for stdout.", valueName: "list.ndjson"),
    completion: .file())
  var cues: String?

  @Option(
    help: ArgumentHelp("Draw the waveform, the phases and the cues; - for stdout.", valueName: "out.svg"),
    completion: .file())
  var picture: String?

  @Option(
    help: ArgumentHelp(
      "Write the parts as well: speech.wav, sounds.wav and bed.wav, whose sum is the mix before the limiter.",
      valueName: "folder"),
    completion: .directory)
  var stems: String?

  @Option(help: "What random moments and orders are drawn from.")
  var seed = SeedArgument(Timeline.standardSeed)

  @Option(help: "When open phases without cap are done.")
  var doneAfter: DurationArgument = DurationArgument(.seconds(30))

  @Flag(help: "Leave out the speech.")
  var noSpeech = false

  @Option(parsing: .unconditional, help: ArgumentHelp("dB relative to the normal level, -60 to 12.", valueName: "dB"))
  var volume: Double = 0

  @Option(help: ArgumentHelp("Frames mixed at a time; the result is the same.", visibility: .hidden))
  var block: Int = 4096

  func validate() throws {
    guard (-60...12).contains(volume) else { throw ValidationError("The volume must be -60 to 12 dB.") }
    guard (1...65_536).contains(block) else { throw ValidationError("A block is 1 to 65536 frames.") }
    guard output == "-" || SoundFileFormat(fileName: output) != nil else {
      throw ValidationError("\(output): \(RenderSink.unknownEnding).")
    }
  }

  func run() throws { try Exit.unlessExhausted("The workout can't be rendered") { try render() } }

  private func render() throws {
    // A reader that goes away is an error to report.
    signal(SIGPIPE, SIG_IGN)
    let speech = PreparedWorkout.speech()
    let store = PreparedWorkout.store()
    defer {
      speech.close()
      store?.close()
    }
    let source = try WorkoutSource.open(file)
    try tellApart(source)
    let ensemble = try PreparedWorkout(source, speech: speech, store: store, seed: seed.number)
    if !noSpeech, let missing = MissingVoice(source, ensemble.phrases) { throw Self.failure(missing) }
    let workout = ensemble.timeline.workout
    let session = OfflineSession(
      ensemble.timeline, phrases: ensemble.phrases, sounds: ensemble.sounds, durations: try ensemble.durations(),
      doneAfter: doneAfter.duration, speaks: !noSpeech, volume: volume)
    let tags = SoundTags(workout, from: file)
    // Outputs that can't be written are reported before anything is made for them.
    let events = try cues.map { try EventLog($0, ensemble.hello) }
    let drawing = try picture.map { try OutputFile($0) }
    let frames = ensemble.timeline.total.map { FrameClock.frames(in: $0) } ?? 0
    var sink = try RenderSink(output, tags: tags, frames: frames, draws: picture != nil)
    let parts = try stems.map { try StemFiles(in: $0, tags: tags, frames: frames) }
    let log = RenderLog(ensemble.timeline, draws: picture != nil)
    var unspoken = UnspokenWords(ensemble.phrases)
    do throws(SinkError) {
      try session.run(blockFrames: block, into: &sink, parts: parts) { report in
        switch report {
        case .event(let event):
          events?.add(SessionEvent(event))
          log.add(event)
          // A voice that is lost ends the command, which says so.
          if !noSpeech, ensemble.phrases.lostVoice == nil, case .cueSettled(let cue) = event.kind, unspoken.isNews(cue)
          {
            Streams.err(UnspokenWords.sentence(cue))
          }
        case .complaint(let text): Streams.err(text)
        case .notification: break
        }
      }
    } catch {
      throw Exit.fail(Exit.cannotWrite, error.explanation)
    }
    if !noSpeech, let lost = ensemble.phrases.lostVoice {
      throw Self.failure(MissingVoice(source, lost.error, lost.voice))
    }
    do throws(SinkError) {
      try sink.finish(chapters: log.chapters)
      try parts?.finish()
    } catch {
      throw Exit.fail(Exit.cannotWrite, error.explanation)
    }
    try events?.commit()
    if let drawing, let plan = log.plan {
      try drawing.write(plan.svg(waveform: sink.waveform))
      try drawing.commit()
    }
  }

  private static func failure(_ missing: MissingVoice) -> ExitCode {
    Exit.fail(Exit.unavailable, missing.line("--no-speech renders the sounds alone"))
  }

  /// Refuses to write one file over another.
  private func tellApart(_ source: WorkoutSource) throws {
    var files = OutputConflictCheck(reading: file, sounds: source.sounds, in: source.folder)
    try files.write(output, as: "-o")
    try files.write(cues, as: "--cues")
    try files.write(picture, as: "--picture")
    for path in stems.map(StemFiles.paths) ?? [] { try files.write(path, as: "--stems") }
  }
}

extension SoundTags {
  /// What a render of `workout`, read from `file`, says about itself.
  init(_ workout: Workout, from file: String) {
    let name = file == "-" ? nil : file.split(separator: "/").last.map { SafeText.filtered(String($0)) }
    self.init(
      title: SafeText.filtered(workout.name), artist: workout.author.map(SafeText.filtered), workout: name,
      software: "Cuebell", comment: workout.description.map(SafeText.filtered))
  }
}
