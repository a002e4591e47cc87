import WorkoutEngine
import WorkoutModel

/// Resolves conflicts between words in one pass over the plan, as the description of the workout file specifies.
struct ReferenceArbitrator {
  private static let pause = Duration.milliseconds(150)
  private static let longestDelay = Duration.seconds(5)
  private static let longestWait = Duration.seconds(600)

  /// The decision about the words of a cue.
  enum Decision: Equatable {
    case unchanged
    case moved(ReferenceCue.Speech)
    case leftOut
  }

  /// Returns the decisions about the cues, in their order. Words of `begun` cues go on, and no others begin before
  /// `position`, though what they waited for may not be said; `telling` is what words say that begin at another place.
  static func decisions(
    about cues: [ReferenceCue], beside begun: [ReferenceCue], from position: Duration,
    telling: (ReferenceCue, Duration) -> ReferenceCue.Speech?
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
      var said: ReferenceCue.Speech? = speech
      while let words = said {
        let end = blockingEnd(words.onset, words.onset + words.length, placed)
        guard let next = end.map({ $0 + pause }) ?? (words.onset < position ? position : nil) else { break }
        said = next <= latestOnset(of: cues[index], speech.onset) ? telling(cues[index], next) : nil
      }
      guard let said else {
        decisions[index] = .leftOut
        continue
      }
      if said.onset != speech.onset { decisions[index] = .moved(said) }
      placed.insert((said.onset, said.onset + said.length), at: place(of: said.onset, in: placed))
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
      return min(cue.anchor.start + .nanoseconds(length.wholeNanoseconds / 2), requested + longestWait)
    case .completion: return requested + longestDelay
    case .info:
      // It must still begin within its phase, set or workout.
      return cue.anchor.end.map { min(requested + longestDelay, $0 - .nanoseconds(1)) } ?? requested + longestDelay
    case .warning, .countdown, .transition, .bell: return requested
    }
  }
}
