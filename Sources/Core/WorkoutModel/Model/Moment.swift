/// A moment within a phase, a set or the workout.
///
/// ```swift
/// let moments: [Moment] = [.end(offset: .seconds(-10)), .part(percent: 25, offset: .zero), .every(.seconds(300))]
/// ```
public enum Moment: Hashable, Sendable {
  /// A time after the start.
  case start(offset: Duration)
  /// A time from the end; negative before it.
  case end(offset: Duration)
  /// A time from the middle.
  case half(offset: Duration)
  /// This many per cent of the length from the start, 0 to 100.
  case part(percent: Int, offset: Duration)
  /// At this interval from the start, both ends excluded.
  case every(Duration)
  /// This many seeded moments, at least `Limits.randomSpacing` apart and away from both ends.
  case random(Int)
}

extension Moment {
  /// The time from the start of a span to the moment, where a part of its length is rounded down to the nanosecond;
  /// `nil` for several moments, and if it depends on a length that isn't known.
  package func offset(inLength length: Duration?) -> Duration? {
    // A workout in code may have any numbers before it is checked.
    let length = length?.withinCentury
    func part(_ percent: Int, _ offset: Duration) -> Duration? {
      length.map {
        .nanoseconds(Int64(clamping: Int128($0.inNanoseconds) * Int128(percent) / 100)) + offset.withinCentury
      }
    }
    return switch self {
    case .start(let offset): offset
    case .end(let offset): length.map { $0 + offset.withinCentury }
    case .half(let offset): part(50, offset)
    case .part(let percent, let offset): part(percent, offset)
    case .every, .random: nil
    }
  }
}
