import WorkoutModel

/// The lengths of phrases and sounds, which the engine needs to end speech at a moment.
///
/// It is a plain value that the host fills as phrases are synthesised; missing lengths are estimated.
///
/// ```swift
/// engine.updateDurations { durations in
///   durations.record("Set 3 completing in", length: .milliseconds(1200))
/// }
/// ```
public struct PhraseDurations: Equatable, Sendable {
  /// The lengths from the audible onset to the audible end, by phrase.
  package private(set) var phrases: [Phrase: Duration] = [:]
  /// The reasons why phrases can't be spoken, by phrase.
  package private(set) var failures: [Phrase: String] = [:]
  /// An upper bound of all known phrase lengths.
  private(set) var longestPhrase = Duration.zero
  /// The lengths from the first sample to the audible end, by the name of the sound.
  public var sounds: [String: Duration] = [:]

  /// Creates an empty value, with which all lengths are estimates.
  public init() {}

  /// Records the length of a phrase, from nothing to that of the longest phase.
  public mutating func record(_ phrase: Phrase, length: Duration) {
    let length = Self.possible(length)
    failures[phrase] = nil
    phrases[phrase] = length
    longestPhrase = max(longestPhrase, length)
  }

  /// Forgets all phrases except the needed ones once the number of others exceeds a limit, which bounds the memory of a
  /// long session.
  package mutating func forget(besides needed: [Phrase]) {
    guard phrases.count + failures.count > Self.capacity + needed.count else { return }
    let kept = Set(needed)
    phrases = phrases.filter { kept.contains($0.key) }
    failures = failures.filter { kept.contains($0.key) }
  }

  /// The maximum number of phrases that aren't needed.
  private static let capacity = 20_000

  /// Records that a phrase can't be spoken.
  public mutating func record(_ phrase: Phrase, failure: String) { failures[phrase] = failure }

  /// Records what is known of a phrase; `unknown` changes nothing.
  public mutating func record(_ phrase: Phrase, _ measure: PhraseMeasure) {
    switch measure {
    case .length(let length): record(phrase, length: length)
    case .failure(let reason): record(phrase, failure: reason)
    case .unknown: break
    }
  }

  /// Whether both lead to the same plan: they differ at most in which phrases can't be spoken.
  func hasSameLengths(as other: PhraseDurations) -> Bool { phrases == other.phrases && sounds == other.sounds }

  /// Whether nothing is known of a phrase.
  package func lacks(_ phrase: Phrase) -> Bool { phrases[phrase] == nil && failures[phrase] == nil }

  /// The length of a phrase: 0 if it contains nothing to say, and an estimate at the usual pace of speech, 13
  /// characters per second, if it is unknown.
  public func length(of phrase: Phrase) -> Duration {
    if let length = phrases[phrase] { return length }
    return Self.isMute(phrase.text) ? .zero : Self.estimate(characters: Self.characters(in: phrase.text))
  }

  func isSilent(_ phrase: Phrase) -> Bool { phrases[phrase].map { $0 == .zero } ?? Self.isMute(phrase.text) }

  /// By how much a phrase lasts longer than the `planned` one of a `length`; negative if it is shorter.
  func overrun(of phrase: Phrase?, beyond planned: Phrase, of length: Duration) -> Duration {
    guard let phrase, phrase != planned else { return .zero }
    return self.length(of: phrase) - length
  }

  /// Why a phrase can't be spoken, including that it isn't the `planned` one and wasn't synthesised in time; `nil` if
  /// it can.
  func failure(of phrase: Phrase, insteadOf planned: Phrase?) -> CueCause? {
    failures[phrase].map(CueCause.unspoken) ?? (phrase != planned && lacks(phrase) ? .notSynthesized : nil)
  }

  /// The number of Unicode scalars in a text: all bytes except continuation bytes.
  private static func characters(in text: String) -> Int {
    text.utf8.reduce(0) { $1 & 0b1100_0000 == 0b1000_0000 ? $0 : $0 + 1 }
  }

  static func estimate(characters: Int) -> Duration { .milliseconds(200 + 75 * characters) }

  /// Whether a text consists only of pictures, punctuation and spaces, of which no voice says anything.
  private static func isMute(_ text: String) -> Bool {
    // Nearly every text contains a plain letter or digit, which needs no lookup.
    if text.utf8.contains(where: isPlainLetterOrDigit) { return false }
    return !text.unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .nonspacingMark, .privateUse,
        .unassigned, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation:
        false
      case .otherPunctuation: Self.named.contains(scalar)
      // Pictures, arrows and drawn lines; the signs below them, such as the degree sign, have names that are spoken.
      case .otherSymbol: scalar.value < 0x2190
      case .modifierSymbol: !scalar.properties.isEmojiModifier
      default: !scalar.properties.isEmojiPresentation && !(0x2190...0x21FF).contains(scalar.value)
      }
    }
  }

  private static func isPlainLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }

  /// The punctuation whose name a voice says.
  private static let named: Set<Unicode.Scalar> = ["#", "%", "&", "*", "/", "@", "\\", "‰", "§", "¶"]

  /// The length of a sound; 1 s if it is unknown.
  public func length(ofSound name: String) -> Duration { sounds[name].map(Self.possible) ?? .seconds(1) }

  private static func possible(_ length: Duration) -> Duration {
    min(max(length, .zero), Limits.phaseLength.upperBound)
  }
}

/// The result of measuring a phrase.
public enum PhraseMeasure: Equatable, Sendable {
  /// The length from its audible onset to its audible end.
  case length(Duration)
  /// The reason why it can't be spoken.
  case failure(String)
  /// Nothing is known; the engine uses its estimate.
  case unknown
}
