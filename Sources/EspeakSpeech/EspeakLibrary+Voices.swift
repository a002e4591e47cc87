import AudioMixing
internal import CEspeak

extension EspeakLibrary {
  private static let maximumTag = 35
  private static let maximumVariant = 40

  /// Makes the voice for a BCP 47 tag the current one: the best match, else the best of the base language.
  ///
  /// A refused choice leaves the library's former voice in place, so what is current is checked, not believed.
  func choose(language: String, variant: String?) throws(SpeechError) {
    let tag = String(language.map { $0 == "_" ? "-" : $0 })
    guard Self.isName(tag, atMost: Self.maximumTag) else { throw .noVoice(language: language) }
    let base = String(tag.prefix { $0 != "-" }).lowercased()
    guard [tag, base].contains(where: { Self.select($0) && Self.current()?.speaks(base) == true }) else {
      throw .noVoice(language: language)
    }
    guard let variant, !variant.isEmpty else { return }
    // The name becomes part of a path, and one that isn't there is passed over in silence.
    guard Self.isName(variant, atMost: Self.maximumVariant), let voice = Self.current(),
      Self.select(name: "\(voice.identifier)+\(variant)"), Self.current()?.identifier.hasSuffix("+\(variant)") == true
    else { throw .noVoice(language: "\(language)+\(variant)") }
  }

  /// Lists what is installed; voices that need another synthesiser's data are left out.
  func voices() -> VoiceList {
    let own = Self.list(nil).filter { !$0.identifier.hasPrefix("mb/") }
    let voices = own.map { VoiceList.Voice(name: $0.name, languages: $0.languages) }
    let variants = Self.list("variant").compactMap { entry in
      entry.identifier.hasPrefix("!v/") ? String(entry.identifier.dropFirst(3)) : nil
    }
    return VoiceList(
      voices: voices.sorted { ($0.languages.first ?? "", $0.name) < ($1.languages.first ?? "", $1.name) },
      variants: variants.sorted())
  }

  private static func isName(_ text: String, atMost limit: Int) -> Bool {
    let allowed = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
      default: false
      }
    }
    return allowed && !text.isEmpty && text.utf8.count <= limit
  }

  private static func select(_ language: String) -> Bool {
    unsafe language.withCString { text in
      var wanted = unsafe espeak_VOICE()
      unsafe wanted.languages = text
      return unsafe espeak_ng_SetVoiceByProperties(&wanted) == ENS_OK
    }
  }

  private static func select(name: String) -> Bool {
    unsafe name.withCString { unsafe espeak_ng_SetVoiceByName($0) == ENS_OK }
  }

  private static func current() -> VoiceEntry? {
    unsafe espeak_GetCurrentVoice().map { unsafe VoiceEntry($0.pointee) }
  }

  private static func list(_ language: String?) -> [VoiceEntry] {
    guard let language else { return unsafe entries(espeak_ListVoices(nil)) }
    return unsafe language.withCString { text in
      var wanted = unsafe espeak_VOICE()
      unsafe wanted.languages = text
      return unsafe entries(espeak_ListVoices(&wanted))
    }
  }

  private static func entries(
    _ list: UnsafeMutablePointer<UnsafePointer<espeak_VOICE>?>?
  ) -> [VoiceEntry] {
    guard var next = unsafe list else { return [] }
    var entries: [VoiceEntry] = []
    while let voice = unsafe next.pointee {
      unsafe entries.append(VoiceEntry(voice.pointee))
      unsafe next += 1
    }
    return entries
  }
}

/// A voice as the library describes it, copied out of its memory.
private struct VoiceEntry {
  let name: String
  /// Its path below the library's voices, such as `gmw/en` or `!v/f3`.
  let identifier: String
  let languages: [String]

  init(_ voice: espeak_VOICE) {
    name = unsafe voice.name.map { unsafe String(cString: $0) } ?? ""
    identifier = unsafe voice.identifier.map { unsafe String(cString: $0) } ?? ""
    languages = unsafe voice.languages.map { unsafe Self.tags($0) } ?? []
  }

  func speaks(_ base: String) -> Bool {
    languages.contains { String($0.prefix { $0 != "-" }).lowercased() == base }
  }

  /// A list of languages is: a byte of priority, a tag, a zero, and so on, and a zero at the end.
  private static func tags(_ list: UnsafePointer<CChar>) -> [String] {
    var tags: [(priority: CChar, tag: String)] = []
    var next = unsafe list
    while unsafe next.pointee != 0 {
      let tag = unsafe String(cString: next + 1)
      unsafe tags.append((next.pointee, tag))
      unsafe next += tag.utf8.count + 2
    }
    return tags.sorted { $0.priority < $1.priority }.map(\.tag)
  }
}
