package import StrictJSON
public import WorkoutModel

/// Reads workout files.
///
/// ```swift
/// do {
///   let workout = try WorkoutReader.read(Array(json.utf8), named: "tabata.json")
///   start(workout)
/// } catch {
///   message = error.description  // A line for each problem: "tabata.json:3:15: path: message".
/// }
/// ```
public enum WorkoutReader {
  /// Reads a workout from the bytes of a file; `file` is its name in messages, and `parts` reads the files whose phases
  /// it uses.
  ///
  /// Throws all problems of the file at once, except that the first syntax error ends the reading. The returned workout
  /// has no `problems`.
  public static func read(
    _ bytes: [UInt8], named file: String, parts: @escaping PartReader = noParts
  ) throws(WorkoutFileError) -> Workout {
    try document(bytes, named: file, parts: parts).workout
  }

  /// Reads a workout with the locations of its fields, so that problems found later can be located.
  public static func document(
    _ bytes: [UInt8], named file: String, parts: @escaping PartReader = noParts
  ) throws(WorkoutFileError) -> WorkoutDocument {
    let (json, list) = try opened(bytes, named: file)
    var expansion = BlockExpansion(parts, list)
    let root = expansion.expand(json.root)
    var workout = WorkoutDecoder.workout(Field(root, at: .root, list))
    for part in expansion.translations { workout?.add(part) }
    // The meaning of an unused block is unknown, but its syntax can be checked.
    for (path, nodes) in expansion.unusedNodes(in: json.root) { _ = WorkoutDecoder.nodes(Field(nodes, at: path, list)) }
    let own = expansion.complaints
    let places = WorkoutPlaces(json: JSONDocument(root: root), origins: expansion.origins)
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

  /// The values of any file, and a list with its duplicate keys.
  package static func opened(
    _ bytes: [UInt8], named file: String
  ) throws(WorkoutFileError) -> (json: JSONDocument, problems: ProblemList) {
    let json: JSONDocument
    do throws(LocatedProblem) {
      json = try JSONReader.readFile(bytes)
    } catch {
      throw WorkoutFileError(file: file, problems: [error])
    }
    let list = ProblemList()
    for duplicate in json.duplicates { list.add(LocatedProblem(duplicate), breaking: []) }
    return (json, list)
  }
}

extension Workout {
  /// Adds the translations of another file for the texts that have none in this one.
  fileprivate mutating func add(_ part: JSONValue) {
    let all = WorkoutDecoder.translations(Field(part, at: .root, ProblemList())) ?? [:]
    let texts = Set(texts)
    for (language, translated) in all where LanguageTag.complaint(about: language) == nil {
      var own = translations[language] ?? [:]
      for (text, translation) in translated
      where own[text] == nil && texts.contains(text) && Limits.text.contains(translation.unicodeScalars.count) {
        own[text] = translation
      }
      translations[language] = own.isEmpty ? nil : own
    }
  }
}

/// A workout and the file it was read from.
///
/// ```swift
/// let document = try WorkoutReader.document(bytes, named: "mine.json")
/// do { _ = try Timeline(document.workout) } catch { throw document.error(error.problems) }
/// ```
public struct WorkoutDocument: Sendable {
  /// The workout in the file, with the blocks and files that it uses expanded.
  public let workout: Workout
  /// The name of the file for messages.
  public let file: String
  let places: WorkoutPlaces
  /// The unused blocks, each with its place.
  package let unusedBlocks: [LocatedProblem]

  /// The location of the field at `path`; if the file leaves it out, that of the object around it.
  package func location(of path: FieldPath) -> TextLocation { places.json.location(of: path.steps) }

  /// Whether the file contains a field at `path`.
  package func has(_ path: FieldPath) -> Bool { places.json.has(path.steps) }

  /// Problems found in the workout after reading, as an error with their locations.
  public func error(_ problems: [Problem]) -> WorkoutFileError {
    WorkoutFileError(file: file, problems: locate(problems))
  }

  /// Problems found in the workout after reading, each located in the file that contains it.
  public func locate(_ problems: [Problem]) -> [LocatedProblem] {
    problems.map(places.located).map(places.written)
  }

  /// Parts of the workout without effect, each located once; a part that is used several times has an effect if it has
  /// one anywhere.
  package func locateEverywhere(_ problems: [Problem]) -> [LocatedProblem] {
    var found: [(problem: LocatedProblem, uses: Int)] = []
    for problem in problems {
      let (located, uses) = (places.written(places.located(problem)), places.uses(of: problem.path))
      let place = found.firstIndex { $0.problem.path == located.path && $0.problem.file == located.file }
      if let place { found[place].uses -= 1 } else { found.append((located, uses - 1)) }
    }
    return found.filter { $0.uses <= 0 }.map { $0.problem }
  }
}

/// The places where the fields of a workout are written: in its file, in one of its blocks or in another file.
struct WorkoutPlaces: Sendable {
  let json: JSONDocument
  let origins: [BlockExpansion.Origin]

  func located(_ problem: Problem) -> LocatedProblem {
    LocatedProblem(json.location(of: problem.path.steps), problem.path, problem.message)
  }

  /// How often the part of the workout is used to which a path belongs.
  func uses(of path: FieldPath) -> Int {
    guard let origin = origin(of: path) else { return 1 }
    return origins.count { $0.written == origin.written && $0.file == origin.file }
  }

  private func origin(of path: FieldPath) -> BlockExpansion.Origin? {
    let around = origins.filter { path.steps.starts(with: $0.expanded.steps) }
    return around.max { $0.expanded.steps.count <= $1.expanded.steps.count }
  }

  /// A problem with its written path, and its file if that is another one.
  func written(_ problem: LocatedProblem) -> LocatedProblem {
    let steps = problem.path.steps
    guard let origin = origin(of: problem.path) else { return problem }
    let path = FieldPath(origin.written.steps + steps.dropFirst(origin.expanded.steps.count))
    return LocatedProblem(problem.location, path, problem.message, file: origin.file)
  }
}

/// All errors in a workout file, or in another file that is read as strictly.
///
/// ```swift
/// do { _ = try WorkoutReader.read(bytes, named: "mine.json") } catch {
///   for problem in error.problems { mark(problem.line, problem.message) }
/// }
/// ```
public struct WorkoutFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The name of the file for messages.
  public let file: String
  /// The problems in the order of the file.
  public let problems: [LocatedProblem]
  /// The number of problems beyond those in `problems`.
  public let unreported: Int

  /// Sorts the problems of a file in the order of the file, and keeps at most `ProblemList.capacity`.
  package init(file: String, problems: [LocatedProblem], unreported: Int = 0) {
    self.file = file
    // A block that is used more than once is written, and reported, once.
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

extension ProblemList {
  /// The value that was read from a file; throws if the file has problems.
  package func checked<Value>(_ value: Value?, named file: String) throws(WorkoutFileError) -> Value {
    guard let value, problems.isEmpty else {
      throw WorkoutFileError(file: file, problems: problems, unreported: unreported)
    }
    return value
  }
}
