import WorkoutExchange

extension PlannedMoment {
  /// The moments in order, with those as one that a recording can't tell apart.
  static func merged(_ moments: [PlannedMoment]) -> [PlannedMoment] {
    var merged: [PlannedMoment] = []
    for moment in moments.sorted(by: { $0.time < $1.time }) {
      if let last = merged.last, moment.time - last.time < Double(OnsetFinder.resolution) / 1_000 {
        merged[merged.count - 1].isSpoken = last.isSpoken || moment.isSpoken
      } else {
        merged.append(moment)
      }
    }
    return merged
  }
}
