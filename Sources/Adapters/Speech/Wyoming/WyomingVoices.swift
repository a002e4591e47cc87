import StrictJSON

extension VoiceList {
  /// The voices that a Wyoming server offers in its `info`; of those that it could download, none.
  init(info: WyomingEvent) {
    var voices: [Voice] = []
    for program in info["tts"]?.list ?? [] {
      let version = [program["name"]?.text, program["version"]?.text].compactMap(\.self).joined(separator: " ")
      for voice in program["voices"]?.list ?? [] where voice["installed"]?.bool != false {
        guard let name = voice["name"]?.text, !name.isEmpty else { continue }
        let languages = (voice["languages"]?.list ?? []).compactMap { $0.text?.replacing("_", with: "-") }
        voices.append(
          Voice(
            name: name, tag: languages.first ?? "", languages: languages,
            speakers: (voice["speakers"]?.list ?? []).compactMap { $0["name"]?.text },
            version: voice["version"]?.text.map { "\(version) \($0)" } ?? version))
      }
    }
    self.init(voices: voices.sorted { ($0.tag, $0.name) < ($1.tag, $1.name) }, variants: [])
  }

  /// The voice with a name, or else the best for a language; `nil` if it doesn't speak that language.
  ///
  /// A voice without languages speaks any.
  func voice(named name: String?, for language: String) -> Voice? {
    let candidates = name.map { name in voices.filter { $0.name == name } } ?? voices
    return candidates.first { $0.languages.contains { $0.lowercased() == language.lowercased() } }
      ?? candidates.first { $0.languages.isEmpty || $0.languages.contains { Self.family($0) == Self.family(language) } }
  }

  func has(_ name: String) -> Bool { voices.contains { $0.name == name } }

  private static func family(_ tag: String) -> String { tag.prefix { $0 != "-" }.lowercased() }
}
