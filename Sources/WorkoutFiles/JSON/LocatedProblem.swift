public import WorkoutModel

/// Something that a file may not say, with its place in the text.
public struct LocatedProblem: Error, Equatable, Sendable {
  /// Where the value, or for an unknown key the key, begins.
  public let location: TextLocation
  /// The field, or the root for the file as a whole.
  public let path: FieldPath
  /// What is wrong and what is allowed; safe to print.
  public let message: String

  /// A problem of the text itself, which belongs to no field.
  public init(_ location: TextLocation, _ message: String) { self.init(location, .root, message) }

  /// A problem of a field.
  public init(_ location: TextLocation, _ path: FieldPath, _ message: String) {
    self.location = location
    self.path = path
    self.message = message
  }

  /// `file:line:column: path: message`, without the path where the file as a whole is meant; safe to print.
  public func line(in file: String) -> String {
    let place = "\(Excerpt.plain(file, length: 4096)):\(location): "
    return path == .root ? place + message : place + "\(printablePath): \(message)"
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
