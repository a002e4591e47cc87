import WorkoutModel

/// The share of air in the lungs at the start and at the end of a phase of a breathing exercise.
///
/// A group breathes if it has two to four phases, all for sitting still and of at most ten seconds: in and out; in,
/// hold and out; or in, hold, out and hold.
public struct Breath: Equatable, Sendable {
  /// At the start, 0 or 1.
  public let from: Int
  /// At the end, 0 or 1.
  public let to: Int

  /// Creates it for a preview or a test.
  public init(from: Int, to: Int) { (self.from, self.to) = (from, to) }

  private static let longest = Duration.seconds(10)
  /// The shares from the start of the first phase to the end of the last, by the number of phases.
  private static let levels = [2: [0, 1, 0], 3: [0, 1, 1, 0], 4: [0, 1, 1, 0, 0]]

  /// The breath of the phase at a cursor in a set; `nil` if the group is no breathing exercise.
  init?(_ cursor: Cursor, _ set: Timeline.SetSpan?, in timeline: Timeline) {
    guard let set, let levels = Self.levels[set.phases], let end = set.end,
      end - set.start <= Self.longest * set.phases
    else { return nil }
    var (phase, index): (Cursor?, Int?) = (timeline.start(ofSetAround: cursor), nil)
    for number in 0..<set.phases {
      guard let here = phase, let end = here.end, end - here.start <= Self.longest,
        timeline.phase(of: here.id).intensity == .sit
      else { return nil }
      if here.id == cursor.id { index = number }
      phase = timeline.following(here)
    }
    guard let index else { return nil }
    (from, to) = (levels[index], levels[index + 1])
  }
}
