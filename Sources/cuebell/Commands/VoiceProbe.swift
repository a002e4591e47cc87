import AudioMixing
import CommandSupport
import FoundationEssentials
import HostSystem
import Speech
import StrictJSON
import WorkoutModel

/// The engines of speech on this machine, each tried with two phrases.
enum VoiceProbe {
  /// The usual address of a Wyoming server, and the program that is one.
  private static let (usual, program) = ("tcp://127.0.0.1:10200", "wyoming-piper")
  /// The time limit for an engine that nobody has asked for.
  private static let limit = Duration.seconds(15)

  static func diagnostics(_ environment: [String: String], _ choice: SpeechChoice) -> [Diagnostic] {
    let engines = (choice.engines + [.espeak]).reduce(into: [SpeechEngine]()) { if !$0.contains($1) { $0.append($1) } }
    let speech = WorkoutSpeech(choice, hasStore: false)
    defer { speech.close() }
    let own = engines.filter { choice.engines.contains($0) }.map { engine in
      let trial = trial(of: engine, speech.engines, in: choice.language(of: engine))
      let isOwn = engine != .espeak
      return Diagnostic.voice(
        trial, dataFolder: environment["ESPEAK_DATA_PATH"], program: isOwn ? SafeText.filtered(engine.name) : nil)
    }
    return own + (choice.isResident ? [] : natural(environment))
  }

  /// The time that an engine needs for two phrases in a language.
  private static func trial(of engine: SpeechEngine, _ speech: MachineSpeech, in language: String) -> VoiceTrial {
    do throws(SpeechError) {
      let begin = SuspendingClock.now
      _ = try speech.synthesize(SpeechRequest(text: "three, two, one", language: language), by: engine)
      let middle = SuspendingClock.now
      _ = try speech.synthesize(SpeechRequest(text: "Set 3 completing in", language: language), by: engine)
      let end = SuspendingClock.now
      let voices: Int? = if case .command = engine { nil } else { try speech.voices(of: engine).voices.count }
      return .speaks(voices: voices, first: middle - begin, next: end - middle)
    } catch {
      return .fails(error.reason)
    }
  }

  /// A natural voice that the settings don't use: a server at the usual port, or a program.
  private static func natural(_ environment: [String: String]) -> [Diagnostic] {
    if let service = WyomingService(address: usual),
      let found = trial(of: service, in: "en", use: ["wyoming": service.name])
    {
      return [found]
    }
    let home = environment["HOME"] ?? ""
    let folders = ["piper/bin", ".local/bin"].map { "\(home)/\($0)" }
    guard let path = ProgramPath.find(program, in: environment["PATH"], first: folders) else { return [] }
    guard let voice = voices(in: "\(home)/voices").first else {
      return [
        .ok(
          "natural voice",
          "\(path) is installed, but has no voice in ~/voices: python -m piper.download_voices fetches one")
      ]
    }
    let service = WyomingService(
      at: .program([path, "--data-dir", "\(home)/voices", "--voice", voice]), voice: voice)
    let arguments = [path.replacing(home, with: "~"), "--data-dir", "~/voices", "--voice", voice]
    let language = String(voice.prefix { $0 != "_" })
    return [trial(of: service, in: language, use: ["wyoming": arguments, "name": voice])].compactMap(\.self)
  }

  /// The diagnostic of a service that isn't used, whose entry in the settings is `use`; `nil` if it doesn't answer.
  private static func trial(of service: WyomingService, in language: String, use: JSONFields) -> Diagnostic? {
    let engine = SpeechEngine.wyoming(service)
    let speech = WorkoutSpeech(SpeechChoice(engine), limit: limit, hasStore: false)
    defer { speech.close() }
    guard (try? speech.engines.voices(of: engine)) != nil else { return nil }
    let voice: JSONFields = ["languages": [language: use] as JSONFields]
    let advice = "to use it: \((["voice": voice] as JSONFields).line()) in \(SettingsFile.path ?? "the settings file")"
    return .naturalVoice(trial(of: engine, speech.engines, in: language), server: service.name, use: advice)
  }

  private static func voices(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".onnx") }.map { SafeText.filtered(String($0.dropLast(5))) }.sorted()
  }
}

extension SpeechChoice {
  fileprivate func language(of engine: SpeechEngine) -> String {
    standard == engine ? "en" : languages.sorted { $0.key < $1.key }.first { $0.value == engine }?.key ?? "en"
  }
}
