import WorkoutModel

/// The time trained by day and by week; rehearsals are left out.
package struct HistoryTotals: Equatable, Sendable {
  /// A week that holds at least one session, or lies between two that do.
  package struct Week: Equatable, Sendable {
    /// By ISO 8601, such as `2026-W47`.
    package let name: String
    /// The number of its Monday.
    package let monday: Int
    package internal(set) var sessions = 0
    /// How many of them weren't done to their end.
    package internal(set) var partial = 0
    package internal(set) var trained = Duration.zero
  }

  /// In order, without gaps.
  package private(set) var weeks: [Week] = []
  /// By the number of the day.
  package private(set) var days: [Int: Duration] = [:]

  /// Years are more than anybody looks at; a clock that was wrong mustn't make millions of weeks.
  private static let longest = 53 * 50

  /// The sums of `sessions`, in whatever order.
  package init(_ sessions: [PastSession]) {
    let counted = sessions.filter { $0.speed == 1 }
    let newest = counted.map { CivilTime.monday(of: $0.began.dayNumber) }.max() ?? 0
    let oldest = max(counted.map { CivilTime.monday(of: $0.began.dayNumber) }.min() ?? 1, newest - 7 * Self.longest)
    guard oldest <= newest else { return }
    weeks = stride(from: oldest, through: newest, by: 7).map { Week(name: CivilTime.week(of: $0), monday: $0) }
    for session in counted {
      let day = session.began.dayNumber
      days[day, default: .zero] += session.trained
      let index = (CivilTime.monday(of: day) - oldest) / 7
      guard weeks.indices.contains(index) else { continue }
      weeks[index].sessions += 1
      weeks[index].partial += session.state.isPartial ? 1 : 0
      weeks[index].trained += session.trained
    }
  }
}
