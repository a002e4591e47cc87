/// A word by which Cuebell itself calls phases, groups and sides, in the languages of the built-in phrases.
///
/// A name or an announcement contains it in braces and stays so in the model; `Timeline` puts the word of the voice's
/// language there.
///
/// ```swift
/// let work = Phase("{work}", .high, .after(.fixed(.seconds(20))))
/// BuiltInPhrases(tag: "de").filled("{work}")      // "Arbeit"
/// ```
public enum BuiltInWord: String, CaseIterable, Sendable {
  case work, rest, recover, change, hold, out, sit, breathe, round, station, lap, minute, breath
  case `in`
  case getReady = "get ready"
  case warmUp = "warm up"
  case coolDown = "cool down"
  case countdown
  /// Of imported steps without a name.
  case steady, ramp, step, interval
  case freeRide = "free ride"
  case maxEffort = "max effort"
  /// The time between two sides, and the sides.
  case changeSides = "change sides"
  case leftSide = "left side"
  case rightSide = "right side"

  /// The word as a name contains it, such as `{get ready}`.
  package var placeholder: String { "{\(rawValue)}" }

  /// Whether a name is this word in one of the languages.
  package func isNamed(_ name: String) -> Bool { Language.allCases.contains { $0.texts[self] == name } }
}
