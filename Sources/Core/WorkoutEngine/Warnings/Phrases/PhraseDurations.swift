public import WorkoutModel

/// How long phrases and sounds last: what the engine must know to end speech at a moment.
///
/// A plain value that the host fills as phrases are made; what isn't in it yet is estimated.
public struct PhraseDurations: Equatable, Sendable {
  /// From the audible onset to the audible end, by phrase.
  public private(set) var phrases: [Phrase: Duration] = [:]
  /// Why a phrase can't be spoken.
  public private(set) var failures: [Phrase: String] = [:]
  /// At least as long as any phrase whose length is known.
  private(set) var longestPhrase = Duration.zero
  /// From the first sample to the audible end, by the name of the sound.
  public var sounds: [String: Duration] = [:]

  /// Creates an empty durations: all lengths are estimates.
  public init() {}

  /// Records the length of a phrase.
  public mutating func record(_ phrase: Phrase, length: Duration) {
    failures[phrase] = nil
    phrases[phrase] = length
    longestPhrase = max(longestPhrase, length)
  }

  /// Forgets all phrases but these once the number of others exceeds a limit, which bounds the memory of a long
  /// session.
  public mutating func forget(besides needed: [Phrase]) {
    guard phrases.count + failures.count > Self.capacity + needed.count else { return }
    let kept = Set(needed)
    phrases = phrases.filter { kept.contains($0.key) }
    failures = failures.filter { kept.contains($0.key) }
  }

  /// How many phrases it may hold that aren't needed.
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

  /// Whether nothing is planned otherwise with others: they differ at most in what can't be spoken.
  func hasSameLengths(as other: PhraseDurations) -> Bool { phrases == other.phrases && sounds == other.sounds }

  /// Whether nothing is known of a phrase.
  public func lacks(_ phrase: Phrase) -> Bool { phrases[phrase] == nil && failures[phrase] == nil }

  /// How long a phrase is: 0 if there is nothing in it to say; for an unknown one a guess at the usual pace of
  /// speech, 13 characters a second.
  public func length(of phrase: Phrase) -> Duration {
    if let length = phrases[phrase] { return length }
    return Self.isMute(phrase.text) ? .zero : Self.estimate(characters: Self.characters(in: phrase.text))
  }

  /// Whether nothing of a phrase is heard, so that its length is 0.
  func isSilent(_ phrase: Phrase) -> Bool { phrases[phrase].map { $0 == .zero } ?? Self.isMute(phrase.text) }

  /// By how much words last longer than those that were planned; below zero where they are shorter.
  func overrun(of phrase: Phrase?, beyond planned: ScheduledWarning.Speech) -> Duration {
    guard let phrase, phrase != planned.phrase else { return .zero }
    return length(of: phrase) - planned.length
  }

  /// Why a phrase can't be spoken, also for want of time where it isn't the `planned` one; `nil` if it can.
  func failure(of phrase: Phrase, insteadOf planned: Phrase?) -> String? {
    failures[phrase] ?? (phrase != planned && lacks(phrase) ? "these words were not synthesised in time" : nil)
  }

  /// How many Unicode scalars a text has: every byte but those that continue one.
  private static func characters(in text: String) -> Int {
    text.utf8.reduce(0) { $1 & 0b1100_0000 == 0b1000_0000 ? $0 : $0 + 1 }
  }

  static func estimate(characters: Int) -> Duration { .milliseconds(200 + 75 * characters) }

  /// Whether a text is made of pictures, punctuation and spaces alone, of which no voice says anything.
  private static func isMute(_ text: String) -> Bool {
    // Nearly every text holds a plain letter or digit, which need not be looked up.
    if text.utf8.contains(where: isPlainLetterOrDigit) { return false }
    return !text.unicodeScalars.contains { scalar in
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

  private static func isPlainLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }

  /// The punctuation that has a name which a voice says.
  private static let named: Set<Unicode.Scalar> = ["#", "%", "&", "*", "/", "@", "\\", "‰", "§", "¶"]

  /// The length of a sound; 1 s if it is unknown.
  public func length(ofSound name: String) -> Duration { sounds[name] ?? .seconds(1) }
}

/// What is known of a phrase.
public enum PhraseMeasure: Equatable, Sendable {
  /// From its audible onset to its audible end.
  case length(Duration)
  /// It can't be spoken, and why.
  case failure(String)
  /// Nothing is known; the engine uses its estimate.
  case unknown
}

/// Words and the voice that says them.
///
/// The same words are another phrase in another voice: they sound otherwise, and last longer or shorter.
public struct Phrase: Hashable, Sendable {
  /// What is said, as it is written.
  public let text: String
  /// `nil` for the voice of the workout.
  public let voice: Voice?

  /// Makes a phrase, by default in the voice of the workout.
  public init(_ text: String, voice: Voice? = nil) {
    self.text = text
    self.voice = voice
  }
}

extension Phrase: ExpressibleByStringLiteral {
  /// A phrase in the voice of the workout.
  public init(stringLiteral text: String) { self.init(text) }
}

extension Phrase: CustomStringConvertible {
  /// The words alone.
  public var description: String { text }
}
