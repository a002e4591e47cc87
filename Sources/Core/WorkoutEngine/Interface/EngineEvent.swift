public import WorkoutModel

/// Something that has happened in a session.
///
/// ```swift
/// for event in engine.send(.tick, at: now).events {
///   if case .phaseStarted(let phase) = event.kind { show(phase.name, from: phase.start) }
/// }
/// ```
public struct EngineEvent: Equatable, Sendable {
  /// The instant, in session time.
  public let at: Duration
  /// The kind of the event, with its details.
  public let kind: Kind
  /// The progress of the session at that instant.
  public let progress: SessionProgress
  /// The source of the action or the measurement, if the host has told it.
  public var origin: ActionOrigin?
  /// How much of its phase a skip has left out; `nil` for other events, and where nobody is to know that.
  public internal(set) var left: Duration?

  /// Creates an event at an instant, with the progress of the session at that instant.
  public init(at: Duration, kind: Kind, progress: SessionProgress) {
    self.at = at
    self.kind = kind
    self.progress = progress
  }

  package var isMeasurement: Bool { if case .measured = kind { true } else { false } }

  /// Whether event logs contain it: they have at most one measurement of a signal a second.
  package var isForLogs: Bool { if case .measured(let report) = kind { report.isForLogs } else { true } }

  package func noting(_ note: PlanNote) -> EngineEvent {
    EngineEvent(at: at, kind: .planNoted(note), progress: progress)
  }

  /// The kinds of events, stored indirectly so that events are cheap to copy.
  public indirect enum Kind: Equatable, Sendable {
    /// Fields of the state have new values.
    case stateChanged(StateReport)
    /// A phase has begun.
    case phaseStarted(PhaseReport)
    /// An open phase has ended.
    case phaseEnded(PhaseEnding)
    /// The phase that has begun has beats.
    case metronomeStarted(MetronomeReport)
    /// An action has taken effect, or was refused.
    case actionTaken(ActionReport)
    /// The session has paused.
    case paused(PauseReport)
    /// The session has resumed after a pause.
    case resumed(PauseReport)
    /// A cue has its outcome.
    case cueSettled(CueReport)
    /// A warning was planned for one set and plays in another.
    case setMismatched(SetMismatch)
    /// The plan moved or left out a cue that was due now; its times are in session time.
    case planNoted(PlanNote)
    /// The session is over.
    case finished(FinishReport)
    /// A sensor has measured a value, or the value of a signal has changed with time.
    case measured(MeasurementReport)
    /// The coach has told something about a signal.
    case coached(CoachReport)
  }
}

/// The progress of a session.
public struct SessionProgress: Equatable, Sendable {
  /// Active time.
  public let elapsed: Duration
  /// The position in the plan.
  public let position: Duration
  /// The remaining time of the plan; `nil` while an open phase without cap is ahead.
  public let remaining: Duration?

  /// Creates the progress after `elapsed` active time, at `position` in the plan.
  public init(elapsed: Duration, position: Duration, remaining: Duration?) {
    self.elapsed = elapsed
    self.position = position
    self.remaining = remaining
  }
}

/// The result of an action.
public enum ActionResult: Equatable, Sendable {
  /// The action has taken effect.
  case accepted
  /// The session is as it was.
  case refused(Refusal)
}

/// A phase that has begun.
public struct PhaseReport: Equatable, Sendable {
  /// The phase, and the sets in which it is done.
  public let id: SegmentID
  /// Its place in the plan, from which the phases that follow can be found.
  public let cursor: Cursor
  /// The name in the language of the voice; it is not filtered for a terminal.
  public let name: String
  /// The texts as in the file, for a reader of another language; `nil` if they are the same.
  package let template: PhaseTemplate?
  /// The side for which it is done, if the phase or a group around it has sides.
  public let side: String?
  /// The number of repetitions.
  public let reps: Int?
  /// The target effort, as in the file.
  public let target: Target?
  /// What has to be measured for it to end by itself.
  public let until: Until?
  /// The author's notes in the language of the voice.
  public let notes: String?
  /// The file or name of the track, which plays once from the start of the phase.
  public let track: String?
  /// The intensity of the phase.
  public let intensity: Intensity
  /// Whether it is what the phase before it takes beyond its planned end.
  public let isOvertime: Bool
  /// Why its length differs from run to run; `nil` if it doesn't, or if the user ends it.
  public let varying: VaryingLength?
  /// The location of the phase in the file.
  public let path: FieldPath
  /// The set of the innermost group, counted from 1; `nil` outside all groups.
  public let set: Int?
  /// The number of sets of that group; `nil` if unknown.
  public let sets: Int?
  /// The metronome, if the phase has one.
  public let metronome: Metronome?
  /// The start, in session time, as planned now.
  public let start: Duration
  /// The end, in session time, as planned now; `nil` if the user ends the phase.
  public internal(set) var end: Duration?
  /// The sets around it, innermost first; the workout itself is not among them.
  public let groups: [Timeline.SetSpan]
  /// The next segment as planned, with times in the plan; `nil` if the workout ends.
  ///
  /// For a phase that the user ends, it is the segment that follows if the phase ends now.
  public let next: Segment?

