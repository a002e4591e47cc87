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
  /// A noun for counted things.
  struct Noun: Equatable, Sendable {
    let one: String
    let many: String

    init(_ one: String, _ many: String) {
      self.one = one
      self.many = many
    }
  }

  /// Spoken at the start of a group's last set.
  public let lastSet: String
  /// Spoken at the midpoint of a long phase.
  public let halfway: String
  /// Spoken so that it ends at the start of the countdown to the end of a set.
  public let setCompleting: CueText
  /// The words around a group's name at the start of its last set, and after the number of its set at the set's end.
  private let (beforeLast, afterLast, completing): (String, String, String)
  /// Spoken at the end.
  public let workoutComplete: CueText
  /// Whether the phrases are in the language of the voice; otherwise they are in English.
  public let isTranslated: Bool
  /// The name of the remaining time of an interval.
  public let rest: String
  /// The names of the two sides, the left one first.
  public let sides: [String]
  /// The name of the time to change from one side to the other.
  public let changeSides: String
  /// The word between the number of a set and the number of sets; `nil` in languages without phrases.
  public let of: String?
  let hours: Noun
  let minutes: Noun
  let seconds: Noun
  let repetitionNoun: Noun
  let targets: TargetWords
  private let plural: PluralRule

  /// The phrases in the language of a BCP 47 tag.
  public init(tag: String) {
    let language = Language(tag: tag)
    self.init(language ?? .english, PluralRule(tag: tag), isTranslated: language != nil)
  }

  private init(_ language: Language, _ plural: PluralRule, isTranslated: Bool) {
    let words = Self.words(in: language)
    self.isTranslated = isTranslated
    lastSet = words.lastSet
    halfway = words.halfway
    func piece(_ words: String) -> CueText.Piece { Self.piece(words, isTranslated) }
    setCompleting = CueText(pieces: [piece(words.set.before), .placeholder(.set), piece(words.set.after)])
    (beforeLast, afterLast, completing) = (words.lastNamed.before, words.lastNamed.after, words.set.after)
    workoutComplete = CueText(pieces: [.placeholder(.workout), piece(words.complete)])
    rest = words.rest
    sides = [words.sides.left, words.sides.right]
    changeSides = words.changeSides
    of = isTranslated ? words.of : nil
    hours = words.hours
    minutes = words.minutes
    seconds = words.seconds
    repetitionNoun = words.repetitions
    targets = words.targets
    self.plural = plural
  }

  /// The words of a style's rule for a group with a name, if the rule uses it; `nil` for other rules.
  public func words(ofRule id: String?, forGroupNamed name: String) -> CueText? {
    switch id {
    case Style.lastSetID: CueText(pieces: [piece(beforeLast), .words(inPhrase(name)), piece(afterLast)])
    case Style.setCompletingID:
      CueText(pieces: [.words(name + " "), .placeholder(.set), piece(completing)])
    default: nil
    }
  }

  /// Built-in words as a text.
  package func text(_ words: String) -> CueText { CueText(pieces: [piece(words)]) }

  private func piece(_ words: String) -> CueText.Piece { Self.piece(words, isTranslated) }

  private static func piece(_ words: String, _ isTranslated: Bool) -> CueText.Piece {
    isTranslated ? .words(words) : .english(words)
  }

  /// A name within a phrase: a capitalised English noun loses its capital.
  private func inPhrase(_ name: String) -> String {
    guard !beforeLast.isEmpty, let first = name.first, name.dropFirst().allSatisfy({ !$0.isUppercase }) else {
      return name
    }
    return first.lowercased() + name.dropFirst()
  }

  /// A duration in whole seconds, rounded to the nearest: "1 minute 30 seconds".
  public func duration(_ duration: Duration) -> String {
    let nanoseconds = max(0, duration.inNanoseconds)
    // Rounded without a sum that could overflow.
    let seconds = nanoseconds / 1_000_000_000 + (nanoseconds % 1_000_000_000 >= 500_000_000 ? 1 : 0)
    let parts = [(seconds / 3600, hours), (seconds / 60 % 60, minutes), (seconds % 60, self.seconds)]
    let words = parts.filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
    return words.isEmpty ? counted(0, self.seconds) : words.joined(separator: " ")
  }

  /// A number of repetitions: "12 reps".
  public func repetitions(_ count: Int) -> String { counted(count, repetitionNoun) }

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
