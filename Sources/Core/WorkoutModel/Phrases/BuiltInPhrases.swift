/// The built-in phrases in the language of the voice: the words of the styles, and nouns for counted things; and the
/// translations of a workout's own texts.
///
/// Languages without phrases get the English ones, which an English voice speaks.
///
/// ```swift
/// let phrases = BuiltInPhrases(tag: "de")
/// phrases.lastSet             // "Letzter Satz"
/// phrases.repetitions(10)     // "10 Wiederholungen"
/// ```
package struct BuiltInPhrases: Equatable, Sendable {
  /// `nil` for a language without phrases.
  private let language: Language?
  let plural: PluralRule
  /// The texts of the workout in that language, by the text as written.
  private let translations: [String: String]

  /// The phrases in the language of a BCP 47 tag, with the texts of a workout in that language.
  package init(tag: String, translations: [String: String] = [:]) {
    language = Language(tag: tag)
    plural = PluralRule(tag: tag)
    self.translations = translations
  }

  var texts: LanguageTexts { (language ?? .english).texts }

  subscript(text: SpokenText) -> String { texts[text] }

  /// A text of the workout in the language; one without a translation stays.
  package func translated(_ text: String) -> String { translations[text] ?? text }

  /// Whether the phrases are in the language of the voice; otherwise they are in English.
  package var isTranslated: Bool { language != nil }
  /// Spoken at the start of a group's last set.
  package var lastSet: String { self[.lastSet] }
  /// Spoken at the midpoint of a long phase.
  package var halfway: String { self[.halfway] }
  /// Spoken so that it ends at the start of the countdown to the end of a set.
  package var setCompleting: CueText { text(.setCompleting, with: .placeholder(.set), for: "set") }
  /// Spoken at the end.
  package var workoutComplete: CueText { text(.workoutComplete, with: .placeholder(.workout), for: "workout") }
  /// The word between the number of a set and the number of sets; `nil` in languages without phrases.
  package var of: String? { isTranslated ? self[.of] : nil }

  /// The words of a style's rule for a group with a name, if the rule uses it; `nil` for other rules.
  package func words(ofRule id: String?, forGroupNamed name: String) -> CueText? {
    switch id {
    case Style.lastSetID: text(.lastNamed, with: .words(inPhrase(name)), for: "name")
    case Style.setCompletingID: CueText(pieces: [.words(name + " ")] + setCompleting.pieces.dropFirst())
    default: nil
    }
  }

  package func text(_ words: String) -> CueText { CueText(pieces: [piece(words)]) }

  /// A text with a piece in its place; the words around it are in a piece each, if there are any.
  private func text(_ key: SpokenText, with place: CueText.Piece, for name: String) -> CueText {
    let words = self[key].parts(around: "{\(name)}")
    let pieces = words.map { $0.isEmpty ? [] : [piece($0)] }
    return CueText(pieces: Array(pieces.joined(separator: [place])))
  }

  private func piece(_ words: String) -> CueText.Piece { isTranslated ? .words(words) : .english(words) }

  /// A name within a phrase: a capitalised English noun loses its capital.
  private func inPhrase(_ name: String) -> String {
    let isWithin = !self[.lastNamed].hasPrefix("{name}")
    guard isWithin, let first = name.first, name.dropFirst().allSatisfy({ !$0.isUppercase }) else { return name }
    return first.lowercased() + name.dropFirst()
  }

  /// What a coach says about a signal; `nil` where a sound is enough.
  package func words(of call: CoachCall, about signal: Signal) -> String? {
    switch call {
    case .faster: self[.faster]
    case .slower: self[.slower]
    case .harder: self[.harder]
    case .easier: self[.easier]
    case .inside: nil
    case .unknown:
      switch signal {
      case .heartRate: self[.noHeartRate]
      case .power: self[.noPower]
      case .cadence: self[.noCadence]
      }
    }
  }

  /// A sentence about the place of a session, with placeholders as in a cue.
  package func template(_ text: SpokenText) -> CueText {
    let pieces = (try? CueText(self[text]))?.pieces ?? []
    return CueText(
      pieces: pieces.map { if case .words(let words) = $0 { piece(words) } else { $0 } })
  }

  /// A duration in whole seconds, rounded to the nearest: "1 minute 30 seconds".
  package func duration(_ duration: Duration) -> String {
    let nanoseconds = max(0, duration.inNanoseconds)
    // Rounded without a sum that could overflow.
    let seconds = Int(nanoseconds / 1_000_000_000) + (nanoseconds % 1_000_000_000 >= 500_000_000 ? 1 : 0)
    let parts: [(Int, SpokenText)] = [
      (seconds / 3600, .hours), (seconds / 60 % 60, .minutes), (seconds % 60, .seconds),
    ]
    let said = parts.filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
    return said.isEmpty ? counted(0, .seconds) : said.joined(separator: " ")
  }

  /// A number of repetitions: "12 reps".
  package func repetitions(_ count: Int) -> String { counted(count, .repetitions) }

  /// A sample of speech of a few seconds without pauses, which would lower its measured loudness.
  package var sample: String {
    let set = setCompleting.description.filling("{\(Placeholder.set)}", with: "1")
    return [lastSet, halfway, set, self[.rest], repetitions(12), duration(.seconds(90))].joined(separator: " ")
  }

  private func counted(_ count: Int, _ noun: SpokenText) -> String {
    "\(count) \(plural.form(of: self[noun], after: count))"
  }
}
