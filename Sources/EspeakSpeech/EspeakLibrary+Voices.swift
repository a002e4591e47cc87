import AudioMixing
internal import CEspeak

extension EspeakLibrary {
  private static let maximumTag = 35
  private static let maximumVariant = 40

  /// Makes the voice for a BCP 47 tag the current one: the one that bears the tag, else the best match, else the best
  /// of the base language. Upper and lower case are the same.
  ///
  /// A refused choice leaves the library's former voice in place, so what is current is checked, not believed.
  mutating func choose(language: String, variant: String?) throws(SpeechError) {
    let tag = String(language.map { $0 == "_" ? "-" : $0 })
    guard Self.isName(tag, atMost: Self.maximumTag) else { throw .noVoice(language: language) }
    guard Self.selectOwner(try tags().identifier(for: tag), of: tag) || Self.selectNearest(to: tag) else {
      throw .noVoice(language: language)
    }
    guard let variant, !variant.isEmpty else { return }
    // The name becomes part of a path, and one that isn't there is passed over in silence.
    guard Self.isName(variant, atMost: Self.maximumVariant, withSpaces: true), let voice = Self.current(),
      Self.select(name: "\(voice.identifier)+\(variant)"), Self.current()?.identifier.hasSuffix("+\(variant)") == true
    else { throw .noVariant(variant) }
  }

  /// The name of the current voice.
  var currentName: String? { Self.current()?.name }

  /// Makes the voice that bears `tag`, if there is one, the current voice.
  private static func selectOwner(_ identifier: String?, of tag: String) -> Bool {
    guard let identifier else { return false }
    // The library's own way to the same voice comes first: it may prepare it otherwise than its name does.
    if select(tag), current()?.identifier == identifier { return true }
    return select(name: identifier) && current()?.identifier == identifier
  }

  private static func selectNearest(to tag: String) -> Bool {
    let base = String(tag.prefix { $0 != "-" }).lowercased()
    return [tag, base].contains { select($0) && current()?.speaks(base) == true }
  }

  /// Lists what is installed; voices that need another synthesiser's data, or that no tag chooses, are left out.
  mutating func voices() throws(SpeechError) -> VoiceList {
    let tags = try tags()
    let voices = Self.ownVoices().compactMap { voice in
      tags.tag(of: voice.identifier).map { VoiceList.Voice(name: voice.name, tag: $0, languages: voice.languages) }
    }
    let variants = Self.list("variant").compactMap { entry in
      entry.identifier.hasPrefix("!v/") ? String(entry.identifier.dropFirst(3)) : nil
    }
    return VoiceList(voices: voices.sorted { $0.tag < $1.tag }, variants: variants.sorted())
  }

  /// The identifiers of the voices that need no other synthesiser.
  static func voiceIdentifiers() -> [String] { ownVoices().map(\.identifier) }

  private static func ownVoices() -> [VoiceEntry] { list(nil).filter { !$0.identifier.hasPrefix("mb/") } }

  private static func isName(_ text: String, atMost limit: Int, withSpaces: Bool = false) -> Bool {
    let allowed = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: " "): withSpaces
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
