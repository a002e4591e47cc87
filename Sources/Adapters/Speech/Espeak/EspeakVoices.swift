import AudioMixing
internal import CEspeak
import StrictJSON
import WorkoutModel

extension EspeakLibrary {
  private static let maximumTag = 35

  /// Selects the voice for a BCP 47 tag: the voice with that tag, else the best match, else the best match of the base
  /// language. Case is ignored.
  ///
  /// If the library refuses a voice, the former one stays selected; so the selected voice is compared.
  mutating func choose(language: String, variant: String?) throws(SpeechError) {
    let tag = String(language.map { $0 == "_" ? "-" : $0 })
    guard Self.isName(tag) else { throw .noVoice(language: language) }
    guard Self.selectVoice(try tags().identifier(for: tag), of: tag) || Self.selectNearest(to: tag) else {
      throw .noVoice(language: language)
    }
    guard let variant, !variant.isEmpty else { return }
    // The name becomes part of a path; the library ignores one that doesn't exist.
    guard VoiceVariant.complaint(about: variant) == nil, let voice = Self.current(),
      Self.selectVoice(named: "\(voice.identifier)+\(variant)"),
      Self.current()?.identifier.hasSuffix("+\(variant)") == true
    else { throw .noVariant(variant) }
  }

  var currentName: String? { Self.current()?.name }

  private static func selectVoice(_ identifier: String?, of tag: String) -> Bool {
    guard let identifier else { return false }
    // By its tag first: the library may prepare the same voice differently by its name.
    if select(tag), current()?.identifier == identifier { return true }
    return selectVoice(named: identifier) && current()?.identifier == identifier
  }

  private static func selectNearest(to tag: String) -> Bool {
    let base = String(tag.prefix { $0 != "-" }).lowercased()
    return [tag, base].contains { select($0) && current()?.speaks(base) == true }
  }

  /// The installed voices, except those that need the data of another synthesiser or have no tag.
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

  private static func isName(_ text: String) -> Bool {
    let isAllowed = text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-_".utf8.contains($0) }
    return isAllowed && !text.isEmpty && text.utf8.count <= maximumTag
  }

  private static func select(_ language: String) -> Bool {
    unsafe language.withCString { text in
      var wanted = unsafe espeak_VOICE()
      unsafe wanted.languages = text
      return unsafe espeak_ng_SetVoiceByProperties(&wanted) == ENS_OK
    }
  }

  private static func selectVoice(named name: String) -> Bool {
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

/// A copy of the library's description of a voice.
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

  /// Each language is a byte of priority, a tag and a zero; a zero ends the list.
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

/// The voices by BCP 47 tag, the last part of their identifiers: `gmw/en-GB-scotland` has the tag `en-GB-scotland`.
///
/// The listed languages of voices don't distinguish them: four voices speak `en-gb`.
struct VoiceTags {
  /// The keys are tags in lower case.
  private let identifiers: [String: String]

  /// Collects the tags of voices; where two have the same last part, the first one has the tag.
  init(_ identifiers: [String]) {
    let pairs = identifiers.compactMap { identifier in
      Self.lastPart(of: identifier).map { ($0.lowercased(), identifier) }
    }
    self.identifiers = Dictionary(pairs) { first, _ in first }
  }

  /// The voice with `tag`; case is ignored.
  func identifier(for tag: String) -> String? { identifiers[tag.lowercased()] }

  /// The tag of a voice; `nil` if another voice has it.
  func tag(of identifier: String) -> String? {
    Self.lastPart(of: identifier).flatMap { self.identifier(for: $0) == identifier ? $0 : nil }
  }

  private static func lastPart(of identifier: String) -> String? {
    let name = String(identifier.split(separator: "/").last ?? "")
    return LanguageTag.complaint(about: name) == nil ? name : nil
  }
}
