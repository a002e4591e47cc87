import ArgumentParser
import CommandSupport
import PageFiles
import SessionReporting
import SoundFiles
import WorkoutExchange
import WorkoutModel

/// `export`: writes a workout in the format of another program.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Convert a workout for watches, trainers, calendars, media players, browsers or paper.",
    discussion: """
      Examples:
        cuebell export tabata -o tabata.fit
        cuebell export tabata -o tabata.html
        cuebell export mine.json --as sheet -o mine.html

      An .html file plays itself in any browser, with sound and without a network: html-live, in which you can do \
      what you can in a session. html has one sound as rendered, html-mp3 one for old browsers of Apple, and sheet is \
      a page to print. The extension selects the format. What the format can't express is listed on stderr, one line \
      each.
      """)

  @OptionGroup var workout: WorkoutArgument

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file to write; - for stdout.", valueName: "file"), completion: .file())
  var output: String?

  @Option(
    name: .customLong("as"), help: ArgumentHelp("The format: \(Self.formats).", valueName: "format"),
    completion: .list(Self.names))
  var format: String?

  @Option(
    help: ArgumentHelp(
      "The length of open phases without a cap, in formats that have no open steps.", valueName: "time"))
  var open: DurationArgument = DurationArgument(.seconds(60))

  @Option(help: ArgumentHelp("Power of phases without a target, in % of FTP: high=110,low=60.", valueName: "percents"))
  var power: String?

  @Option(help: ArgumentHelp("Functional threshold power, for files in watts.", valueName: "W"))
  var ftp: Int?

  @Option(help: ArgumentHelp("When the calendar event begins, such as 2026-12-01T07:00.", valueName: "time"))
  var at: String?

  @Option(help: ArgumentHelp("How often the calendar event repeats: day, week or month.", valueName: "period"))
  var every: String?

  @Option(help: ArgumentHelp("The sound file that the CUE sheet describes.", valueName: "file"))
  var audio: String?

  @Option(help: ArgumentHelp("The seed for random moments and orders.", valueName: "n"))
  var seed = SeedArgument(Timeline.standardSeed)

  @OptionGroup var doneAfter: DoneAfterOption

  @Option(help: VoiceChange.help)
  var voice: VoiceChange?

  @Flag(help: "Fail if anything is lost.")
  var strict = false

  @Flag(help: "Print the losses as one JSON object on stdout.")
  var json = false

  /// A file for another program, or one that plays itself with a kind of sound.
  private enum Kind: Equatable {
    case exchange(ExchangeFormat)
    case playing(SoundFileFormat)
    /// A file in which the engine plays.
    case live

    /// Browsers play Opus, those of Apple only since 2025.
    static let playing: [String: SoundFileFormat] = ["html": .opus, "html-mp3": .mp3]

    static let liveName = "html-live"

    static func named(_ name: String) -> Kind? {
      name == liveName
        ? .live
        : playing[name].map { .playing($0) }
          ?? ExchangeFormat(rawValue: name).flatMap { $0.isExported ? .exchange($0) : nil }
    }

    static func ofFile(_ name: String) -> Kind? {
      name.lowercased().hasSuffix(".html") ? .live : ExchangeFormat(ending: name).map { .exchange($0) }
    }
  }

  private static let names =
    ExchangeFormat.allCases.filter(\.isExported).map(\.rawValue) + ([Kind.liveName] + Kind.playing.keys).sorted()
  private static let formats = names.joined(separator: ", ")

  func validate() throws {
    if let format, Kind.named(format) == nil { throw ValidationError("--as must be one of \(Self.formats).") }
    if kind == nil {
      throw ValidationError("Name a file with a known extension, as in -o tabata.fit, or a format with --as.")
    }
    if json, output == nil || output == "-" {
      throw ValidationError("--json and the file both go to stdout: name a file with -o.")
    }
    if let at, LocalTime(at) == nil { throw ValidationError("--at must be a time such as 2026-12-01T07:00.") }
    if let every, EventRepetition(rawValue: every) == nil { throw ValidationError("--every: day, week or month.") }
    if let power, Self.powers(power) == nil {
      throw ValidationError("--power must be intensities with percentages, such as high=110,low=60.")
    }
    if let ftp, !(1...3000).contains(ftp) { throw ValidationError("--ftp must be 1 to 3000 watts.") }
    if kind == .exchange(.ics), at == nil {
      throw ValidationError("A calendar event needs a start, such as --at 2026-12-01T07:00.")
    }
  }

  private var kind: Kind? { format.map { Kind.named($0) } ?? output.flatMap { Kind.ofFile($0) } }

  func run() throws {
    switch kind {
    case .exchange(let format): try convert(to: format)
    case .playing(let sound): try speaking { try render($0, sound) }
    case .live: try speaking(writeLive)
    case nil: break
    }
  }

  /// Opens the workout, and checks that the output replaces no file of its own.
  private func opened() throws -> (path: String, source: WorkoutSource) {
    let settings = try SettingsFile.load()
    let path = try workout.path(settings)
    let source = try WorkoutSource.open(path, voice: settings.voice.choosing(voice))
    var files = OutputConflictCheck(reading: path, sounds: source.sounds, in: source.folder)
    try files.write(output ?? "-", as: "-o")
    if json { try files.claimStdout(as: "--json") }
    return (path, source)
  }

  private func render(_ prepared: PreparedWorkout, _ sound: SoundFileFormat) throws {
    try RenderProgress.show { progress in
      try SelfPlayingFile(prepared: prepared, doneAfter: doneAfter.duration, format: sound) { Streams.err($0) }
        .write(to: output ?? "-", progress: progress)
    }
  }

  /// Writes a file in which the engine plays; or one with a single sound, where it can't and nobody has asked for it.
  private func writeLive(_ prepared: PreparedWorkout) throws {
    let tracks = prepared.timeline.workout.soundUses.filter { $0.role == .track }
    let engine = Assets.engine
    if format == nil, engine == nil || !tracks.isEmpty {
      let reason = engine == nil ? "the engine of pages isn't installed (make web)" : "tracks are part of it"
      Streams.err("The file plays one rendered sound, because \(reason).")
      return try render(prepared, .opus)
    }
    guard let engine else {
      throw Exit.fail(.unavailable, "The engine of pages isn't installed: make web makes it, and --as html needs none.")
    }
    try PlayableFile(prepared: prepared, engine: engine) { Streams.err($0) }.write(to: output ?? "-")
  }

  /// Writes a file that plays itself, of a workout whose words can be spoken here.
  private func speaking(_ write: (PreparedWorkout) throws -> Void) throws {
    let (path, source) = try opened()
    let speech = WorkoutSpeech(source.speech, hasStandIn: source.speech.isResident)
    defer { speech.close() }
    let prepared = try PreparedWorkout(source, speech, seed: seed.number)
    if let missing = MissingVoice(source, in: prepared.timeline, prepared.phrases) {
      throw Exit.fail(.unavailable, missing.warning)
    }
    try ExchangeReport.tell([], of: InputFile.name(of: path), strict: strict, json: json)
    try write(prepared)
  }

  /// Writes a file for another program.
  private func convert(to kind: ExchangeFormat) throws {
    let (path, source) = try opened()
    let target = output ?? "-"
    if kind == .fit { try OutputFile.checkBinary(target) }
    let speech = WorkoutSpeech(source.speech)
    defer { speech.close() }
    let prepared = try PreparedWorkout(source, speech, seed: seed.number)
    // The other formats have no lengths of words.
    let hasWords = [.vtt, .srt, .lrc, .sheet].contains(kind)
    let missing = hasWords ? MissingVoice(source, in: prepared.timeline, prepared.phrases) : nil
    if let missing, kind != .sheet { throw Exit.fail(.unavailable, missing.warning) }
    let rehearsal = try ExportRehearsal(prepared, doneAfter: doneAfter.duration, speaks: hasWords && missing == nil)
    let options = ExportOptions(
      openLength: open.duration, power: power.flatMap(Self.powers) ?? [:], ftp: ftp,
      start: at.flatMap { LocalTime($0) },
      repetition: every.flatMap { EventRepetition(rawValue: $0) },
      replaced: kind == .ics
        ? (try? InputFile.contents(ofRegularFile: target)).map { String(decoding: $0, as: UTF8.self) } : nil)
    let result: (bytes: [UInt8], losses: [ExchangeIssue])
    do throws(ExchangeError) {
      result = try WorkoutExporter.write(
        prepared.timeline, track: rehearsal.track(audio: audio ?? Self.audio(beside: target)),
        picture: kind == .sheet ? rehearsal.picture : nil, doneAfter: doneAfter.duration, as: kind, options)
    } catch {
      throw ExchangeReport.failure(error, in: InputFile.name(of: path))
    }
    try ExchangeReport.tell(result.losses, of: InputFile.name(of: path), strict: strict, json: json)
    try OutputFile.write(result.bytes, to: target)
  }

  /// The name of the sound file that belongs to an output.
  private static func audio(beside path: String) -> String {
    let name = path == "-" ? "workout.cue" : path.split(separator: "/").last.map(String.init) ?? path
    return (name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name) + ".flac"
  }

  /// Parses `high=110,low=60`, in thousandths of a per cent.
  private static func powers(_ text: String) -> [Intensity: Int]? {
    var powers: [Intensity: Int] = [:]
    for pair in text.split(separator: ",", omittingEmptySubsequences: false) {
      let halves = pair.split(separator: "=", maxSplits: 1)
      guard halves.count == 2, let intensity = Intensity(rawValue: String(halves[0])),
        let percent = Double(halves[1].replacing("%", with: "")), (0...1000).contains(percent)
      else { return nil }
      powers[intensity] = Int((percent * 1000).rounded())
    }
    return powers
  }
}
