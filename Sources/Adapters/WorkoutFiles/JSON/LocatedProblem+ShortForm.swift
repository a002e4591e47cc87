import StrictJSON
public import WorkoutModel

extension LocatedProblem {
  /// A mistake in a short form, whose text is a line.
  public init(_ error: ShortFormError) {
    self.init(TextLocation(line: 1, column: error.column), .root, error.description)
  }
}
