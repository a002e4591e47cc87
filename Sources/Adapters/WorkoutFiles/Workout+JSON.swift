public import WorkoutModel

extension Workout {
  /// Reads a workout from the text of a file, which uses no other files.
  ///
  /// - Throws: `WorkoutFileError` with every mistake of the text, each with its line, its column and its path.
  public init(json: String) throws(WorkoutFileError) {
    self = try WorkoutReader.read(Array(json.utf8), named: "workout")
  }

  /// The text of its file: reading it gives the same workout, if this one has no `problems`.
  public var json: String { WorkoutWriter.write(self) }
}
