import WorkoutModel

/// The identity of a cue: its rule, what it belongs to, and its number.
///
/// It is the same however often the plan is made anew, and from run to run.
public struct CueKey: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The rule, by its place in the list of all rules of the workout, the style's first.
  public let rule: Int
  /// The phase or group that the cue belongs to, by its place in the file; 0 is the workout.
  public let node: Int
  /// The set of each enclosing group, outermost first, counted from 1.
  public let sets: [Int]
  /// The number of a countdown, the index of a bell; 0 where there is but one.
  public let number: Int

  package init(rule: Int, node: Int, sets: [Int], number: Int) {
    self.rule = rule
    self.node = node
    self.sets = sets
    self.number = number
  }

  /// Such as `r3.n5.s2-1.#3`.
  public var description: String {
    "r\(rule).n\(node).s\(sets.map(String.init).joined(separator: "-")).#\(number)"
  }
}
