/// A value of a phase that may differ from set to set.
///
/// The values are used in turn, set by set of the innermost group or of one with a name, and repeat from the first.
///
/// ```swift
/// let name: PerSet = "Squats"                                 // in every set
/// let circuit = PerSet("Squats", "Push-ups", "Rows")          // in turn
/// let byRound = PerSet("Lunges", "Planks", by: "Round")       // by the sets of an outer group
/// let chosen = PerSet(list: exercises) ?? "Squats"
/// ```
public struct PerSet<Value> {
  /// The values, at least one.
  package let values: [Value]
  /// The name of the enclosing group by whose sets they are used; `nil` for the innermost group.
  package let group: String?

  /// The same value in every set.
  public init(_ value: Value) { self.init(mapped: [value], by: nil) }

  /// Two or more values to use in turn, by the sets of the innermost group or of the enclosing one with a name.
  public init(_ first: Value, _ second: Value, _ others: Value..., by group: String? = nil) {
    self.init(mapped: [first, second] + others, by: group)
  }

  /// Values to use in turn, by the sets of the innermost group or of the enclosing one with a name; `nil` if there are
  /// none.
  public init?(list values: [Value], by group: String? = nil) {
    if values.isEmpty { return nil }
    self.init(mapped: values, by: group)
  }

  /// Whether it differs from set to set.
  package var isList: Bool { values.count > 1 }

  /// The value in a set, counted from 0.
  package func value(inSet set: Int) -> Value { values[set % values.count] }

  /// The values after `transform`.
  package func map<Other, Failure: Error>(
    _ transform: (Value) throws(Failure) -> Other
  ) throws(Failure) -> PerSet<Other> {
    PerSet<Other>(mapped: try values.map(transform), by: group)
  }

  private init(mapped values: [Value], by group: String?) {
    self.values = values
    self.group = group
  }

  func path(of index: Int, at path: FieldPath) -> FieldPath {
    group == nil ? (isList ? path.index(index) : path) : path.key("of").index(index)
  }
}

extension PerSet: Equatable where Value: Equatable {}
extension PerSet: Hashable where Value: Hashable {}
extension PerSet: Sendable where Value: Sendable {}

extension PerSet: ExpressibleByUnicodeScalarLiteral where Value == String {
  /// One text for every set.
  public init(unicodeScalarLiteral text: String) { self.init(text) }
}

extension PerSet: ExpressibleByExtendedGraphemeClusterLiteral where Value == String {
  /// One text for every set.
  public init(extendedGraphemeClusterLiteral text: String) { self.init(text) }
}

extension PerSet: ExpressibleByStringLiteral, ExpressibleByStringInterpolation where Value == String {
  /// One text for every set.
  public init(stringLiteral text: String) { self.init(text) }
}

extension PerSet where Value == String {
  /// A built-in word as the name in every set.
  public init(_ word: BuiltInWord) { self.init(word.placeholder) }
}

/// The number of repetitions, set by set.
///
/// ```swift
/// let ladder = Phase("Burpees", .high, .open(), reps: .progression(from: 1, by: 1))
/// let pyramid = Phase("Swings", .high, .open(), reps: .perSet(PerSet(10, 15, 20, 15, 10)))
/// ```
public enum Reps: Hashable, Sendable {
  /// The same number in each set, or a list.
  case perSet(PerSet<Int>)
  /// `from` in the first set, `by` more (or, when negative, fewer) in each later one.
  case progression(from: Int, by: Int)

  /// The number in a set, counted from 0.
  package func count(inSet set: Int) -> Int {
    switch self {
    case .perSet(let counts): counts.value(inSet: set)
    case .progression(let from, let growth): from + growth * set
    }
  }

  /// The name of the enclosing group by whose sets it changes; `nil` for the innermost group.
  var group: String? { if case .perSet(let counts) = self { counts.group } else { nil } }

  /// Whether it differs from set to set.
  package var changes: Bool {
    switch self {
    case .perSet(let counts): counts.isList
    case .progression: true
    }
  }
}

extension Reps: ExpressibleByIntegerLiteral {
  /// The same number in every set.
  public init(integerLiteral count: Int) { self = .perSet(PerSet(count)) }
}
