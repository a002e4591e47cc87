/// The built-in phrases in the language of the voice: the words of the styles, and nouns for counted things.
///
/// Languages without phrases get the English ones, which an English voice speaks.
///
/// ```swift
/// let phrases = BuiltInPhrases(tag: "de")
/// phrases.lastSet             // "Letzter Satz"
/// phrases.repetitions(10)     // "10 Wiederholungen"
/// ```
public struct BuiltInPhrases: Equatable, Sendable {
  struct Noun: Equatable, Sendable {
    let one: String
    let many: String

    init(_ one: String, _ many: String) {
      self.one = one
      self.many = many
    }
  }

  /// `nil` for a language without phrases.
  private let language: Language?
  private let plural: PluralRule

  /// The phrases in the language of a BCP 47 tag.
  public init(tag: String) {
    language = Language(tag: tag)
    plural = PluralRule(tag: tag)
  }

  var words: Words { Self.words(in: language ?? .english) }

  /// Whether the phrases are in the language of the voice; otherwise they are in English.
  public var isTranslated: Bool { language != nil }
  /// Spoken at the start of a group's last set.
  public var lastSet: String { words.lastSet }
  /// Spoken at the midpoint of a long phase.
  public var halfway: String { words.halfway }
  /// Spoken so that it ends at the start of the countdown to the end of a set.
  public var setCompleting: CueText {
    CueText(pieces: [piece(words.set.before), .placeholder(.set), piece(words.set.after)])
  }
  /// Spoken at the end.
  public var workoutComplete: CueText { CueText(pieces: [.placeholder(.workout), piece(words.complete)]) }
  /// The name of the remaining time of an interval.
  public var rest: String { words.rest }
  /// The names of the two sides, the left one first.
  public var sides: [String] { [words.sides.left, words.sides.right] }
  /// The name of the time to change from one side to the other.
  public var changeSides: String { words.changeSides }
  /// The word between the number of a set and the number of sets; `nil` in languages without phrases.
  public var of: String? { isTranslated ? words.of : nil }

  /// The words of a style's rule for a group with a name, if the rule uses it; `nil` for other rules.
  public func words(ofRule id: String?, forGroupNamed name: String) -> CueText? {
    switch id {
    case Style.lastSetID:
      CueText(pieces: [piece(words.lastNamed.before), .words(inPhrase(name)), piece(words.lastNamed.after)])
    case Style.setCompletingID:
      CueText(pieces: [.words(name + " "), .placeholder(.set), piece(words.set.after)])
    default: nil
    }
  }

  package func text(_ words: String) -> CueText { CueText(pieces: [piece(words)]) }

  private func piece(_ words: String) -> CueText.Piece { isTranslated ? .words(words) : .english(words) }

  /// A name within a phrase: a capitalised English noun loses its capital.
  private func inPhrase(_ name: String) -> String {
    guard !words.lastNamed.before.isEmpty, let first = name.first, name.dropFirst().allSatisfy({ !$0.isUppercase })
    else {
      return name
    }
    return first.lowercased() + name.dropFirst()
  }

  /// What a coach says about a signal; `nil` where a sound is enough.
  public func words(of call: CoachCall, about signal: Signal) -> String? {
    let coach = words.coach
    return switch call {
    case .faster: coach.faster
    case .slower: coach.slower
    case .harder: coach.harder
    case .easier: coach.easier
    case .inside: nil
    case .unknown: coach.no(signal)
    }
  }

  /// A duration in whole seconds, rounded to the nearest: "1 minute 30 seconds".
  public func duration(_ duration: Duration) -> String {
    let nanoseconds = max(0, duration.inNanoseconds)
    // Rounded without a sum that could overflow.
    let seconds = nanoseconds / 1_000_000_000 + (nanoseconds % 1_000_000_000 >= 500_000_000 ? 1 : 0)
    let words = words
    let parts = [(seconds / 3600, words.hours), (seconds / 60 % 60, words.minutes), (seconds % 60, words.seconds)]
    let said = parts.filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
    return said.isEmpty ? counted(0, words.seconds) : said.joined(separator: " ")
  }

  /// A number of repetitions: "12 reps".
  public func repetitions(_ count: Int) -> String { counted(count, words.repetitions) }

  /// A sample of speech of a few seconds without pauses, which would lower its measured loudness.
  package var sample: String {
    let set = setCompleting.description.replacing("{\(Placeholder.set)}", with: "1")
    return [lastSet, halfway, set, rest, repetitions(12), duration(.seconds(90))].joined(separator: " ")
  }

  /// Whether a noun is singular after a number.
  func isSingular(_ whole: Int, hasFraction: Bool) -> Bool { plural.isSingular(whole, hasFraction: hasFraction) }

  private func counted(_ count: Int, _ noun: Noun) -> String {
    "\(count) \(plural.isSingular(count) ? noun.one : noun.many)"
  }
}
