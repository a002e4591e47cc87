/// Whether a measured signal that leaves the target of a phase is announced.
///
/// ```swift
/// let climb = Phase(
///   "Climb", .high, .after(.fixed(.seconds(240))), target: PerSet(Target("145-155bpm")), coach: .standard)
/// ```
public enum Coach: Equatable, Hashable, Sendable {
  /// Nothing is said about targets.
  case off
  /// Two calls have at least this time between them.
  case on(every: Duration)

  /// The coach of `true` in a file.
  public static let standard = Coach.on(every: .seconds(30))
  /// The time outside the target after which it is announced.
  package static let patience = Duration.seconds(10)
  /// The time at the start of a phase in which nobody can have reached the target yet.
  package static let settling = Duration.seconds(20)
  /// The time before the end of a phase in which a call comes too late to be followed.
  package static let closing = Duration.seconds(5)
  /// The sound when the signal is back, which is softer than the beats of a metronome.
  package static let sound = CueSound(BuiltInSound.tick.rawValue, gain: Metronome.level)

  /// The least time between two calls; `nil` if there are none.
  package var every: Duration? { if case .on(let every) = self { every } else { nil } }
}

/// An announcement about a signal.
public enum CoachCall: String, CaseIterable, Equatable, Sendable {
  /// The cadence is below its target.
  case faster
  /// The cadence is above its target.
  case slower
  /// More power, and less.
  /// The heart rate or the power is below its target.
  case harder
  /// The heart rate or the power is above its target.
  case easier
  /// It is back inside the target.
  case inside
  /// Nobody measures it.
  case unknown

  /// The call for a signal that is too low or too high.
  package init(_ signal: Signal, isLow: Bool) {
    self = signal == .power ? (isLow ? .harder : .easier) : (isLow ? .faster : .slower)
  }
}
