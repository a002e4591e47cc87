package import WorkoutModel

/// A number as its file spells it; conversions are exact, or say why they cannot be.
public struct JSONNumber: Equatable, Sendable {
  /// The source text, which follows the grammar of JSON.
  public let text: String

  /// The number as a message shows it.
  public var summary: String { Excerpt.plain(text, length: 24) }

  /// This number of `units`, as a whole number: 1.5 with a unit of 1 000 is 1 500.
  package func times(_ unit: Int) throws(ExactDecimal.Failure) -> Int {
    guard let decimal = ExactDecimal(text) else { throw .outOfRange }
    return try decimal.times(unit)
  }

  /// The nearest floating-point number; infinite where none is near.
  public var double: Double { Double(text) ?? .nan }
}
