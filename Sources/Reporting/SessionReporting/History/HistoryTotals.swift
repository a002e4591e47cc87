import WorkoutModel

/// The training time by day and by week, without rehearsals.
package struct HistoryTotals: Equatable, Sendable {
  /// A week, from the first one with a session to the current one.
  package struct Week: Equatable, Sendable {
    /// The ISO 8601 name, such as `2026-W47`.
    package let name: String
    package internal(set) var sessions = 0
    /// The number of sessions that weren't completed.
    package internal(set) var partial = 0
    package internal(set) var trained = Duration.zero
  }

  /// The weeks in order, without gaps.
  package private(set) var weeks: [Week] = []
  package private(set) var days: [Int: Duration] = [:]

  /// The maximum number of weeks, 50 years: a wrong clock mustn't create millions of weeks.
  private static let longest = 53 * 50

  /// The totals of `sessions` in any order; sessions after `today`, from a clock that was ahead, are ignored.
  package init(_ sessions: [PastSession], today: Int) {
    let counted = sessions.filter { $0.speed == 1 && $0.began.dayNumber <= today }
    guard let first = counted.map(\.began.dayNumber).min() else { return }
    let newest = CivilTime.monday(of: today)
    let oldest = max(CivilTime.monday(of: first), newest - 7 * Self.longest)
    weeks = stride(from: oldest, through: newest, by: 7).map { Week(name: CivilTime.week(of: $0)) }
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
