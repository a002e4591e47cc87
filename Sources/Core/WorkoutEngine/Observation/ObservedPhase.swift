public import WorkoutModel

/// A phase of the plan in the form that observers receive.
///
/// ```swift
/// if let phase = engine.place.phase { show(phase.name, from: phase.position ?? .zero) }
/// ```
public struct ObservedPhase: Equatable, Sendable {
  /// The phase, and the sets in which it is done.
  public let id: SegmentID
  /// The name in the language of the voice; it is not filtered for a terminal.
  public let name: String
  /// The texts as in the file, for a reader of another language; `nil` if they are the same.
  package let template: PhaseTemplate?
  /// The intensity.
  public let intensity: Intensity
  /// The side, if the phase or a group around it has sides.
  public let side: String?
  /// The groups around it, outermost first, each with its set.
  public let groups: [Timeline.SetSpan]
  /// Whether the user ends it.
  public let isOpen: Bool
  /// Whether the user has said that it is done, so that it ends by itself.
  public let isDone: Bool
  /// Whether it is what a phase takes beyond its planned end: displays count on from 0, with a minus.
  public let isOvertime: Bool
  /// Whether it goes on in overtime where its planned end comes.
  public let goesOn: Bool
  /// The intensities in which it is shown later, each with the time since its start; empty if it keeps its own.
  public let stages: [Stage]
  /// Whether nobody is to know when it ends.
  public let isSurprise: Bool
  /// The number of repetitions.
  public let reps: Int?
  /// The length of one repetition, if the phase has a tempo.
  public let repLength: Duration?
  /// The target effort, as in the file.
  public let target: Target?
  /// What has to be measured for it to end by itself.
  public let until: ObservedUntil?
  /// The author's notes in the language of the voice.
  public let notes: String?
  /// The file or name of its track.
  public let track: String?
  /// The position in the plan; `nil` if it depends on when the user ends an earlier phase.
  public let position: Duration?
  /// How full the lungs are at its start and at its end, 0 or 1; `nil` outside breathing exercises.
  public let breath: Breath?
  /// The length; `nil` if only the user ends it, if nobody is to know it, or if it depends on when the user ends an
  /// earlier phase.
  public let length: Duration?

  /// Creates a phase for a preview or a test; those of a plan are in `Place`.
  public init(
    id: SegmentID, name: String, intensity: Intensity, side: String? = nil, groups: [Timeline.SetSpan] = [],
    isOpen: Bool = false, isDone: Bool = false, isOvertime: Bool = false, goesOn: Bool = false, stages: [Stage] = [],
    isSurprise: Bool = false, reps: Int? = nil, repLength: Duration? = nil, target: Target? = nil,
    until: ObservedUntil? = nil,
    notes: String? = nil, track: String? = nil, position: Duration? = nil, breath: Breath? = nil, length: Duration?
  ) {
    (self.id, self.name, template, self.intensity, self.side) = (id, name, nil, intensity, side)
    (self.isOvertime, self.goesOn, self.stages) = (isOvertime, goesOn, stages)
    (self.groups, self.isOpen, self.isDone, self.isSurprise) = (groups, isOpen, isDone, isSurprise)
    (self.reps, self.repLength, self.target, self.until) = (reps, repLength, target, until)
    (self.notes, self.track, self.position) = (notes, track, position)
    (self.breath, self.length) = (breath, length)
  }

  /// The phase at a cursor; `other` is the same phase if the user ends the phases before it at other instants.
  init(_ cursor: Cursor, in timeline: Timeline, of body: BodyProfile, unless other: Cursor?) {
    id = cursor.id
    let phase = timeline.phase(of: id)
    (name, template) = (phase.name, phase.template)
    intensity = phase.intensity
    side = phase.side
    groups = timeline.groups(around: cursor)
    isOpen = timeline.endsByUser(id)
    isDone = isOpen && cursor.isEndedByUser
    isOvertime = timeline.isOvertime(id)
    goesOn = phase.phase.overtime != nil && !cursor.isEndedByUser
    stages = phase.phase.stages.compactMap { stage in
      stage.at.offset(inLength: cursor.length).map { Stage(from: $0, intensity: stage.intensity) }
    }
    isSurprise = timeline.isSurprise(id)
    reps = phase.reps
    repLength = phase.phase.tempo?.length
    target = phase.target
    until = phase.phase.until.map { ObservedUntil($0, of: body) }
    notes = phase.notes
    track = phase.track
    breath = intensity == .sit ? Breath(cursor, groups.last, in: timeline) : nil
    position = cursor.start == other?.start ? cursor.start : nil
    length = cursor.length == other?.length && !isSurprise ? cursor.length : nil
  }

  /// An intensity in which a phase is shown from a time since its start.
  public struct Stage: Equatable, Sendable {
    /// The time since the start of the phase.
    public let from: Duration
    /// The intensity from then on.
    public let intensity: Intensity
  }

  /// The intensity in which it is shown at a time since its start.
  public func intensity(at passed: Duration) -> Intensity {
    stages.last { $0.from <= passed }?.intensity ?? intensity
  }

  /// Whether displays count from its start up: the user is to end it, or its end is unknown.
  public var countsUp: Bool { isOpen && !isDone || length == nil }

  /// The set of the innermost group, counted from 1; `nil` outside all groups.
  public var set: Int? { groups.last?.set }

  /// The number of sets of that group; `nil` if unknown.
  public var sets: Int? { groups.last?.sets }

  /// The repetition at a time since the start of a phase with a tempo, counted from 1; `nil` without a tempo.
  public func repetition(at passed: Duration) -> Int? {
    guard let reps, let repLength, repLength >= .nanoseconds(1) else { return nil }
    return min(reps, Int(max(0, passed.inNanoseconds) / repLength.inNanoseconds) + 1)
  }
}
