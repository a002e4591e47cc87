public import WorkoutModel

/// Reads workout files.
public enum WorkoutReader {
  /// Reads a workout from the bytes of a file; `file` is its name for messages.
  ///
  /// Throws all problems of the file at once, but for the first syntax error, which ends the reading. What is
  /// returned has no `problems`.
  public static func read(_ bytes: [UInt8], named file: String) throws(WorkoutFileError) -> Workout {
    try document(bytes, named: file).workout
  }

  /// Reads a workout together with the places of its fields, so that problems found later can be located.
  public static func document(_ bytes: [UInt8], named file: String) throws(WorkoutFileError) -> WorkoutDocument {
    let (json, list) = try opened(bytes, named: file)
    let workout = WorkoutDecoder.workout(Field(json.root, at: .root, list))
    guard let workout, !list.isFull else {
      throw WorkoutFileError(file: file, problems: list.problems, unreported: list.unreported)
    }
    let document = WorkoutDocument(workout: workout, file: file, json: json)
    let problems = list.problems + document.locate(workout.problems(besides: list.broken))
    guard problems.isEmpty else { throw WorkoutFileError(file: file, problems: problems) }
    return document
  }

  /// The values of a file, whatever it is about, and a list that has the keys it holds twice.
  package static func opened(
    _ bytes: [UInt8], named file: String
  ) throws(WorkoutFileError) -> (json: JSONDocument, problems: ProblemList) {
    let json: JSONDocument
    do throws(LocatedProblem) {
      json = try JSONReader.read(bytes)
    } catch {
      throw WorkoutFileError(file: file, problems: [error])
    }
    let list = ProblemList()
    for duplicate in json.duplicates { list.add(duplicate, breaking: []) }
    return (json, list)
  }
}

/// A workout and the file it was read from.
public struct WorkoutDocument: Sendable {
  /// What the file says.
  public let workout: Workout
  /// The name of the file for messages.
  public let file: String
  let json: JSONDocument

  /// The location of the field at `path`; where the file leaves it out, that of the object that would hold it.
  public func location(of path: FieldPath) -> TextLocation { json.location(of: path) }

  /// Problems found in the workout after reading, as an error that places each in the file.
  public func error(_ problems: [Problem]) -> WorkoutFileError {
    WorkoutFileError(file: file, problems: locate(problems))
  }

  func locate(_ problems: [Problem]) -> [LocatedProblem] {
    problems.map { LocatedProblem(location(of: $0.path), $0.path, $0.message) }
  }
}

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
