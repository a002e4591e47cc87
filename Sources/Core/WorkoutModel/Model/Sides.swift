/// The sides for each of which a phase or group runs once, in its full length, inside the same set.
public struct Sides: Equatable, Sendable {
  /// What the sides are called; the left and the right one in the language of the voice where it is `nil`.
  public var names: [String]?
  /// How long the phase for changing sides lasts, between one side and the next; there is none where it is `nil`.
  public var change: Duration?

  /// Creates sides. By default they are the left and the right one, without time to change.
  public init(_ names: [String]? = nil, change: Duration? = nil) {
    self.names = names
    self.change = change
  }

  /// What is replaced by the name of the side in the texts of a phase.
  static let placeholder = "{side}"
}

/// The sets of the enclosing group in which a phase or group is left out.
public enum SkippedSets: Equatable, Sendable {
  case first, last
  /// By their numbers, counted from 1.
  case numbers([Int])

  /// Whether a set, counted from 0, is one of them; the number of sets is `nil` where the time decides.
  public func contains(_ set: Int, of sets: Int?) -> Bool {
    switch self {
    case .first: set == 0
    case .last: set + 1 == sets
    case .numbers(let numbers): numbers.contains(set + 1)
    }
  }
}
