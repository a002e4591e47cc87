import SessionReporting
public import WorkoutEngine

/// The position of a session as a function of session time: a sample and its rate of change.
public struct SessionPlace: Equatable, Sendable {
  /// The instant of the sample, in session time.
  public private(set) var at: Duration
  /// The sample.
  public private(set) var progress: SessionProgress
  /// The start and end of the current phase in the plan; `end` is `nil` if the user ends it.
  public private(set) var phase: (start: Duration, end: Duration?)?
  /// Whether the position advances.
  public private(set) var isRunning: Bool

  init(at instant: Duration, _ progress: SessionProgress, phase: (start: Duration, end: Duration?)?, isRunning: Bool) {
    self.at = instant
    self.progress = progress
    self.phase = phase
    self.isRunning = isRunning
  }

  /// The place at another instant, if no event occurs in between.
  public func extrapolated(to instant: Duration) -> SessionPlace {
    var place = self
    place.at = instant
    guard isRunning else { return place }
    let passed = instant - at
    place.progress = SessionProgress(
      elapsed: progress.elapsed + passed, position: progress.position + passed,
      remaining: progress.remaining.map { max(.zero, $0 - passed) })
    return place
  }

  /// Whether extrapolating this place gives the other one at its instant; a new phase by then is not a jump.
  func leads(to other: SessionPlace) -> Bool {
    let expected = extrapolated(to: other.at)
    guard expected.isRunning == other.isRunning, expected.progress == other.progress else { return false }
    return expected.phase?.start != other.phase?.start || expected.phase?.end == other.phase?.end
  }

  /// Compares everything that clients see.
  public static func == (a: SessionPlace, b: SessionPlace) -> Bool {
    (a.at, a.progress.elapsed, a.progress.position, a.isRunning)
      == (b.at, b.progress.elapsed, b.progress.position, b.isRunning)
      && (a.progress.remaining, a.phase?.start, a.phase?.end) == (b.progress.remaining, b.phase?.start, b.phase?.end)
  }

  /// The place as JSON, if session time passes `speed` times as fast as real time.
  func json(speed: Int) -> String {
    // The difference between an instant and its position in the plan.
    let lead = at - progress.position
    var json = JSONText(.compact)
    json.add("t", at)
    json.add("elapsed", progress.elapsed)
    json.add("position", progress.position)
    json.add("remaining", progress.remaining)
    json.add("phaseStart", phase.map { $0.start + lead })
    json.add("phaseEnd", phase.flatMap { $0.end.map { $0 + lead } })
    json.add("rate", isRunning ? speed : 0)
    return json.object
  }
}
