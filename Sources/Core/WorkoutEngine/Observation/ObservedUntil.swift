public import WorkoutModel

/// What has to be measured for a phase to end by itself, for a person.
public struct ObservedUntil: Equatable, Sendable {
  /// What is measured.
  public let signal: Signal
  /// On which side of the value it has to be.
  public let comparison: Until.Comparison
  /// The value in the unit of the signal; `nil` if it is a share of a number that isn't known.
  public let value: Int?
  /// The comparison as in the file, such as `< 65% HR`.
  public let comparisonText: String

  /// Creates it for a preview or a test.
  public init(_ signal: Signal, _ comparison: Until.Comparison, value: Int?, comparisonText: String) {
    (self.signal, self.comparison, self.value, self.comparisonText) = (signal, comparison, value, comparisonText)
  }

  init(_ until: Until, of body: BodyProfile) {
    self.init(
      until.signal, until.comparison, value: until.threshold(of: body), comparisonText: until.comparisonText)
  }
}
