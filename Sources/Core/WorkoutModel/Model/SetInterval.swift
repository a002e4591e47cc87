/// The interval from the start of one set to the start of the next, set by set.
///
/// ```swift
/// let minutes = SetGroup(.interval(sets: 10, every: .seconds(60)), nodes: [.phase(work)])
/// let shorter = SetInterval.progression(from: .seconds(60), by: .seconds(-5))
/// ```
public enum SetInterval: Hashable, Sendable {
  /// The same for each set.
  case fixed(Duration)
  /// One interval for each set; used in turn, and repeated, if the number of sets is unknown.
  case perSet([Duration])
  /// `from` in the first set, `by` more (or, when negative, less) in each later one.
  case progression(from: Duration, by: Duration)

  /// The same whole number of seconds in every set.
  public static func seconds(_ count: Int) -> SetInterval { .fixed(.seconds(count)) }

  /// The interval of a set, counted from 0.
  package func length(inSet set: Int) -> Duration {
    switch self {
    case .fixed(let length): length
    case .perSet(let lengths): lengths.isEmpty ? Limits.shortestInterval : lengths[set % lengths.count]
    case .progression(let from, let growth): from + growth * set
    }
  }
}
