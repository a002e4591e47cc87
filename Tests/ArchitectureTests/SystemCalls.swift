/// Calls of the system that have one place: one file words its errors, and only `HostSystem` waits for descriptors.
struct SystemCalls: Rule {
  /// Modules that still word errors, and modules that still wait.
  static let wording: Set = [
    "AudioOutput", "ControlSocket", "EspeakSpeech", "HostDiagnostics", "HostSystem", "SessionHistory", "SoundFiles",
    "cuebell",
  ]
  static let waiting: Set = [
    "AudioOutput", "ControlSocket", "DBusMessaging", "DisplayServer", "EspeakSpeech", "LivePlayback", "cuebell",
  ]

  /// The files that word errors.
  private let places: Set<String>

  init(_ files: [SourceFile]) { places = Set(files.filter { $0.names.contains("strerror") }.map(\.path)) }

  func complaints(about file: SourceFile) -> [String] {
    let module = file.module ?? ""
    var complaints: [String] = []
    if places.count > 1, !Self.wording.contains(module) {
      complaints += BannedWords(words: ["strerror"]).complaints(about: file)
    }
    if module != "HostSystem", !Self.waiting.contains(module) {
      complaints += BannedWords(words: ["poll("]).complaints(about: file)
    }
    return complaints
  }
}
