public import WorkoutModel

/// The problems found so far in a file, shared by all that read its fields.
///
/// It is a class because the readers of neighbouring fields, all values of their own, add to the same list.
public final class ProblemList {
  /// How many problems are kept; a file with more is not the one that was meant.
  public static let capacity = 1000

  /// In the order they were found.
  public private(set) var problems: [LocatedProblem] = []
  /// How many more there were than are kept.
  public private(set) var unreported = 0
  /// The fields of which nothing is known, because what stands there cannot be understood or is missing.
  public private(set) var broken: Set<FieldPath> = []

  /// A list without problems.
  public init() {}

  /// Whether further problems are only counted.
  public var isFull: Bool { problems.count >= Self.capacity }

  /// Adds a problem and marks the fields that it leaves unknown.
  public func add(_ problem: LocatedProblem, breaking fields: [FieldPath]) {
    guard !isFull else {
      unreported += 1
      return
    }
    problems.append(problem)
    broken.formUnion(fields)
  }
}
