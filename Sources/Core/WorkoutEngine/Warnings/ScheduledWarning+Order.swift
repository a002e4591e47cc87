import WorkoutModel

extension ScheduledWarning {
  /// By how much words that may wait a little may begin later than desired.
  static let longestDelay = Duration.seconds(5)
  /// The maximum time that a name waits for words that don't end.
  static let longestWait = Duration.seconds(600)

  /// The latest onset at which its words are still true.
  ///
  /// For a name it is half of what it names, at most 10 min after the desired onset. For
  /// completion and information it is 5 s later, for information only within what it belongs to. Numbers, and words
  /// that end at a moment, never move.
  var latestOnset: Duration {
    let desired = desiredOnset
    guard align == .start, entry.rule.count == nil else { return desired }
    switch cueClass {
    case .start:
      guard let length = anchor.length else { return desired + Self.longestDelay }
      return min(anchor.start + .nanoseconds(length.inNanoseconds / 2), desired + Self.longestWait)
    case .completion: return desired + Self.longestDelay
    case .info:
      let latest = desired + Self.longestDelay
      return anchor.end.map { min(latest, $0 - .nanoseconds(1)) } ?? latest
    case .countdown, .warning, .transition, .bell: return desired
    }
  }

  /// The onset of its speech without any other speech, regardless of where an earlier decision moved it.
  var desiredOnset: Duration { align == .start && sound == nil ? mark : speech?.onset ?? due }

  /// The maximum delay at which it may begin.
  var grace: Duration? {
    if let grace = cueClass.grace { return grace }
    guard cueClass == .start else { return nil }
    let half = anchor.length.map { Duration.nanoseconds($0.inNanoseconds / 2) } ?? .seconds(5)
    return min(half, .seconds(5))
  }

  /// The order of candidates: by mark, at one mark ends before starts, then by rule.
  func precedes(_ other: ScheduledWarning) -> Bool {
    if mark != other.mark { return mark < other.mark }
    if isEnd != other.isEnd { return isEnd }
    return key.precedes(other.key)
  }
}
