/// The sides of a phase or group, which runs once for each side at full length within a set.
///
/// ```swift
/// var lunges = Phase("Lunges, {side}", .high, .after(.fixed(.seconds(30))))
/// lunges.sides = Sides(["left", "right"], change: .seconds(5))
/// ```
public struct Sides: Hashable, Sendable {
  /// The names of the sides; `nil` for left and right in the language of the voice.
  public var names: [String]?
  /// The length of the phase for changing sides; `nil` for none.
  public var change: Duration?

  /// Creates sides. By default they are left and right, without time to change.
  public init(_ names: [String]? = nil, change: Duration? = nil) {
    self.names = names
    self.change = change
  }

  /// The placeholder for the side in the texts of a phase.
  static let placeholder = "{side}"
}

/// The sets of the enclosing group that skip a phase or group.
public enum SkippedSets: Hashable, Sendable {
  /// The first set.
  case first
  /// The last set.
  case last
  /// By their numbers, counted from 1.
  case numbers([Int])
}
