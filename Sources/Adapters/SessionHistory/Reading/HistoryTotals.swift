import WorkoutModel

/// The time trained by day and by week; rehearsals are left out.
package struct HistoryTotals: Equatable, Sendable {
  /// A week from the first one with a session to the present one.
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

  /// The most weeks, 50 years: a clock that was wrong mustn't make millions of weeks.
  private static let longest = 53 * 50

  /// The sums of `sessions`, in whatever order; what a clock that was ahead has put behind `today` counts in none.
  package init(_ sessions: [PastSession], today: Int) {
    let counted = sessions.filter { $0.speed == 1 && $0.began.dayNumber <= today }
    guard let first = counted.map(\.began.dayNumber).min() else { return }
    let newest = CivilTime.monday(of: today)
    let oldest = max(CivilTime.monday(of: first), newest - 7 * Self.longest)
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
