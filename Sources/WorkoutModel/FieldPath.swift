/// The way to a value in a workout file, such as `phases[1].phases[0].duration`.
public struct FieldPath: Equatable, Hashable, Sendable, CustomStringConvertible {
  /// A step of the way.
  public enum Step: Equatable, Hashable, Sendable {
    case key(String)
    case index(Int)
  }

  public var steps: [Step]

  public init(_ steps: [Step] = []) { self.steps = steps }

  /// The whole file.
  public static let root = FieldPath()

  /// The value under a key of this one.
  public func key(_ name: String) -> FieldPath { FieldPath(steps + [.key(name)]) }

  /// An element of this list, counted from 0.
  public func index(_ index: Int) -> FieldPath { FieldPath(steps + [.index(index)]) }

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

/// Something a workout may not say, and where.
public struct Problem: Equatable, Sendable {
  public let path: FieldPath
  /// What is wrong and what is allowed.
  public let message: String

  public init(_ path: FieldPath, _ message: String) {
    self.path = path
    self.message = message
  }
}
