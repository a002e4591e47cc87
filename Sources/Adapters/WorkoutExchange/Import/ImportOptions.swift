public import WorkoutModel

/// What the user says about a file that is to be read.
public struct ImportOptions: Sendable {
  /// The format; told by the content where it is `nil`.
  public var format: ExchangeFormat?
  /// The functional threshold power in watts, for files that give intensities or watts and don't say it.
  public var ftp: Int?
  /// Neighbours whose targets differ by less than this many thousandths of a per cent become one phase.
  public var merge: Int?
  /// The name of the workout instead of the file's.
  public var name: String?

  /// Creates options. By default all is as the file says.
  public init(format: ExchangeFormat? = nil, ftp: Int? = nil, merge: Int? = nil, name: String? = nil) {
    self.format = format
    self.ftp = ftp
    self.merge = merge
    self.name = name
  }
}

/// What was read from a file of another program.
public struct WorkoutImport: Sendable {
  /// The workouts in the order of the file; none has `problems`.
  public let workouts: [Workout]
  /// What the workouts don't have of the file.
  public let losses: [ExchangeRemark]
}
