import WorkoutModel

/// The recent measurements of a signal, and the value that they give.
///
/// The value is the median of the last five seconds. Without a measurement in that time it is the last one, until that
/// is older than ten seconds: then the value is unknown. The first measurement after more than five seconds without one
/// is no value yet, but the second one makes it one.
package struct MeasuredSignal: Equatable, Sendable {
  private struct Measurement: Equatable, Sendable {
    let at: Duration
    let value: Int
  }

  private struct Former: Equatable, Sendable {
    let value: Int
    let end: Duration
  }

  private struct Earlier: Equatable, Sendable {
    let value: Int?
    let end: Duration
  }

  /// Words say what was true this long before they begin, so that there is time to synthesise them.
  private static let wordsLead = Duration.seconds(1)
  /// The time for which a measurement counts.
  private static let window = Duration.seconds(5)
  /// The greatest age of a value, and of the last measurement of a source that keeps others out.
  private static let lifetime = Duration.seconds(10)
  /// The shortest time between two reports.
  private static let reportInterval = Duration.seconds(1)

  /// The measurements of the window, oldest first, and of earlier ones at least the last; none from before a gap.
  private var recent: [Measurement] = []
  /// Whether the only recent one came after a gap; the value before that gap is still true for some time.
  private(set) var isLone = false
  private var former: Former?
  /// Whether no measurement is within the window.
  private var isSilent = true
  private var hasMeasured = false
  /// The source of these measurements; `nil` for one without a name.
  private var source: String?
  private var reported: Duration?
  /// The value; `nil` if it is unknown.
  package private(set) var value: Int?
  /// The instant since which it has been the value.
  package private(set) var since = Duration.zero
  /// The values before it that were true within the last `wordsLead`, oldest first.
  private var earlier: [Earlier] = []

  package init() {}

  /// Adds a measurement; returns the reason if it is refused.
  package mutating func add(_ value: Int, from source: String?, at now: Duration) -> RefusalReason? {
    update(at: now)
    if !recent.isEmpty, source != self.source {
      return .measuredBy(source: self.source)
    }
    guard recent.count(where: { now - $0.at < .seconds(1) }) < MeasurementReport.mostPerSecond else {
      return .tooManyMeasurements
    }
    self.source = source
    if isSilent {
      if !isLone {
        former = self.value.flatMap { value in recent.last.map { Former(value: value, end: $0.at + Self.lifetime) } }
      }
      recent = []
    }
    isLone = isSilent && hasMeasured
    recent.append(Measurement(at: now, value: value))
    (isSilent, hasMeasured) = (false, true)
    update(at: now)
    return nil
  }

  /// What the measurements since the last gap say, even if there is only one; `nil` during a gap.
  var evidence: Int? { isSilent ? nil : median }

  /// Removes the measurements that don't count any more; returns whether that changes the value.
  @discardableResult
  package mutating func update(at now: Duration) -> Bool {
    let old = recent.prefix { now - $0.at >= Self.window }.count
    recent.removeFirst(min(old, max(recent.count - 1, 0)))
    if let last = recent.last, now - last.at > Self.window { isSilent = true }
    if let last = recent.last, now - last.at > Self.lifetime { recent = [] }
    if let end = former?.end, now > end { former = nil }
    let new = isLone ? former?.value : median
    earlier.removeAll { now - $0.end > Self.wordsLead }
    guard new != value else { return false }
    earlier.append(Earlier(value: value, end: now))
    (value, since) = (new, now)
    return true
  }

  /// The value in words that begin at an instant, if it is decided now; `nil` if it is unknown.
  func spokenValue(at instant: Duration) -> Int? {
    let decided = instant - Self.wordsLead
    if since <= decided { return value }
    // The oldest of those that had not ended by then.
    guard let past = earlier.first(where: { $0.end > decided }) else { return value }
    return past.value
  }

  /// The middle measurement, or the mean of the middle two, rounded down.
  private var median: Int? {
    guard !recent.isEmpty else { return nil }
    let values = recent.map { $0.value }.sorted()
    return (values[(values.count - 1) / 2] + values[values.count / 2]) / 2
  }

  /// The next instant at which a measurement ceases to count; `nil` if there is none.
  package var nextUpdate: Duration? {
    guard let first = recent.first else { return nil }
    let instant = Duration.nanoseconds(1)
    let next = first.at + (recent.count > 1 ? Self.window : (isSilent ? Self.lifetime : Self.window) + instant)
    return former.map { min($0.end + instant, next) } ?? next
  }

  /// Whether a report is due; then it counts as made. One that the value is unknown always is.
  mutating func isReportDue(at now: Duration) -> Bool {
    if value != nil, let reported, now - reported < Self.reportInterval { return false }
    reported = now
    return true
  }
}
