import WorkoutModel

/// The part of a workout that tells how it sounds: 20 s around its first change of effort.
enum SoundExcerpt {
  private static let length = Duration.seconds(20)
  /// A change is announced so long before it, with numbers.
  private static let lead = Duration.seconds(8)

  /// Where it is, if open phases end after `doneAfter`; at the beginning where the effort never changes.
  static func part(of timeline: Timeline, doneAfter: Duration) -> Range<Duration> {
    var cursor = timeline.first()
    let effort = cursor.map { timeline.phase(of: $0.id).intensity }
    while let here = cursor, timeline.phase(of: here.id).intensity == effort {
      cursor = timeline.following(here, openLength: doneAfter)
    }
    let start = max(.zero, (cursor?.start ?? .zero) - lead)
    return start..<start + length
  }
}
