public import WorkoutModel

/// Reads workout files.
public enum WorkoutReader {
  /// Reads a workout from the bytes of a file; `file` is its name for messages, `parts` reads the files that it takes
  /// phases from.
  ///
  /// Throws all problems of the file at once, but for the first syntax error, which ends the reading. What is
  /// returned has no `problems`.
  public static func read(
    _ bytes: [UInt8], named file: String, parts: @escaping PartReader = noParts
  ) throws(WorkoutFileError) -> Workout {
    try document(bytes, named: file, parts: parts).workout
  }

  /// Reads a workout together with the places of its fields, so that problems found later can be located.
  public static func document(
    _ bytes: [UInt8], named file: String, parts: @escaping PartReader = noParts
  ) throws(WorkoutFileError) -> WorkoutDocument {
    let (json, list) = try opened(bytes, named: file)
    var expansion = BlockExpansion(parts, list)
    let root = expansion.expand(json.root)
    let workout = WorkoutDecoder.workout(Field(root, at: .root, list))
    // What a block that is used nowhere would mean is unknown, but not how it must be written.
    for (path, nodes) in expansion.unusedNodes(in: json.root) { _ = WorkoutDecoder.nodes(Field(nodes, at: path, list)) }
    let own = expansion.complaints
    let places = WorkoutPlaces(json: JSONDocument(root: root, duplicates: []), origins: expansion.origins)
    guard let workout, !list.isFull else {
      let problems = own + list.problems.map(places.written)
      throw WorkoutFileError(file: file, problems: problems, unreported: list.unreported)
    }
    let found = list.problems + workout.problems(besides: list.broken).map(places.located)
    let problems = own + found.map(places.written)
    guard problems.isEmpty else { throw WorkoutFileError(file: file, problems: problems) }
    return WorkoutDocument(workout: workout, file: file, places: places, unusedBlocks: expansion.unused(in: json.root))
  }

  /// Reads no other files.
  public static func noParts(_ path: String) throws(PartError) -> [UInt8] {
    throw PartError("other files can't be used here")
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
  /// What the file says, with the blocks and files that it uses in their places.
  public let workout: Workout
  /// The name of the file for messages.
  public let file: String
  let places: WorkoutPlaces
  /// The blocks that nothing uses, each with its place.
  public let unusedBlocks: [LocatedProblem]

  /// The location of the field at `path`; where the file leaves it out, that of the object that would hold it.
  public func location(of path: FieldPath) -> TextLocation { places.json.location(of: path) }

  /// Whether the file has a field at `path`, and doesn't leave it out.
  public func has(_ path: FieldPath) -> Bool { places.json.has(path) }

  /// Problems found in the workout after reading, as an error that places each in the file.
  public func error(_ problems: [Problem]) -> WorkoutFileError {
    WorkoutFileError(file: file, problems: locate(problems))
  }

  /// Problems found in the workout after reading, each with its place in the file that it is written in.
  public func locate(_ problems: [Problem]) -> [LocatedProblem] {
    problems.map(places.located).map(places.written)
  }
}

/// Where the fields of a workout are written: in its file, in one of its blocks or in another file.
struct WorkoutPlaces: Sendable {
  /// The file with everything in its place that it uses.
  let json: JSONDocument
  let origins: [BlockExpansion.Origin]

  /// A problem with its location.
  func located(_ problem: Problem) -> LocatedProblem {
    LocatedProblem(json.location(of: problem.path), problem.path, problem.message)
  }

  /// A problem with the path of what is written, and its file where that is another one.
  func written(_ problem: LocatedProblem) -> LocatedProblem {
    let steps = problem.path.steps
    let around = origins.filter { steps.starts(with: $0.expanded.steps) }
    guard let origin = around.max(by: { $0.expanded.steps.count <= $1.expanded.steps.count }) else { return problem }
    let path = FieldPath(origin.written.steps + steps.dropFirst(origin.expanded.steps.count))
    return LocatedProblem(problem.location, path, problem.message, file: origin.file)
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
    // A block that is used more than once is written once.
    var lines: Set<String> = []
    let distinct = problems.filter { lines.insert($0.line(in: file)).inserted }
    let sorted = distinct.sorted { ($0.file ?? "", $0.location) < ($1.file ?? "", $1.location) }
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
