package import StrictJSON

/// The path to a value in a workout file, such as `phases[1].phases[0].duration`.
public struct FieldPath: Equatable, Hashable, Sendable, CustomStringConvertible {
  /// The steps from the top of the file inwards; none lead to the whole file.
  package var steps: [JSONStep]

  /// The value that `steps` lead to.
  package init(_ steps: [JSONStep] = []) { self.steps = steps }

  /// The whole file.
  public static let root = FieldPath()

  /// The value under a key of this one.
  package func key(_ name: String) -> FieldPath { FieldPath(steps + [.key(name)]) }

  /// An element of this list, counted from 0.
  package func index(_ index: Int) -> FieldPath { FieldPath(steps + [.index(index)]) }

  /// The steps as an author would write them; empty for the whole file.
  public var description: String {
    var text = ""
    for step in steps {
      switch step {
      case .key(let name): text += text.isEmpty ? name : ".\(name)"
      case .index(let index): text += "[\(index)]"
      }
    }
    return text
  }
}

/// An error in a workout, and its place.
///
/// ```swift
/// do { _ = try Timeline(workout) } catch {
///   for problem in error.problems { report("\(problem)") }
/// }
/// ```
public struct Problem: Equatable, Sendable, CustomStringConvertible {
  /// The place of the error.
  public let path: FieldPath
  /// The error and the allowed values.
  public let message: String

  /// Creates the problem with the value at a path.
  public init(_ path: FieldPath, _ message: String) {
    self.path = path
    self.message = message
  }

  /// The path and the message, safe to print: "phases[0].pick: must be 1…3, got -1".
  public var description: String { SafeText.filtered(path == .root ? message : "\(path): \(message)") }
}
