package import WorkoutExchange

/// How exactly the cues of a recording follow a plan.
///
/// The start of a recording and the pace of its clock are not the player's doing. The line between plan and recording
/// is reported as offset and drift; what is left of each cue beside that line is its deviation.
package struct TimingReport: Equatable, Sendable {
  /// A cue that is heard.
  package struct HeardCue: Equatable, Sendable {
    /// Seconds of the plan.
    package let moment: Double
    /// Seconds of the recording.
    package let onset: Double
    /// By how many seconds it is later than the line.
    package let deviation: Double
  }

  /// The line between plan and recording; `nil` if no cue is heard.
  package let line: DriftLine?
  /// The cues that are heard, in order.
  package let heard: [HeardCue]
  /// The moments at which none is, in seconds of the plan.
  package let missing: [Double]
  /// The onsets of which the plan knows nothing, in seconds of the recording.
  package let extra: [Double]

  /// The longest that words last after their moment, in seconds: onsets within them are not extra ones.
  private static let longestWords = 10.0
  /// What sounds within this time of the beginning of a recording may have begun before, in seconds.
  private static let beginning = 0.01

  /// Judges onsets by planned moments, in any order; those within 30 ms are one.
  package init(of onsets: [Onset], against moments: [PlannedMoment]) {
    let plan = PlannedMoment.merged(moments)
    // Noises are weaker than cues, and a bang is stronger than all of them.
    let strongest = onsets.comparable(to: onsets.map(\.power).max() ?? 0)
    var (loud, pairs) = (strongest, Self.pairs(plan, strongest))
    if strongest.count < onsets.count, case let all = Self.pairs(plan, onsets), all.count > pairs.count {
      (loud, pairs) = (onsets, all)
    }
    let powers = pairs.map { [loud] in loud[$0.onset].power }.sorted()
    if !powers.isEmpty, case let better = onsets.comparable(to: powers[powers.count / 2]), better != loud {
      (loud, pairs) = (better, Self.pairs(plan, better))
    }
    let line = DriftLine(pairs.map { (plan[$0.moment].time, loud[$0.onset].time) })
    self.line = line
    heard = pairs.map { [loud] pair in
      let (moment, onset) = (plan[pair.moment].time, loud[pair.onset].time)
      return HeardCue(moment: moment, onset: onset, deviation: onset - (line?.time(of: moment) ?? onset))
    }
    let found = Set(pairs.map(\.moment))
    missing = plan.indices.filter { !found.contains($0) }.map { plan[$0].time }
    extra = Self.extra(loud, plan, pairs, line)
  }

  private static func pairs(_ plan: [PlannedMoment], _ onsets: [Onset]) -> [(moment: Int, onset: Int)] {
    CueAlignment(plan.map(\.time), onsets.map(\.time)).pairs
  }

  /// The onsets without a moment that aren't within words of the plan.
  private static func extra(
    _ onsets: [Onset], _ plan: [PlannedMoment], _ pairs: [(moment: Int, onset: Int)], _ line: DriftLine?
  ) -> [Double] {
    let cues = Set(pairs.map(\.onset))
    var next = 0
    return onsets.indices.compactMap { index in
      let time = onsets[index].time
      while let line, next < plan.count, line.time(of: plan[next].time) <= time { next += 1 }
      guard !cues.contains(index), time > beginning else { return nil }
      guard let line, next > 0, plan[next - 1].isSpoken else { return time }
      return time > line.time(of: plan[next - 1].time) + longestWords ? time : nil
    }
  }

  /// The smallest deviation, without its sign, that the given part of the cues doesn't exceed; `nil` without a cue.
  package func jitter(_ part: Double) -> Double? {
    let sorted = heard.map(\.deviation.magnitude).sorted()
    guard !sorted.isEmpty else { return nil }
    return sorted[min(max(Int((part * Double(sorted.count)).rounded(.up)) - 1, 0), sorted.count - 1)]
  }

  /// Whether all cues are heard, each within a number of seconds of the line, and nothing else.
  package func isWithin(_ limit: Double) -> Bool {
    missing.isEmpty && extra.isEmpty && jitter(1) ?? .infinity <= limit
  }
}
