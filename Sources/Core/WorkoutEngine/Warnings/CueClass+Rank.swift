import WorkoutModel

extension CueClass {
  /// The rank of the class that gives way to all others.
  static let lowestRank = 4

  /// Who speaks where two would: the one with the lower rank.
  var rank: Int {
    switch self {
    case .countdown: 0
    case .completion: 1
    case .warning: 2
    case .start: 3
    case .info, .transition, .bell: Self.lowestRank
    }
  }

  /// How late a cue of this class may begin; `nil` if it depends on the phase or nothing is too late.
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
  /// How much later than desired words may begin that may wait a little.
  private static let patience = Duration.seconds(5)

  /// The latest moment at which its words still mean what they say.
  ///
  /// A name: half of what it names, at most `SpeechArbitrator.longestWait`; completion and information: 5 s,
  /// information only within what it belongs to. Numbers, and words that end at a moment, are never moved.
  var latestOnset: Duration {
    let desired = desiredOnset
    guard align == .start, entry.rule.count == nil else { return desired }
    switch cueClass {
    case .start:
      guard let length = anchor.length else { return desired + Self.patience }
      return min(anchor.start + .nanoseconds(length.inNanoseconds / 2), desired + SpeechArbitrator.longestWait)
    case .completion: return desired + Self.patience
    case .info: return anchor.end.map { min(desired + Self.patience, $0 - .nanoseconds(1)) } ?? desired + Self.patience
    case .countdown, .warning, .transition, .bell: return desired
    }
  }

  /// Where its speech would begin without any other speech, wherever an earlier decision has moved it to.
  var desiredOnset: Duration { align == .start && sound == nil ? mark : speech?.onset ?? due }

  /// How late it may begin.
  var grace: Duration? {
    if let grace = cueClass.grace { return grace }
    guard cueClass == .start else { return nil }
    let half = anchor.length.map { Duration.nanoseconds($0.inNanoseconds / 2) } ?? .seconds(5)
    return min(half, .seconds(5))
  }

  /// The order of candidates: by their marks; at one mark those of ends before those of starts, then by their rules.
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
