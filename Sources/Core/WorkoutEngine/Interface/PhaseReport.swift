public import WorkoutModel

/// A phase that has begun.
public struct PhaseReport: Equatable, Sendable {
  /// The phase, and the sets in which it is done.
  public let id: SegmentID
  /// Its place in the plan, from which the phases that follow can be found.
  public let cursor: Cursor
  /// The name in the language of the voice; it is not filtered for a terminal.
  public let name: String
  /// The texts as in the file, for a reader of another language; `nil` if they are the same.
  package var template: PhaseTemplate?
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

  /// Creates a report.
  public init(
    id: SegmentID, cursor: Cursor, name: String, side: String? = nil, reps: Int? = nil, target: Target? = nil,
    until: Until? = nil, notes: String? = nil, track: String? = nil, intensity: Intensity, isOvertime: Bool = false,
    varying: VaryingLength? = nil, path: FieldPath = .root, set: Int? = nil, sets: Int? = nil,
    metronome: Metronome? = nil, start: Duration, end: Duration?, groups: [Timeline.SetSpan] = [],
    next: Segment? = nil
  ) {
    (self.id, self.cursor, self.name, self.isOvertime) = (id, cursor, name, isOvertime)
    (self.side, self.reps, self.target, self.until) = (side, reps, target, until)
    (self.notes, self.track, self.intensity, self.varying) = (notes, track, intensity, varying)
    (self.path, self.set, self.sets, self.metronome) = (path, set, sets, metronome)
    (self.start, self.end, self.groups, self.next) = (start, end, groups, next)
  }

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
  /// The name as in the file; it is not filtered for a terminal.
  public let name: String
  /// Why it has ended.
  public let cause: EndCause

  /// Creates a report.
  public init(id: SegmentID, name: String, cause: EndCause) { (self.id, self.name, self.cause) = (id, name, cause) }
}

/// Why an open phase has ended.
public enum EndCause: String, CaseIterable, Equatable, Sendable {
  /// The user has said that it is done, or skipped it.
  case done
  /// What it asks for was measured.
  case until
  /// The user had said so before its least time was over.
  case atLeast
  /// Its longest time was over.
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

  /// Creates a report.
  public init(_ metronome: Metronome, path: FieldPath = .root, origin: Duration) {
    (self.metronome, self.path, self.origin) = (metronome, path, origin)
  }
}
