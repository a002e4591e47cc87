import WorkoutModel

/// Everything that is wrong with a workout file, or with another file that is read as strictly.
public struct WorkoutFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The name of the file for messages.
  public let file: String
  /// In the order of the file.
  public let problems: [LocatedProblem]
  /// How many more there are than `problems` lists.
  public let unreported: Int

  /// Problems of a file, which are put in the order of the file; no more than `ProblemList.capacity` are kept.
  public init(file: String, problems: [LocatedProblem], unreported: Int = 0) {
    self.file = file
    let sorted = problems.sorted { $0.location < $1.location }
    self.problems = Array(sorted.prefix(ProblemList.capacity))
    self.unreported = unreported + sorted.count - self.problems.count
  }

  /// One line for each problem, `file:line:column: path: message`; safe to print.
  public var description: String {
    let lines = problems.map { $0.line(in: file) }
    let rest = unreported > 0 ? ["\(Excerpt.plain(file, length: 4096)): and \(unreported) more problems"] : []
    return (lines + rest).joined(separator: "\n")
  }
}
