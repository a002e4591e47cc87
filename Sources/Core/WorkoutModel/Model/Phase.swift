/// A stretch of time with one thing to do.
public struct Phase: Equatable, Sendable {
  /// Shown, and spoken where `say` is `nil`; 1 to `Limits.textLength` characters.
  public var name: String
  /// How hard it is; `high` by default.
  public var intensity: Intensity
  /// What ends it: the clock, its track or the user.
  public var end: PhaseEnd
  /// Spoken instead of the name.
  public var say: String?
  /// Rules for this phase alone, in addition to those around it.
  public var cues: [CueRule]
  /// What happens to the workout's bed during the phase; by default it continues.
  public var ambient: PhaseAmbient
  /// A file or name played once from the phase's start, such as a guided meditation.
  public var track: String?
  /// The set of the enclosing group in which this phase is left out.
  public var skip: SkippedSet?
  /// The author's remark, neither spoken nor shown.
  public var notes: String?

  /// Creates a phase. By default it leaves the bed as it is and adds no rules.
  public init(
    _ name: String, _ intensity: Intensity = .high, _ end: PhaseEnd, say: String? = nil, cues: [CueRule] = [],
    ambient: PhaseAmbient = .inherited, track: String? = nil, skip: SkippedSet? = nil, notes: String? = nil
  ) {
    self.name = name
    self.intensity = intensity
    self.end = end
    self.say = say
    self.cues = cues
    self.ambient = ambient
    self.track = track
    self.skip = skip
    self.notes = notes
  }
}

/// How hard a phase is; it chooses colours, sounds and the cues of a style.
public enum Intensity: String, CaseIterable, Sendable, Codable {
  case prepare, warmup, high, low, rest, cooldown, sit
}

/// What ends a phase.
public enum PhaseEnd: Equatable, Sendable {
  /// The clock does.
  case after(PhaseLength)
  /// The user does, by saying *done*; `cap` ends it all the same.
  case open(reps: Int?, cap: Duration?)
}

/// How long a timed phase lasts, set by set.
public enum PhaseLength: Equatable, Sendable {
  case fixed(Duration)
  /// One length for each set of the enclosing group.
  case perSet([Duration])
  /// `from` in the first set, `by` more (or, when negative, less) in each later one.
  case progression(from: Duration, by: Duration)
  /// As long as the phase's track.
  case track
}

/// The set of the enclosing group in which a phase is left out.
public enum SkippedSet: String, CaseIterable, Sendable {
  case first, last
}

/// What a phase does to the bed of the workout.
public enum PhaseAmbient: Equatable, Sendable {
  /// The workout's own bed continues.
  case inherited
  /// No bed in this phase.
  case silent
  /// Another bed, faded over to and back.
  case bed(Ambient)
}
