/// How long phrases and sounds last: what the engine must know to end speech at a moment.
///
/// A plain value that the host fills as phrases are made; what isn't in it yet is estimated.
public struct Lexicon: Equatable, Sendable {
  /// From the audible onset to the audible end, by text.
  public private(set) var phrases: [String: Duration] = [:]
  /// Why a phrase can't be spoken, by text.
  public private(set) var failures: [String: String] = [:]
  /// At least as long as any phrase whose length is known.
  private(set) var longestPhrase = Duration.zero
  /// From the first sample to the audible end, by the name of the sound.
  public var sounds: [String: Duration] = [:]

  /// A lexicon that knows nothing: all lengths are estimates.
  public init() {}

  /// Notes how long a phrase is.
  public mutating func learn(_ text: String, length: Duration) {
    failures[text] = nil
    phrases[text] = length
    longestPhrase = max(longestPhrase, length)
  }

  /// Forgets all phrases but these, once there are so many that a long session must not keep them all.
  public mutating func forget(besides texts: [String]) {
    guard phrases.count + failures.count > Self.capacity + texts.count else { return }
    let kept = Set(texts)
    phrases = phrases.filter { kept.contains($0.key) }
    failures = failures.filter { kept.contains($0.key) }
  }

  /// How many phrases it may hold that aren't needed.
  private static let capacity = 20_000

  /// Notes that a phrase can't be spoken.
  public mutating func learn(_ text: String, failure: String) { failures[text] = failure }

  /// Notes what is known of a phrase; nothing changes where that is nothing.
  public mutating func learn(_ text: String, _ measure: PhraseMeasure) {
    switch measure {
    case .length(let length): learn(text, length: length)
    case .failure(let reason): learn(text, failure: reason)
    case .unknown: break
    }
  }

  /// Whether nothing is known of a phrase.
  public func lacks(_ text: String) -> Bool { phrases[text] == nil && failures[text] == nil }

  /// How long a phrase is: 0 where there is nothing in it to say; for an unknown one a guess at the usual pace of
  /// speech, 13 characters a second.
  public func length(of text: String) -> Duration {
    if let length = phrases[text] { return length }
    return Self.isMute(text) ? .zero : Self.estimate(characters: text.unicodeScalars.count)
  }

  static func estimate(characters: Int) -> Duration { .milliseconds(200 + 75 * characters) }

  /// Whether a text is made of pictures, punctuation and spaces alone, of which no voice says anything.
  private static func isMute(_ text: String) -> Bool {
    !text.unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .nonspacingMark, .privateUse,
        .unassigned, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation:
        false
      case .otherPunctuation: Self.named.contains(scalar)
      // Pictures, arrows and drawn lines; the signs below, such as the degree, have names that are spoken.
      case .otherSymbol: scalar.value < 0x2190
      case .modifierSymbol: !scalar.properties.isEmojiModifier
      default: !scalar.properties.isEmojiPresentation && !(0x2190...0x21FF).contains(scalar.value)
      }
    }
  }

  /// The punctuation that has a name which a voice says.
  private static let named: Set<Unicode.Scalar> = ["#", "%", "&", "*", "/", "@", "\\", "‰", "§", "¶"]

  /// How long a sound is; 1 s where nobody has said.
  public func length(ofSound name: String) -> Duration { sounds[name] ?? .seconds(1) }
}

/// What is known of a phrase.
public enum PhraseMeasure: Equatable, Sendable {
  /// From its audible onset to its audible end.
  case length(Duration)
  /// It can't be spoken, and why.
  case failure(String)
  /// Nothing; the engine's guess holds.
  case unknown
}
