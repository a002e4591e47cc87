import ArgumentParser
import AudioMixing
import CommandSupport
import CueAudio
import SessionReporting
import StrictJSON
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show a workout's timeline: phases, cues, what was moved or left out and why.",
    discussion: """
      Examples:
        cuebell show tabata
        cuebell show --style hiit
      """)

  /// Prints what a page of the server shows.
  @Flag(help: .hidden) var page = false

  @Argument(help: "A workout file or name, or a short form such as 8x20/10; - for stdin.", completion: .workouts)
  var file: String?

  @OptionGroup var folders: FolderOptions

  @Flag(help: "Print one JSON object; times are nanoseconds.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Write a picture instead, without a waveform beyond 3 hours; - for stdout.", valueName: "out.svg"),
    completion: .file())
  var svg: String?

  @Flag(help: "With --svg: only the phases, as blocks of their colours without texts.")
  var strip = false

  @Option(
    help: ArgumentHelp(
      "Print the cue rules of a built-in style in the file format: \(Self.styles).", valueName: "name"),
    completion: .styles)
  var style: String?

  @Option(
    help: ArgumentHelp("The language of the phrases of --style, such as de.", valueName: "tag"), completion: .languages)
  var language: String = "en"

  @Option(
    help: ArgumentHelp(
      "The seed for random moments, orders, picks and lengths, which are then shown as drawn. (default: 1)",
      valueName: "n"))
  var seed: SeedArgument?

  @OptionGroup var doneAfter: DoneAfterOption

  @Option(help: ArgumentHelp(RecordedSignals.help, valueName: "trace.csv"), completion: .file(extensions: ["csv"]))
  var signals: String?

  @Option(help: VoiceChange.help)
  var voice: VoiceChange?

  @Option(help: ArgumentHelp("Colours: auto (default), always or never.", valueName: "when"))
  var color: ColorChoice?

  @Flag(help: "Tell the session in a link of cuebell history --report, as history --replay does; - reads the link.")
  var replay = false

  @Option(help: ArgumentHelp("With --replay, only what was around this active time.", valueName: "time"))
  var at: DurationArgument?

  private static let styles = Style.allCases.map(\.rawValue).joined(separator: ", ")

  func validate() throws {
    if strip, svg == nil || json { throw ValidationError("--strip is a kind of picture: it needs --svg, not --json.") }
    if strip, signals != nil { throw ValidationError("--strip draws the phases as planned: leave out --signals.") }
    if file == "-", signals == "-" { throw ValidationError("The workout and --signals both come from stdin.") }
    if replay, file == nil || json || svg != nil || style != nil || signals != nil {
      throw ValidationError("--replay needs a link, and excludes --json, --svg, --style and --signals.")
    }
    guard replay || at == nil else { throw ValidationError("--at belongs to --replay.") }
    if (file == nil) == (style == nil) { throw ValidationError("Name a workout file, or a style with --style.") }
    if let style, Style(rawValue: style) == nil {
      throw ValidationError("There is no style \"\(style)\"; choose from: \(Self.styles).")
    }
    if Language(tag: language) == nil {
      let known = Language.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("The styles have no phrases in \"\(language)\"; choose from: \(known).")
    }
  }

  func run() throws {
    let phrases = BuiltInPhrases(tag: language)
    if let rules = style.flatMap({ Style(rawValue: $0)?.rules(saying: phrases) }) {
      try Streams.out(WorkoutWriter.write(rules))
      return
    }
    if replay, let file { return try SessionReports.replay(file, around: at?.duration) }
    let settings = try SettingsFile.load()
    guard let file = try file.map({ try folders.path(of: $0, settings) }) else { return }
    let source = try WorkoutSource.open(file, voice: settings.voice.choosing(voice))
    if page {
      let page = WorkoutPage(source.workout, try? source.timeline(needsRecordings: false))
      var fields = page.details
      fields.add("link", ifAny: page.link)
      return try Streams.out(fields.line())
    }
    let recording = try RecordedSignals.measurements(signals)
    var files = OutputConflictCheck(reading: file, sounds: source.sounds, in: source.folder)
    files.read(signals, as: "the recorded signals")
    try files.write(svg, as: "--svg")
    if json { try files.claimStdout(as: "--json") }
    // A user's program may take seconds for a phrase; espeak-ng is as fast as reading a file.
    let speech = WorkoutSpeech(
      source.speech, limit: PhraseMeasurement.programLimit, hasStore: source.speech.isSlow)
    defer { speech.close() }
    let prepared = try PreparedWorkout(source, speech, seed: seed?.number ?? Timeline.standardSeed)
    let picture = try svg.map { try OutputFile($0) }
    // A strip shows no cues, so nothing is spoken for it.
    if strip, let picture {
      try picture.write(PlanStrip(prepared.timeline).svg)
      return try picture.commit()
    }
    let durations = try prepared.durations()
    // Without a voice the plan uses estimated lengths of the words, as on a machine that has one.
    let missing = MissingVoice(source, in: prepared.timeline, prepared.phrases)
    if let missing { Streams.err(missing.warning) }
    if let remark = source.voiceRemark { Streams.err(remark) }
    for problem in source.ineffective(in: prepared.timeline, for: settings.body) {
      Streams.err(problem.warning(in: source.document.file))
    }
    let measurement = PhraseMeasurement(prepared.phrases, isSlow: source.speech.isSlow)
    let rehearsal = Rehearsal(
      prepared.timeline, durations: durations, doneAfter: doneAfter.duration, body: settings.body, recording: recording
    ) { missing == nil ? measurement.measure($0) : .unknown }
    defer { if let remark = measurement.remark { Streams.err(remark) } }
    if picture == nil, !json {
      return try table(of: prepared, rehearsal, isColored: (color ?? settings.color).isColored)
    }
    let plan = Plan(of: prepared.timeline, rehearsal, isSeedKnown: seed != nil)
    if let picture {
      // What takes too long to measure takes too long to mix.
      let isShort = measurement.remark == nil
      if !isShort { Streams.err("No waveform: the workout has too many phrases; render --picture draws it.") }
      let waveform = isShort ? try waveform(of: prepared, durations, settings.body, recording) : nil
      try picture.write(plan.svg(waveform: waveform))
      try picture.commit()
    }
    if json {
      let clock = FrameClock()
      try plan.writeJSON(frameOf: clock.frame, spoken: prepared.phrases.spoken) { try Streams.write(Array($0.utf8)) }
      try Streams.out("")
    }
  }

  /// Prints each line as soon as it is final.
  private func table(of prepared: PreparedWorkout, _ rehearsal: Rehearsal, isColored: Bool) throws {
    var table = PlanTable(
      of: prepared.timeline, width: min(Streams.lineLimit, 120), colored: isColored,
      isSeedKnown: seed != nil, doneAfter: doneAfter.duration, spoken: prepared.phrases.spoken)
    try Streams.out(colored: table.head)
    var rehearsal = rehearsal
    while !table.isFull, let reaction = rehearsal.next() {
      let lines = table.add(reaction, at: rehearsal.engine.state.position)
      if !lines.isEmpty { try Streams.out(colored: lines.joined(separator: "\n")) }
    }
    try Streams.out(colored: table.foot)
  }

  /// The waveform of the workout's sound; `nil` if the workout is too long.
  private func waveform(
    of prepared: PreparedWorkout, _ durations: PhraseDurations, _ body: BodyProfile, _ recording: [RecordedMeasurement]?
  ) throws -> Waveform? {
    if let total = prepared.timeline.total, total > Self.longestDrawn {
      Streams.err("No waveform: the workout is longer than 3 hours; render --picture draws it")
      return nil
    }
    var sink = WaveformSink()
    let session = OfflineSession(
      prepared.timeline, phrases: prepared.phrases, sounds: prepared.sounds, durations: durations,
      doneAfter: doneAfter.duration, body: body, recording: recording)
    try Exit.ifUnwritable { () throws(SinkError) in try session.run(blockFrames: 1024, into: &sink) { _ in } }
    return sink.waveform
  }

  private static let longestDrawn = Duration.seconds(3 * 3600)
}

private struct WaveformSink: AudioSink {
  let blockFrames = 1024
  let latencyFrames = 0
  private(set) var waveform = Waveform(sampleRate: Bus.sampleRate)

  mutating func write(left: Span<Float>, right: Span<Float>) throws(SinkError) {
    waveform.add(left: left, right: right)
  }

  mutating func finish() throws(SinkError) {}
}
