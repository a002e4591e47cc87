import ArgumentParser
import AudioMixing
import CommandSupport
import CueAudio
import SessionReporting
import Speech
import StrictJSON
import WorkoutEngine
import WorkoutModel

struct Voices: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the voices, hear one, or list what to record.",
    discussion: """
      Examples:
        cuebell voices --voice en-GB+f3 --say "Set three completing in"
        cuebell voices record-list guided.json
      """,
    subcommands: [VoicesList.self, RecordList.self],
    defaultSubcommand: VoicesList.self,
    aliases: ["voice"])
}

/// `voices list`, the default of `voices`: lists the voices and plays samples.
struct VoicesList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the voices by language tag, or hear one.",
    discussion: """
      The first column is the "language" of a workout's "voice". Any variant works with any language.
      """)

  @Flag(help: "Print one JSON object.")
  var json = false

  @Option(help: "Speak this text, as a workout would.")
  var say: String?

  @Option(help: VoiceChange.help)
  var voice: VoiceChange?

  @OptionGroup var preview: PreviewOptions

  func validate() throws {
    guard say == nil else {
      if json { throw ValidationError("--json and --say exclude each other.") }
      return
    }
    let isPlain = preview.device == nil && preview.others == nil && !preview.takeOver
    guard voice == nil, preview.output == nil, isPlain else {
      throw ValidationError("--voice, --output, --device, --others and --take-over require --say.")
    }
  }

  func run() throws {
    if let say { return try speak(say) }
    let speech = WorkoutSpeech(
      try SettingsFile.load().voice.speech, limit: PhraseMeasurement.programLimit, hasStore: false)
    defer { speech.close() }
    let list: VoiceList
    do throws(SpeechError) { list = try speech.engines.voices() } catch { throw Self.failure(error) }
    let engines = speech.engines.choice.engines.map { EngineVoices($0, of: speech.engines) }
    if json {
      let voices: [JSONFields] = list.voices.map {
        ["language": $0.tag, "name": $0.name, "languages": $0.languages]
      }
      let fields: JSONFields = ["voices": voices, "variants": list.variants, "engines": engines.map(\.fields)]
      return try Streams.out(fields.line())
    }
    for line in Columns.aligned(list.voices.map { [$0.tag, SafeText.filtered($0.name)] }) { try Streams.out(line) }
    // Names of variants may contain spaces.
    let variants = list.variants.map(SafeText.filtered).joined(separator: ", ")
    let lines = LineWrap.lines(variants, columns: Streams.lineLimit)
    try Streams.out("\nVariants (\"variant\" beside \"language\"):\n" + lines.joined(separator: "\n"))
    for engine in engines where engine.engine != .espeak { try Streams.out("\n" + engine.lines) }
  }

  /// Speaks a text in the voice of the command line or otherwise of the settings.
  private func speak(_ text: String) throws {
    let settings = try SettingsFile.load()
    let preference = settings.voice.choosing(voice)
    let speech = WorkoutSpeech(preference.speech, hasStore: false)
    defer { speech.close() }
    let own = settings.voice.standard.applied(to: Voice())
    let phrases = SpeechCache(speech.engines, voice: voice?.applied(to: own) ?? own)
    if let error = phrases.voiceFailure() { throw Self.failure(error) }
    let phrase = Phrase(text)
    phrases.prepare([phrase])
    guard let clip = phrases.clip(phrase) else {
      let reason = if case .failure(let reason) = phrases.measure(phrase) { reason } else { Self.nothing }
      throw Exit.fail(.badInput, "Not spoken: \(reason)")
    }
    let choice = voice.map { " --voice \(ShellWord.quoted($0.defaultValueDescription))" } ?? ""
    let hint = "cuebell voices\(choice) --say \(ShellWord.quoted(text)) -o sample.wav"
    try preview.play(text, holder: "the preview of a voice", hint: hint, settings) { group in
      group.play(clip, at: 0, id: 1)
      return clip.frames
    }
  }

  private static let nothing = SpeechError.nothingToSay.explanation

  private static func failure(_ error: SpeechError) -> ExitCode {
    Exit.fail(.unavailable, error.explanation + (error.remedy.map { " (see: \($0))" } ?? ""))
  }
}

private struct EngineVoices {
  let engine: SpeechEngine
  /// `nil` if it lists none.
  private var list: VoiceList?
  private var problem: String?

  init(_ engine: SpeechEngine, of speech: MachineSpeech) {
    self.engine = engine
    guard case .wyoming = engine else { return }
    do throws(SpeechError) { list = try speech.voices(of: engine) } catch { problem = error.reason }
  }

  private static let shownSpeakers = 5

  private var voices: [VoiceList.Voice] { list?.voices ?? [] }

  /// Its name and its voices, a line each.
  var lines: String {
    let title = "Engine \(SafeText.filtered(engine.name))"
    if let problem { return "\(title): \(SafeText.filtered(problem))" }
    if list == nil { return "\(title): a program, which speaks every language that it is asked for" }
    let rows = voices.map { voice in
      let more = voice.speakers.count - Self.shownSpeakers
      let speakers =
        voice.speakers.prefix(Self.shownSpeakers).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
      return SafeText.filtered(
        "  \(voice.name)  \(voice.languages.joined(separator: ", "))  \(voice.version)"
          + (speakers.isEmpty ? "" : "  speakers: \(speakers)"))
    }
    return (["\(title) (\"name\" and \"speaker\" beside \"wyoming\"):"] + rows).joined(separator: "\n")
  }

  var fields: JSONFields {
    let voices: [JSONFields] = voices.map { voice in
      [
        "name": voice.name, "languages": voice.languages, "speakers": voice.speakers, "version": voice.version,
      ]
    }
    var fields: JSONFields = ["engine": engine.kind.rawValue]
    fields.add(engine.fields)
    if list != nil { fields.add("voices", voices) }
    fields.add("problem", ifAny: problem)
    return fields
  }
}
