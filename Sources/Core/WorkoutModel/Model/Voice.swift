/// How the speech of a workout sounds.
public struct Voice: Equatable, Hashable, Sendable {
  /// A BCP 47 tag such as `en` or `pt-BR`.
  public var language: String
  /// A variant of the language's voice, such as `f3`.
  public var variant: String?
  /// Words a minute, within `Limits.voiceRate`.
  public var rate: Int
  /// Within `Limits.voicePitch`; 50 is the voice's own.
  public var pitch: Int

  /// Creates a voice. The default is the standard voice: English, 165 words a minute at its own pitch.
  public init(language: String = "en", variant: String? = nil, rate: Int = 165, pitch: Int = 50) {
    self.language = language
    self.variant = variant
    self.rate = rate
    self.pitch = pitch
  }
}

/// What one rule changes of the workout's voice; what is `nil` stays as it is.
public struct VoiceChange: Equatable, Sendable {
  /// A BCP 47 tag.
  public var language: String?
  /// A variant of the language's voice.
  public var variant: String?
  /// Words a minute, within `Limits.voiceRate`.
  public var rate: Int?
  /// Within `Limits.voicePitch`.
  public var pitch: Int?

  /// Creates a change. By default it changes nothing.
  public init(language: String? = nil, variant: String? = nil, rate: Int? = nil, pitch: Int? = nil) {
    self.language = language
    self.variant = variant
    self.rate = rate
    self.pitch = pitch
  }

  /// The voice with these changes.
  public func applied(to voice: Voice) -> Voice {
    Voice(
      language: language ?? voice.language, variant: variant ?? voice.variant, rate: rate ?? voice.rate,
      pitch: pitch ?? voice.pitch)
  }
}

extension Workout {
  /// Every voice that speaks in it, each once: the workout's own, then those of single rules in the order of the file.
  public var voices: [Voice] {
    var voices = [voice]
    for (_, change) in voiceChanges where !voices.contains(change.applied(to: voice)) {
      voices.append(change.applied(to: voice))
    }
    return voices
  }

  /// The changes of the voice that single rules make, each with its place, in the order of the file.
  public var voiceChanges: [(path: FieldPath, change: VoiceChange)] {
    Self.changes(in: cues, at: FieldPath.root.key("cues")) + Self.changes(in: nodes, at: FieldPath.root.key("phases"))
  }

  private static func changes(in nodes: [Node], at path: FieldPath) -> [(path: FieldPath, change: VoiceChange)] {
    nodes.enumerated().flatMap { index, node in
      let path = path.index(index)
      switch node {
      case .phase(let phase): return changes(in: phase.cues, at: path.key("cues"))
      case .group(let group):
        return changes(in: group.cues, at: path.key("cues")) + changes(in: group.nodes, at: path.key("phases"))
      }
    }
  }

  private static func changes(in rules: [CueRule], at path: FieldPath) -> [(path: FieldPath, change: VoiceChange)] {
    rules.enumerated().compactMap { index, rule in
      rule.voice.map { (path.index(index).key("voice"), $0) }
    }
  }
}
