import WorkoutModel

/// How far long work has come, as a line: "12 of 500 scenarios, 2 %, 1:04 left".
package struct ProgressText: Equatable, Sendable {
  /// The smallest part from which the time left is estimated.
  private static let smallest = 1e-6

  /// What is done, of how many.
  package let count: String
  /// The part that is done, from 0 to 1; `nil` if the whole is unknown.
  package let part: Double?

  package init(_ count: String, part: Double? = nil) { (self.count, self.part) = (count, part) }

  /// The line after the work has taken `elapsed`; it doesn't fill the last of the columns, where terminals may wrap.
  package func line(after elapsed: Duration, columns: Int) -> String {
    var line = count
    if let part = part.map({ min(max($0, 0), 1) }), part >= Self.smallest {
      // Rounded up, so that nothing is left only when nothing is.
      let left = Duration.seconds((elapsed * ((1 - part) / part) / .seconds(1)).rounded(.up))
      line += ", \(Int(part * 100)) %, \(ClockText.short(left)) left"
    }
    return String(line.prefix(max(0, columns - 1)))
  }
}
