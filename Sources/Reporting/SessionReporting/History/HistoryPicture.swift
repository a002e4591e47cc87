import WorkoutModel

/// The history as an SVG image: a calendar with the minutes of each day over a year, and the lateness of cues.
package struct HistoryPicture: Sendable {
  private let totals: HistoryTotals
  private let lateness: LatenessHistogram
  private let today: Int

  private static let (width, height) = (912.0, 440.0)
  private static let weeks = 53
  private static let (left, top, step, cell) = (44.0, 84.0, 16.0, 13.0)
  /// The right end of the last week and of everything else.
  private static let right = left + Double(weeks) * step - (step - cell)
  /// The lower bounds of the levels, in minutes.
  private static let levels = [1, 15, 30, 45, 60]
  private static let colors = ["#dcefe0", "#a9d8b4", "#6fbd84", "#3f9a5c", "#1f6b3d"]
  private static let (ink, faint, empty, bar) = ("#24292f", "#6e7781", "#eef0f2", "#4a7fb5")
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// The year that ends with the week of the day `today`.
  package init(_ sessions: [PastSession], _ lateness: LatenessHistogram, today: Int) {
    self.lateness = lateness
    self.today = today
    totals = HistoryTotals(sessions, today: today)
  }

  private var first: Int { CivilTime.monday(of: today) - 7 * (Self.weeks - 1) }

  package var svg: String {
    let size = (width: SVG.number(Self.width), height: SVG.number(Self.height))
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size.width) \(size.height)" font-family="sans-serif" \
      font-size="11" fill="\(Self.faint)">
      \(SVG.rect(0, 0, Self.width, Self.height, fill: "#fff"))\
      \(title)\(monthNames)\(dayNames)\(cells)\(legend)\(histogram)</svg>

      """
  }

  // MARK: The calendar

  private var title: String {
    let days = totals.days.filter { ($0.key >= first) && ($0.key <= today) && $0.value > .zero }
    let minutes = days.values.reduce(Duration.zero, +).inNanoseconds / 60_000_000_000
    let count = days.count == 1 ? "1 day" : "\(days.count) days"
    let text = "\(minutes / 60) h \(minutes % 60) min on \(count)"
    return SVG.text("Time trained", Self.left, 36, size: 18, fill: Self.ink)
      + SVG.text("\(text), the year to \(Self.date(today))", Self.right, 36, anchor: "end")
  }

  private var monthNames: String {
    var names = ""
    for week in 0..<Self.weeks {
      let date = CivilTime.date(of: first + 7 * week)
      // A month's name is above its first whole week.
      guard date.day <= 7 else { continue }
      names += SVG.text(Self.months[date.month - 1], Self.left + Double(week) * Self.step, Self.top - 8)
    }
    return names
  }

  private var dayNames: String {
    [(0, "Mon"), (2, "Wed"), (4, "Fri"), (6, "Sun")].map { day, name in
      SVG.text(name, Self.left - 8, Self.top + day * Self.step + 10, anchor: "end")
    }.joined()
  }

  private var cells: String {
    (first...today).map { day in
      let (week, weekday) = ((day - first) / 7, CivilTime.weekday(of: day))
      let minutes = (totals.days[day] ?? .zero).wholeSeconds / 60
      // A day with any activity shows at least a minute.
      let shown = totals.days[day, default: .zero] > .zero ? max(minutes, 1) : 0
      let title = "\(Self.date(day)): \(minutes) min"
      let (x, y) = (Self.left + Double(week) * Self.step, Self.top + Double(weekday) * Self.step)
      return Self.cell(x, y, shown, title)
    }.joined()
  }

  private var legend: String {
    let y = Self.top + 7 * Self.step + 12
    var x = Self.right - 5 * 62 - 66
    var parts = ""
    for (index, minutes) in ([0] + Self.levels).enumerated() {
      let next = index < Self.levels.count ? Self.levels[index] : nil
      let name = minutes == 0 ? "none" : next.map { "\(minutes)–\($0 - 1)" } ?? "\(minutes)+ min"
      parts += Self.cell(x, y, minutes, name) + SVG.text(name, x + 18, y + 10)
      x += 62
    }
    return parts
  }

  private static func cell(_ x: Double, _ y: Double, _ minutes: Int, _ title: String) -> String {
    let color = levels.lastIndex { minutes >= $0 }.map { colors[$0] } ?? empty
    return SVG.rect(x, y, cell, cell, fill: color, radius: 2, title: title)
  }

  // MARK: Lateness of cues

  private var histogram: String {
    let (base, height, slot) = (Self.height - 34, 110.0, 86.0)
    let total = lateness.counts.reduce(0, +)
    let most = max(lateness.counts.max() ?? 0, 1)
    let top = base - height - 34
    var parts = SVG.text("How late cues began", Self.left, top, size: 18, fill: Self.ink)
    parts += SVG.text("\(total) cues; late is more than 50 ms", Self.right, top, anchor: "end")
    for (index, count) in lateness.counts.enumerated() {
      let x = Self.left + Double(index) * slot
      // A square root keeps the few late cues visible beside the many punctual ones.
      let tall = count == 0 ? 0 : max(2, ((Double(count) / Double(most)).squareRoot() * height).rounded(.down))
      let isLate = index > 0 && LatenessHistogram.bounds[index - 1] >= .milliseconds(50)
      parts += SVG.rect(x, base - tall, slot - 15, tall, fill: isLate ? "#c8553d" : Self.bar, radius: 2)
      let middle = x + ((slot - 15) / 2).rounded(.down)
      parts += SVG.text(count == 0 ? "" : "\(count)", middle, base - tall - 5, anchor: "middle")
      parts += SVG.text(Self.range(index), middle, base + 16, anchor: "middle")
    }
    return parts + SVG.level(base + 0.5, Self.left, Self.right, stroke: "#d0d7de")
  }

  private static func range(_ index: Int) -> String {
    let bounds = LatenessHistogram.bounds.map { $0.inNanoseconds / 1_000_000 }
    if index >= bounds.count { return "> \(bounds[bounds.count - 1]) ms" }
    return index == 0 ? "≤ \(bounds[0]) ms" : "\(bounds[index - 1])–\(bounds[index]) ms"
  }

  private static func date(_ day: Int) -> String {
    let date = CivilTime.date(of: day)
    return "\(date.day) \(months[date.month - 1]) \(date.year)"
  }
}
