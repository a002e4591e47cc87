import ArgumentParser
import AudioMixing
import CommandSupport
import CueAudio
import Glibc
import HostSystem
import LivePlayback
import SessionReporting
import SoundFiles
import WorkoutEngine
import WorkoutModel

/// `render`: renders the whole workout to a file.
struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Render a workout to a sound file.",
    discussion: """
      Examples:
        cuebell render tabata -o tabata.flac
        cuebell render mine.json -o - --cues mine.ndjson | aplay

      Frame 0 is elapsed 0. The extension selects the format: .wav, .flac, .ogg, .opus or .mp3; -o - writes WAV to \
      stdout.
      """)

  @OptionGroup var workout: WorkoutArgument

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The sound file; - for stdout.", valueName: "file"), completion: .file())
  var output: String

  @Option(help: "How much of the sound .mp3, .opus or .ogg keeps: small, normal (default) or best.")
  var quality: SoundQuality?

  @Option(
    help: ArgumentHelp("Write every event, one JSON object per line; - for stdout.", valueName: "list.ndjson"),
    completion: .file())
  var cues: String?

  @Option(
    help: ArgumentHelp("Draw the waveform, phases and cues; - for stdout.", valueName: "out.svg"),
    completion: .file())
  var picture: String?

  @Option(
    help: ArgumentHelp(
      "Also write speech.wav, sounds.wav and bed.wav (with the metronome) in 32-bit floating point.",
      valueName: "folder"),
    completion: .directory)
  var stems: String?

  @Flag(help: "Only 20 s, around the first change of effort.")
  var excerpt = false

  @Option(help: ArgumentHelp("The seed for random moments, orders, picks and lengths.", valueName: "n"))
  var seed = SeedArgument(Timeline.standardSeed)

  @OptionGroup var doneAfter: DoneAfterOption

  @Option(help: ArgumentHelp(RecordedSignals.help, valueName: "trace.csv"), completion: .file(extensions: ["csv"]))
  var signals: String?

  @OptionGroup var mix: MixOptions

  @OptionGroup var verbosity: Verbosity

  @Option(help: ArgumentHelp("Frames mixed at a time; the result is the same.", visibility: .hidden))
  var block: Int = 4096

  func validate() throws {
    guard stems != "-" else { throw ValidationError("--stems writes several files: name a folder.") }
    guard !excerpt || (cues == nil && picture == nil && stems == nil) else {
      throw ValidationError("--excerpt writes the sound alone, without --cues, --picture and --stems.")
    }
    guard (1...65_536).contains(block) else { throw ValidationError("--block must be 1 to 65536 frames.") }
    guard output == "-" || SoundFileFormat(fileName: output) != nil else {
      throw ValidationError("\(output): \(RenderSink.unknownEnding).")
    }
    guard quality == nil || SoundFileFormat(fileName: output)?.isLossy == true else {
      throw ValidationError(
        "--quality has no effect on WAV and FLAC, which keep every sample: leave it out, or write .mp3, .opus or .ogg.")
    }
  }

  func run() throws {
    try RenderProgress.show(unless: verbosity.quiet, render)
  }

  private func render(_ progress: RenderProgress?) throws {
    // A reader that goes away is reported as an error.
    signal(SIGPIPE, SIG_IGN)
    let settings = try SettingsFile.load()
    let file = try workout.path(settings)
    if file == "-", signals == "-" { throw Exit.fail(.usage, "The workout and --signals both come from stdin.") }
    let source = try WorkoutSource.open(file, voice: settings.voice.choosing(mix.voice))
    let recording = try RecordedSignals.measurements(signals)
    try checkConflicts(source, from: file)
    // What a resident engine can't speak, espeak-ng does; a program that fails ends the command.
    let speech = WorkoutSpeech(source.speech, hasStandIn: source.speech.isResident)
    defer { speech.close() }
    let prepared = try PreparedWorkout(source, speech, seed: seed.number)
    if !mix.noSpeech, !verbosity.quiet, let remark = source.voiceRemark { Streams.err(remark) }
    if !mix.noSpeech, let missing = MissingVoice(source, in: prepared.timeline, prepared.phrases) {
      throw Self.failure(missing)
    }
    let part = excerpt ? SoundExcerpt.part(of: prepared.timeline, doneAfter: doneAfter.duration) : nil
    if part == nil { progress?.begin(prepared.timeline, doneAfter: doneAfter.duration) }
    let beds = prepared.beginBeds()
    var session = try session(prepared, settings, recording) {
      // From here on they are needed.
      beds.wait()
    }
    session.part = part
    let tags = SoundTags(prepared.timeline.workout, from: file)
    // Outputs that can't be written are reported before anything is rendered.
    let events = try cues.map { try EventLog($0, prepared.hello) }
    let drawing = try picture.map { try OutputFile($0) }
    let total = part.map { $0.upperBound - $0.lowerBound } ?? prepared.timeline.total
    let frames = total.map { FrameClock.frames(in: $0) } ?? 0
    var sink = try RenderSink(
      output, quality: quality ?? .normal, tags: tags, frames: frames, draws: picture != nil, progress: progress)
    let parts = try stems.map { try StemFiles(in: $0, tags: tags, frames: frames) }
    let log = RenderLog(prepared.timeline, draws: picture != nil)
    var unspoken = UnspokenWords(prepared.phrases)
    try Exit.ifUnwritable { () throws(SinkError) in
      try session.run(blockFrames: block, into: &sink, parts: parts) { report in
        switch report {
        case .event(let event):
          if event.isForLogs { events?.add(SessionEvent(event)) }
          log.add(event)
          // A lost voice ends the command with its own message.
          guard !mix.noSpeech, prepared.phrases.lostVoice == nil, let cue = event.kind.cue else { break }
          if unspoken.isNews(cue) { Streams.err(UnspokenWords.sentence(cue)) }
        case .complaint(let text): Streams.err(text)
        case .notification: break
        }
      }
    }
    if !mix.noSpeech, speech.standIn == nil, let lost = prepared.phrases.lostVoice {
      throw Self.failure(MissingVoice(source, lost.error, lost.voice))
    }
    // Their times are those of the whole.
    let chapters = part == nil ? log.chapters : []
    try Exit.ifUnwritable { () throws(SinkError) in
      try sink.finish(chapters: chapters)
      try parts?.finish()
    }
    try events?.commit()
    if let drawing, let plan = log.plan {
      try drawing.write(plan.svg(waveform: sink.waveform))
      try drawing.commit()
    }
    try report(frames: sink.frames, chapters: chapters.count)
  }

  private func session(
    _ prepared: PreparedWorkout, _ settings: Settings, _ recording: [RecordedMeasurement]?,
    onceSpoken: @escaping () -> Void
  ) throws -> OfflineSession {
    var session = OfflineSession(
      prepared.timeline, phrases: prepared.phrases, sounds: prepared.sounds, durations: try prepared.durations(),
      doneAfter: doneAfter.duration, speaks: !mix.noSpeech, volume: mix.volume ?? settings.volume,
      body: settings.body, recording: recording)
    session.prepare = prepared.preparation({ Streams.err($0) }, onceSpoken: onceSpoken)
    return session
  }

  /// Prints a summary of the output; not for a stream, and on stderr if stdout has other output.
  private func report(frames: Int, chapters: Int) throws {
    guard output != "-" else { return }
    let others = [cues, picture, stems].compactMap { $0 }.filter { $0 != "-" }
    let line =
      "\(output): \(ClockText.short(FrameClock.duration(of: frames)))"
      + (excerpt ? "" : ", " + Counted.of(chapters, "chapter", "chapters"))
      + (others.isEmpty ? "" : "; also " + others.joined(separator: ", "))
    if cues == "-" || picture == "-" { Streams.err(line) } else { try Streams.out(SafeText.filtered(line)) }
  }

  private static func failure(_ missing: MissingVoice) -> ExitCode {
    Exit.fail(.unavailable, missing.line("--no-speech renders the sounds alone"))
  }

  /// Rejects outputs that would overwrite another file of the command.
  private func checkConflicts(_ source: WorkoutSource, from file: String) throws {
    var files = OutputConflictCheck(reading: file, sounds: source.sounds, in: source.folder)
    files.read(signals, as: "the recorded signals")
    try files.write(output, as: "-o")
    try files.write(cues, as: "--cues")
    try files.write(picture, as: "--picture")
    for path in stems.map(StemFiles.paths) ?? [] { try files.write(path, as: "--stems") }
  }
}

extension SoundQuality: ExpressibleByArgument {
  /// The qualities of a file; the least one is for pages.
  package static let allValueStrings = [Self.small, .normal, .best].map(\.rawValue)

  package init?(argument: String) {
    guard Self.allValueStrings.contains(argument) else { return nil }
    self.init(rawValue: argument)
  }
}

extension SoundTags {
  /// The tags of a render of `workout`, read from `file`.
  init(_ workout: Workout, from file: String) {
    let name = file == "-" ? nil : file.split(separator: "/").last.map { SafeText.filtered(String($0)) }
    self.init(
      title: SafeText.filtered(workout.spokenName), artist: workout.author.map(SafeText.filtered), workout: name,
      software: "Cuebell", comment: workout.spokenDescription.map(SafeText.filtered))
  }
}
