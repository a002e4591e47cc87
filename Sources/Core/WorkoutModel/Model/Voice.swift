/// The voice of a workout.
///
/// ```swift
/// let voice = Voice(language: "en-GB", variant: "f3", rate: 150)
/// ```
public struct Voice: Equatable, Hashable, Sendable {
  /// A BCP 47 tag such as `en` or `pt-BR`.
  public var language: String
  /// A variant of the language's voice, such as `f3`.
  public var variant: String?
  /// Words per minute, within `Limits.voiceRate`.
  public var rate: Int
  /// The pitch within `Limits.voicePitch`; 50 is the voice's default.
  public var pitch: Int

  /// Creates a voice. The default is English at 165 words per minute and normal pitch.
  public init(language: String = "en", variant: String? = nil, rate: Int = 165, pitch: Int = 50) {
    self.language = language
    self.variant = variant
    self.rate = rate
    self.pitch = pitch
  }

  /// The same voice in English.
  package var inEnglish: Voice { VoiceChange(language: Language.english.rawValue).applied(to: self) }
}

/// A rule's changes to the workout's voice; `nil` changes nothing.
public struct VoiceChange: Hashable, Sendable {
  /// A BCP 47 tag.
  public var language: String?
  /// A variant of the language's voice.
  public var variant: String?
  /// Words per minute, within `Limits.voiceRate`.
  public var rate: Int?
  /// The pitch within `Limits.voicePitch`.
  public var pitch: Int?

  /// Creates a change. By default it changes nothing.
  public init(language: String? = nil, variant: String? = nil, rate: Int? = nil, pitch: Int? = nil) {
    self.language = language
    self.variant = variant
    self.rate = rate
    self.pitch = pitch
  }

  /// The voice with these changes.
  package func applied(to voice: Voice) -> Voice {
    Voice(
      language: language ?? voice.language, variant: variant ?? voice.variant, rate: rate ?? voice.rate,
      pitch: pitch ?? voice.pitch)
  }
}

extension Workout {
  /// All voices of the workout, without duplicates: its own, then those of rules in the order of the file, and an
  /// English one for built-in phrases that aren't translated.
  package var voices: [Voice] {
    let english = untranslatedLanguage == nil ? [] : [voice.inEnglish]
    return (voiceChanges.map { $0.change.applied(to: voice) } + english).reduce(into: [voice]) { voices, next in
      if !voices.contains(next) { voices.append(next) }
    }
  }

  /// The rules' changes to the voice with their paths, in the order of the file.
  package var voiceChanges: [(path: FieldPath, change: VoiceChange)] {
    placedRules.compactMap { path, rule in rule.voice.map { (path.key("voice"), $0) } }
  }
}
