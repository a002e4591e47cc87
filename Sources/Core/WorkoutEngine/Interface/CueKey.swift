/// The identity of a cue: its rule, what it belongs to, and its number.
///
/// It stays the same when the plan is rebuilt, and from run to run.
public struct CueKey: Hashable, Sendable, CustomStringConvertible {
  /// The rule, by its place in the list of all rules of the workout, the style's first.
  public let rule: Int
  /// The phase or group that the cue belongs to, by its place in the file; 0 is the workout.
  public let node: Int
  /// The number of a countdown, or the index of a bell; 0 if there is only one.
  public let number: Int
  /// The set of each enclosing group, outermost first, counted from 1; compared last, because it takes longest.
  public let sets: [Int]

  /// Creates a key; that of the same cue in another run is equal.
  public init(rule: Int, node: Int, sets: [Int], number: Int) {
    self.rule = rule
    self.node = node
    self.sets = sets
    self.number = number
  }

  /// A text such as `r3.n5.s2-1.#3`.
  public var description: String {
    "r\(rule).n\(node).s\(sets.map(String.init).joined(separator: "-")).#\(number)"
  }
}

extension CueKey {
  /// The order of rules is the style's, the workout's, those of the groups from the outside in, the phase's.
  func precedes(_ other: CueKey) -> Bool {
    if rule != other.rule { return rule < other.rule }
    if node != other.node { return node < other.node }
    if sets != other.sets { return sets.lexicographicallyPrecedes(other.sets) }
    return number > other.number
  }
}
