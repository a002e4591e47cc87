/// An interval of time for one exercise.
///
/// ```swift
/// let work = Phase("Work", for: .seconds(20))
/// let swings = Phase(open: "Swings", cap: .seconds(60), reps: 15)
/// ```
public struct Phase: Hashable, Sendable {
  /// Shown, and spoken where `say` is `nil`; 1 to `Limits.textLength` characters. It may contain built-in words, such
  /// as `{work}`.
  public var name: PerSet<String>
  /// The texts as in the file, if those of the phase are in a language instead.
  package var template: PhaseTexts?
  /// How hard it is; `high` by default.
  public var intensity: Intensity
  /// The condition that ends it: the clock, its track, the user or a measurement.
  public var end: PhaseEnd
  /// The number of repetitions, which is announced after the name.
  public var reps: Reps?
  /// Spoken instead of the name.
  public var say: PerSet<String>?
  /// The target, such as a power or a pace; displayed, and spoken where a text has `{target}`.
  public var target: PerSet<Target>?
  /// Rules for this phase, in addition to those of its groups and the workout.
  public var cues: [CueRule]
  /// How the phase changes the workout's bed; by default it doesn't.
  public var ambient: PhaseAmbient
  /// The file or name of a sound that plays once from the phase's start, such as a guided meditation.
  public var track: String?
  /// The sets of the enclosing group that skip this phase.
  public var skip: SkippedSets?
  /// The sides; the phase runs once for each.
  public var sides: Sides?
  /// The author's notes, which are displayed but not spoken.
  public var notes: PerSet<String>?
  /// The metronome; `nil` for that of the innermost enclosing group that has one.
  public var metronome: Metronome?
  /// Whether its target is coached; `nil` for that of the innermost enclosing group that says so, or the workout.
  public var coach: Coach?
  /// How it goes on after its planned end; `nil` if it ends there.
  public var overtime: Overtime?
  /// The intensities in which it is shown later, in the order of their moments.
  public var stages: [PhaseStage]

  /// Creates a phase. By default it runs once per set, keeps the bed and adds no rules.
  public init(
    _ name: PerSet<String>, _ intensity: Intensity, _ end: PhaseEnd, reps: Reps? = nil,
    say: PerSet<String>? = nil, cues: [CueRule] = [], ambient: PhaseAmbient = .inherited, track: String? = nil,
    skip: SkippedSets? = nil, sides: Sides? = nil, notes: PerSet<String>? = nil, metronome: Metronome? = nil,
    target: PerSet<Target>? = nil, coach: Coach? = nil, overtime: Overtime? = nil, stages: [PhaseStage] = []
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
    self.coach = coach
    self.overtime = overtime
    self.stages = stages
  }
}

extension Phase {
  /// The tempo, if the repetitions determine the length of the phase.
  package var tempo: Tempo? {
    if case .after(.tempo(let tempo)) = end { tempo } else { nil }
  }

  /// Whether nobody is to know when it ends.
  package var isSurprise: Bool {
    if case .after(.random(let length)) = end { length.isSurprise } else { false }
  }

  /// The time before which a *done* doesn't take effect.
  package var atLeast: Duration? {
    if case .open(_, let atLeast, _) = end { atLeast } else { nil }
  }

  /// What has to be measured for it to end by itself before its cap.
  package var until: Until? {
    if case .open(_, _, let until) = end { until } else { nil }
  }

  /// Whether any of its spoken or displayed values differs from set to set.
  package var changes: Bool {
    name.isList || say?.isList == true || notes?.isList == true || target?.isList == true || reps?.changes == true
  }
}

/// The texts of a phase.
package struct PhaseTexts: Hashable, Sendable {
  package var name: PerSet<String>
  package var say: PerSet<String>?
  package var notes: PerSet<String>?
}

/// The intensity of a phase, which selects colours, sounds and the cues of a style.
public enum Intensity: String, CaseIterable, Sendable {
  /// Before the workout.
  case prepare
  /// The easy begin.
  case warmup
  /// Work.
  case high
  /// Easy work, or an active rest.
  case low
  /// No work.
  case rest
  /// The easy end.
  case cooldown
  /// Sitting still, as in meditation and breathing.
  case sit
}

/// The condition that ends a phase.
///
/// ```swift
/// let end: PhaseEnd = .open(cap: .seconds(180), atLeast: .seconds(30))
/// ```
public enum PhaseEnd: Hashable, Sendable {
  /// It ends after a length of time.
  case after(PhaseLength)
  /// It ends when the user says *done* or a sensor has measured what `until` asks for, at the latest after `cap`; what
  /// would end it before `atLeast` takes effect then.
  case open(cap: Duration? = nil, atLeast: Duration? = nil, until: Until? = nil)
}

/// The length of a timed phase, set by set.
///
/// ```swift
/// let length: PhaseLength = .progression(from: .seconds(20), by: .seconds(5))
/// ```
public enum PhaseLength: Hashable, Sendable {
  /// The same in each set.
  case fixed(Duration)
  /// One length for each set of the enclosing group.
  case perSet([Duration])
  /// `from` in the first set, `by` more (or, when negative, less) in each later one.
  case progression(from: Duration, by: Duration)
  /// The length of the phase's track.
  case track
  /// The length of its `reps` at this tempo.
  case tempo(Tempo)
  /// Drawn for each set from the session's seed.
  case random(RandomLength)
  /// As long as another phase took.
  case relative(RelativeLength)
}

/// How a phase changes the bed of the workout.
public enum PhaseAmbient: Hashable, Sendable {
  /// The workout's own bed continues.
  case inherited
  /// No bed in this phase.
  case silent
  /// Crossfades to another bed, and back afterwards.
  case bed(Ambient)
}
