import WorkoutEngine
import WorkoutModel

/// Decisions about words before a part of the plan that were made with an earlier part.
struct PriorDecisions: Sendable {
  /// The distance from the end of a part within which words may have an effect on the next one.
  private static let reach = Duration.seconds(60)

  private(set) var decisions: [CueKey: ReferenceArbitrator.Decision] = [:]
  /// The first moment for which words were requested about which there is a decision.
  private(set) var start = Duration.seconds(1 << 40)

  /// Adds a decision if its cue is requested before the end of a part and speaks near it, or would.
  mutating func add(_ decision: ReferenceArbitrator.Decision, about cue: ReferenceCue, near end: Duration) {
    guard let speech = cue.speech, speech.onset < end else { return }
    let last = max(speech.onset, decision.onset(of: speech) ?? speech.onset) + speech.length
    guard last > end - Self.reach else { return }
    decisions[cue.key] = decision
    start = min(start, speech.onset)
  }

  /// Adds other decisions.
  mutating func add(_ other: PriorDecisions) {
    decisions.merge(other.decisions) { first, _ in first }
    start = min(start, other.start)
  }
}

/// Resolves conflicts between words in one pass over the plan, as the description of the workout file specifies.
struct ReferenceArbitrator {
  private static let pause = Duration.milliseconds(150)
  private static let longestDelay = Duration.seconds(5)

  /// The decision about the words of a cue.
  enum Decision: Equatable {
    case unchanged
    case moved(to: Duration)
    case leftOut

    /// The onset of words after the decision; `nil` if they are left out.
    func onset(of speech: ReferenceCue.Speech) -> Duration? {
      switch self {
      case .unchanged: speech.onset
      case .moved(let onset): onset
      case .leftOut: nil
      }
    }
  }

  /// Returns the decisions about the cues, in their order; those about some of them may have been made before. Words of
  /// `begun` cues go on.
  static func decisions(
    about cues: [ReferenceCue], after decided: [CueKey: Decision] = [:], beside begun: [ReferenceCue] = []
  ) -> [Decision] {
    var decisions = Array(repeating: Decision.unchanged, count: cues.count)
    var placed = begun.compactMap(\.speech).map { (start: $0.onset, end: $0.onset + $0.length) }
      .sorted { $0.start < $1.start }
    let speaking = cues.indices.filter { cues[$0].speech.map { $0.length > .zero } ?? false }.sorted { a, b in
      let (first, second) = (cues[a], cues[b])
      let ranks = (rank(first), rank(second))
      if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
      return (first.speech?.onset ?? .zero, a) < (second.speech?.onset ?? .zero, b)
    }
    for index in speaking {
      guard let speech = cues[index].speech else { continue }
      var onset: Duration? = speech.onset
      if let decision = decided.isEmpty ? nil : decided[cues[index].key] {
        decisions[index] = decision
        guard let onset = decision.onset(of: speech) else { continue }
        placed.insert((onset, onset + speech.length), at: place(of: onset, in: placed))
        continue
      }
      while let start = onset, let end = blockingEnd(start, start + speech.length, placed) {
        onset = end + pause <= latestOnset(of: cues[index], speech.onset) ? end + pause : nil
      }
      guard let onset else {
        decisions[index] = .leftOut
        continue
      }
      if onset != speech.onset { decisions[index] = .moved(to: onset) }
      placed.insert((onset, onset + speech.length), at: place(of: onset, in: placed))
    }
    return decisions
  }

  /// The latest end of the words that block an interval; placed words never overlap.
  private static func blockingEnd(
    _ start: Duration, _ end: Duration, _ placed: [(start: Duration, end: Duration)]
  ) -> Duration? {
    let next = place(of: end, in: placed)
    return next > 0 && placed[next - 1].end > start ? placed[next - 1].end : nil
  }

  /// The number of placed words that begin before a moment.
  private static func place(of onset: Duration, in placed: [(start: Duration, end: Duration)]) -> Int {
    var (lower, upper) = (0, placed.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if placed[middle].start < onset { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }

  /// The rank of a cue by its class: countdown before completion, warning, start and the rest. The number of a
  /// repetition has the rank of a name.
  private static func rank(_ cue: ReferenceCue) -> Int {
    switch cue.placed.repetition == nil ? cue.cueClass : .start {
    case .countdown: 0
    case .completion: 1
    case .warning: 2
    case .start: 3
    case .info, .transition, .bell: 4
    }
  }

  private static func latestOnset(of cue: ReferenceCue, _ requested: Duration) -> Duration {
    guard cue.rule.align == .start, cue.rule.count == nil else { return requested }
    switch cue.cueClass {
    case .start:
      guard let length = cue.anchor.length else { return requested + longestDelay }
      return cue.anchor.start + .nanoseconds(length.inNanoseconds / 2)
    case .completion: return requested + longestDelay
    case .info:
      // It must still begin within its phase, set or workout.
      return cue.anchor.end.map { min(requested + longestDelay, $0 - .nanoseconds(1)) } ?? requested + longestDelay
    case .warning, .countdown, .transition, .bell: return requested
    }
  }
}
