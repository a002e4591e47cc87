/// How long a phase with a planned end goes on after it, until the user says that it is done.
///
/// At its planned end the cues of its end sound, and the displays count on from 0, with a minus. What follows shifts.
public enum Overtime: Hashable, Sendable {
  /// Until the user says that it is done.
  case unlimited
  /// For this time at the latest.
  case limited(Duration)

  /// The time after which it ends by itself; `nil` if it doesn't.
  public var limit: Duration? { if case .limited(let limit) = self { limit } else { nil } }
}

/// Another intensity in which a phase is shown from a moment on, such as the lights of a speaker's timer.
///
/// Nothing is said and no phase begins.
///
/// ```swift
/// let warning = PhaseStage(at: .end(offset: .seconds(-60)), intensity: .warmup)
/// ```
public struct PhaseStage: Hashable, Sendable {
  /// The moment within the phase: relative to its start or its planned end.
  public var at: Moment
  /// The intensity whose colour and shape are shown from then on.
  public var intensity: Intensity

  /// Creates a stage that begins at a moment of its phase.
  public init(at: Moment, intensity: Intensity) {
    self.at = at
    self.intensity = intensity
  }
}

extension Phase {
  /// The phase as it goes on after its planned end: without the words and cues of a phase that begins.
  func goingOn(_ overtime: Overtime) -> Phase {
    var phase = self
    phase.end = .open(cap: overtime.limit, until: until)
    (phase.reps, phase.say, phase.cues, phase.track, phase.sides, phase.overtime) = (nil, nil, [], nil, nil, nil)
    // What was shown last stays.
    phase.stages = stages.suffix(1).map { PhaseStage(at: .start(offset: .zero), intensity: $0.intensity) }
    return phase
  }
}