  /// Whether nobody is to know when it ends.
  public var isSurprise: Bool { varying?.isSurprise ?? false }

  /// A copy that ends at `instant` at the latest, for a phase that the user ended before the clock would have.
  package func ended(by instant: Duration) -> PhaseReport {
    var phase = self
    phase.end = end.map { min($0, max(start, instant)) }
    return phase
  }
}

/// The end of an open phase.
public struct PhaseEnding: Equatable, Sendable {
  /// The phase, and the sets in which it is done.
  public let id: SegmentID
  /// The name in the language of the voice; it is not filtered for a terminal.
  public let name: String
  /// Why it has ended.
  public let cause: EndCause
}

/// Why an open phase has ended.
public enum EndCause: String, CaseIterable, Equatable, Sendable {
  /// The user has said that it is done, or skipped it.
  case done
  /// What it asks for was measured.
  case until
  /// The user had said so before its least time was over.
  case atLeast
  case cap
  /// The time of a group around it was over, or the interval of its set.
  case limit

  /// Whether it ends the phase before the clock would have.
  var isEarly: Bool { self == .done || self == .until }
}

/// The beats of a phase that has begun.
public struct MetronomeReport: Equatable, Sendable {
  /// The metronome, with all its settings in the file.
  public let metronome: Metronome
  /// The location of their phase in the file.
  public let path: FieldPath
  /// The instant of beat 1, in session time, as planned now; it may be in the past.
  public let origin: Duration
}

/// The outcome of a cue.
public enum Outcome: String, CaseIterable, Equatable, Sendable {
  case onTime, late, skipped, collapsed, cancelled, failed, duplicate
}

/// The role of a cue in the workout.
public enum CueKind: String, CaseIterable, Equatable, Sendable {
  case phaseStart, setStart, transition, setCompletion, countdown, halfway, interval, custom, completion
  /// It follows a signal instead of the plan.
  case coach

  /// The roles in plans.
  package static let planned = allCases.filter { $0 != .coach }
}

/// A cue and its outcome.
///
/// ```swift
/// if case .cueSettled(let cue) = event.kind, cue.outcome == .skipped {
///   report("\(cue.say ?? "") was left out")
/// }
/// ```
public struct CueReport: Equatable, Sendable {
  /// Its identity, the same from run to run.
  public let cue: CueKey
  /// Its role.
  public let kind: CueKind
  /// The name of the phase in which the cue lies.
  public let phase: String
  /// The set at the moment of playing.
  public package(set) var set: Int?
  /// The set that the cue was planned for; `set` is the one in which it played.
  public let plannedSet: Int?
  /// The instant at which it had to begin, in session time.
  public package(set) var due: Duration
  /// The moment that its rule names, in session time.
  public package(set) var mark: Duration
  /// The instant at which it began; `nil` if it didn't.
  public package(set) var at: Duration?
  /// Its one outcome.
  public package(set) var outcome: Outcome
  /// Why the outcome isn't `onTime`.
  public package(set) var cause: CueCause?
  /// The name of its sound, played or not; `nil` if it has none.
  public let sound: String?
  /// The number of strikes of its sound.
  public let strikes: Int
  /// Its words as resolved from the live state, in their voice, spoken or not; `nil` if it has none.
  public package(set) var phrase: Phrase?
  /// Active time when it was settled.
  public let elapsed: Duration
  /// The position in the plan when it was settled.
  public let position: Duration

  /// Its words as text.
  public var say: String? { phrase?.text }
}
