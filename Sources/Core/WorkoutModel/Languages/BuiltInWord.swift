/// A word by which Cuebell itself calls phases, groups and sides, in the languages of the built-in phrases.
///
/// A name or an announcement contains it in braces and stays so in the model; `Timeline` puts the word of the voice's
/// language there.
///
/// ```swift
/// let work = Phase("{work}", .high, .after(.fixed(.seconds(20))))
/// ```
public enum BuiltInWord: String, CaseIterable, Sendable {
  /// What is done in a phase.
  case work, rest, recover, change, hold, out, sit, breathe, round, station, lap, minute, breath
  /// A breath in.
  case `in`
  /// The time before the first exercise.
  case getReady = "get ready"
  /// The easy begin.
  case warmUp = "warm up"
  /// The easy end.
  case coolDown = "cool down"
  /// Seconds that are counted down.
  case countdown
  /// Of imported steps without a name.
  case steady, ramp, step, interval
  /// A step without a target.
  case freeRide = "free ride"
  /// A step as hard as possible.
  case maxEffort = "max effort"
  /// The time between two sides, and the sides.
  case changeSides = "change sides"
  /// The first of two sides.
  case leftSide = "left side"
  /// The second of two sides.
  case rightSide = "right side"

  /// The word as a name contains it, such as `{get ready}`.
  package var placeholder: String { "{\(rawValue)}" }

  /// Whether a name is this word in one of the languages.
  package func isNamed(_ name: String) -> Bool { Language.allCases.contains { $0.texts[self] == name } }
}
