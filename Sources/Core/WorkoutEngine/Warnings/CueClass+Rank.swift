import WorkoutModel

extension CueClass {
  /// The rank of the class that gives way to all others.
  static let lowestRank = 4

  /// The priority of speech: of two classes, the one with the lower rank speaks.
  var rank: Int {
    switch self {
    case .countdown: 0
    case .completion: 1
    case .warning: 2
    case .start: 3
    case .info, .transition, .bell: Self.lowestRank
    }
  }

  /// The maximum delay of a cue of this class; `nil` if it depends on the phase or is unlimited.
  var grace: Duration? {
    switch self {
    case .countdown: .milliseconds(150)
    case .transition: .milliseconds(500)
    case .warning, .info, .bell: .seconds(1)
    case .start, .completion: nil
    }
  }
}

extension ScheduledWarning {
  /// By how much words that may wait a little may begin later than desired.
  private static let longestDelay = Duration.seconds(5)

  /// The latest onset at which its words are still true.
  ///
  /// For a name it is half of what it names, at most `SpeechArbitrator.longestWait` after the desired onset. For
  /// completion and information it is 5 s later, for information only within what it belongs to. Numbers, and words
  /// that end at a moment, never move.
  var latestOnset: Duration {
    let desired = desiredOnset
    guard align == .start, entry.rule.count == nil else { return desired }
    switch cueClass {
    case .start:
      guard let length = anchor.length else { return desired + Self.longestDelay }
      return min(anchor.start + .nanoseconds(length.inNanoseconds / 2), desired + SpeechArbitrator.longestWait)
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

extension CueKey {
  /// The order of rules is the style's, the workout's, those of the groups from the outside in, the phase's.
  func precedes(_ other: CueKey) -> Bool {
    if rule != other.rule { return rule < other.rule }
    if node != other.node { return node < other.node }
    if sets != other.sets { return sets.lexicographicallyPrecedes(other.sets) }
    return number > other.number
  }
}
