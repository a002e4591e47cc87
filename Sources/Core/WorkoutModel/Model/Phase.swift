/// A stretch of time with one thing to do.
public struct Phase: Equatable, Sendable {
  /// Shown, and spoken where `say` is `nil`; 1 to `Limits.textLength` characters.
  public var name: PerSet<String>
  /// How hard it is; `high` by default.
  public var intensity: Intensity
  /// What ends it: the clock, its track or the user.
  public var end: PhaseEnd
  /// How often something is to be done in it; announced with the name.
  public var reps: Reps?
  /// Spoken instead of the name.
  public var say: PerSet<String>?
  /// How hard it is meant to be: shown, and spoken where a text has `{target}`.
  public var target: PerSet<Target>?
  /// Rules for this phase alone, in addition to those around it.
  public var cues: [CueRule]
  /// What happens to the workout's bed during the phase; by default it continues.
  public var ambient: PhaseAmbient
  /// A file or name played once from the phase's start, such as a guided meditation.
  public var track: String?
  /// The sets of the enclosing group in which this phase is left out.
  public var skip: SkippedSets?
  /// The sides for each of which the phase runs once.
  public var sides: Sides?
  /// The author's remark: shown, not spoken.
  public var notes: PerSet<String>?
  /// Its beats; those of the innermost group around it that has some where it is `nil`.
  public var metronome: Metronome?

  /// Creates a phase. By default it runs once a set, leaves the bed as it is and adds no rules.
  public init(
    _ name: PerSet<String>, _ intensity: Intensity = .high, _ end: PhaseEnd, reps: Reps? = nil,
    say: PerSet<String>? = nil, cues: [CueRule] = [], ambient: PhaseAmbient = .inherited, track: String? = nil,
    skip: SkippedSets? = nil, sides: Sides? = nil, notes: PerSet<String>? = nil, metronome: Metronome? = nil,
    target: PerSet<Target>? = nil
  ) {
    self.name = name
    self.intensity = intensity
    self.end = end
    self.reps = reps
    self.say = say
    self.cues = cues
    self.ambient = ambient
    self.track = track
    self.skip = skip
    self.sides = sides
    self.notes = notes
    self.metronome = metronome
    self.target = target
  }
}

extension Phase {
  /// How long the parts of a repetition take, where the repetitions decide how long the phase lasts.
  package var tempo: Tempo? {
    if case .after(.tempo(let tempo)) = end { tempo } else { nil }
  }

  /// Whether any of what is said or shown of it changes from set to set.
  public var changes: Bool {
    name.isList || say?.isList == true || notes?.isList == true || target?.isList == true || reps?.changes == true
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
  case open(cap: Duration? = nil)
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
  /// As long as its `reps` take at this tempo.
  case tempo(Tempo)
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
