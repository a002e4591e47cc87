public import WorkoutModel

/// Something that a file may not say, with its place in the text.
public struct LocatedProblem: Error, Equatable, Sendable {
  /// Where the value, or for an unknown key the key, begins.
  public let location: TextLocation
  /// The field, or the root for the file as a whole.
  public let path: FieldPath
  /// What is wrong and what is allowed; safe to print.
  public let message: String
  /// The path of the file that it is in, where that is another one than the file that was read.
  public let file: String?

  /// A problem of the text itself, which belongs to no field.
  public init(_ location: TextLocation, _ message: String) { self.init(location, .root, message) }

  /// A problem of a field.
  public init(_ location: TextLocation, _ path: FieldPath, _ message: String, file: String? = nil) {
    self.file = file
    self.location = location
    self.path = path
    self.message = message
  }

  /// `file:line:column: path: message`, without the path where the file as a whole is meant; safe to print.
  public func line(in file: String) -> String {
    let place = "\(Excerpt.plain(self.file.map { Self.path($0, beside: file) } ?? file, length: 4096)):\(location): "
    return path == .root ? place + message : place + "\(printablePath): \(message)"
  }

  /// The path of a file relative to the folder of another.
  private static func path(_ path: String, beside file: String) -> String {
    (file.lastIndex(of: "/").map { String(file[...$0]) } ?? "") + path
  }

  /// The path without what a hostile key could do to a terminal.
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
  /// The fields of which nothing is known, because their value cannot be understood or is missing.
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
