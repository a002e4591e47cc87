package import StrictJSON
public import WorkoutModel

/// An error in a file, with its location.
public struct LocatedProblem: Error, Equatable, Sendable, CustomStringConvertible {
  /// The start of the value or, for an unknown key, of the key.
  package let location: TextLocation
  /// The line of that place, counted from 1.
  public var line: Int { location.line }
  /// The column of that place in Unicode scalars, counted from 1.
  public var column: Int { location.column }
  /// The field, or the root for the file as a whole.
  public let path: FieldPath
  /// The error and the allowed values; safe to print.
  public let message: String
  /// The path of the file with the error, if it isn't the file that was read.
  public let file: String?

  /// A place where the text isn't JSON.
  package init(_ error: JSONError) { self.init(error.location, FieldPath(error.path), error.message) }

  /// A mistake in a short form, whose text is a line.
  package init(_ error: ShortFormError) {
    self.init(TextLocation(line: 1, column: error.column), .root, error.description)
  }

  /// A problem of a field.
  package init(_ location: TextLocation, _ path: FieldPath, _ message: String, file: String? = nil) {
    self.file = file
    self.location = location
    self.path = path
    self.message = message
  }

  /// `line 3, column 15: path: message`, without the path if it is the root; safe to print.
  public var description: String {
    "line \(line), column \(column): " + (path == .root ? message : "\(printablePath): \(message)")
  }

  /// `file:line:column: path: message`, without the path if it is the root; safe to print.
  package func line(in file: String) -> String {
    let place = "\(Excerpt.plain(self.file.map { Self.path($0, beside: file) } ?? file, length: 4096)):\(location): "
    return path == .root ? place + message : place + "\(printablePath): \(message)"
  }

  /// The place and the message, for a program.
  package var fields: JSONFields {
    var fields = JSONFields()
    fields.add("file", ifAny: file)
    fields.add([
      "line": location.line.json, "column": location.column.json, "path": "\(path)".json, "message": message.json,
    ])
    return fields
  }

  private static func path(_ path: String, beside file: String) -> String {
    (file.lastIndex(of: "/").map { String(file[...$0]) } ?? "") + path
  }

  /// The path without control characters from a hostile key.
  private var printablePath: FieldPath {
    FieldPath(
      path.steps.map { step in
        switch step {
        case .key(let key): .key(Excerpt.plain(key))
        case .index: step
        }
      })
  }
}

/// The problems found so far in a file.
///
/// It is a class because the readers of its fields, which are values, add to the same list.
package final class ProblemList {
  /// The maximum number of stored problems; a file with more is probably not a workout.
  package static let capacity = 1000

  /// The problems, in the order they were found.
  package private(set) var problems: [LocatedProblem] = []
  /// The number of problems beyond the stored ones.
  package private(set) var unreported = 0
  /// The fields with unknown values, because they are invalid or missing.
  package private(set) var broken: Set<FieldPath> = []

  /// A list without problems.
  package init() {}

  /// Whether further problems are only counted.
  package var isFull: Bool { problems.count >= Self.capacity }

  /// Adds a problem and marks the fields whose values are unknown.
  package func add(_ problem: LocatedProblem, breaking fields: [FieldPath]) {
    guard !isFull else {
      unreported += 1
      return
    }
    problems.append(problem)
    broken.formUnion(fields)
  }
}

extension JSONReader {
  /// Reads a workout, or another file with the same limits.
  package static func readFile(_ bytes: [UInt8]) throws(LocatedProblem) -> JSONDocument {
    do throws(JSONError) {
      return try read(bytes, maximumSize: Limits.fileSize, maximumDepth: Limits.fileDepth)
    } catch {
      let problem = LocatedProblem(error)
      guard isYAML(bytes) else { throw problem }
      let message = "this looks like YAML; Cuebell reads JSON: cuebell new NAME makes an example"
      throw LocatedProblem(problem.location, problem.path, message)
    }
  }

  /// Whether the first line with anything but a comment is one of YAML: a key, an entry or a document's start.
  private static func isYAML(_ bytes: [UInt8]) -> Bool {
    let lines = String(decoding: bytes.prefix(4096), as: UTF8.self).split { $0.isNewline }
    guard let first = lines.first(where: { line in !line.allSatisfy { $0.isWhitespace } && !line.hasPrefix("#") })
    else { return false }
    if ["---", "- ", "%YAML"].contains(where: { first.hasPrefix($0) }) { return true }
    let key = first.prefix { $0.isASCII && $0.isLetter || "_ -".contains($0) }
    let rest = first.dropFirst(key.count)
    return key.first.map { !" -".contains($0) } ?? false && rest.first == ":"
      && (rest.dropFirst().first?.isWhitespace ?? true)
  }
}
