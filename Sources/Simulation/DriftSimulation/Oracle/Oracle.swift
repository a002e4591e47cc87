public import WorkoutEngine
public import WorkoutModel

/// The reference of a workout: its phases and cues, their places, and the maximum lateness of each cue.
///
/// All of it comes from the `ReferencePlan`, which shares no code with the engine; `complaints` lists where an
/// undisturbed run of the engine differs from it. One oracle serves any number of runs.
public final class Oracle: Sendable {
  /// The time after its start at which an open phase is done in an undisturbed run.
  public static let doneAfter = Duration.seconds(30)

  /// The plan of the workout.
  public let timeline: Timeline
  /// The lengths of phrases and sounds.
  public let durations: PhraseDurations
  /// Its cues by their due times in an undisturbed run.
  public let cues: [PlannedCue]
  /// Its length in an undisturbed run, in which open phases are done after half a minute.
  public let length: Duration
  /// The instants at which the open phases are done in an undisturbed run.
  public let doneInstants: [Duration]
  /// Whether the clock alone ends every phase, so that the plan is the same in each run.
  public let isExact: Bool
  /// The differences between an undisturbed run of the engine and the reference.
  public let complaints: [String]
  /// The digest of the timeline.
  let digest: String
  /// The metronomes of the phases that have one, by node.
  let metronomes: [Int: Metronome]
  /// The span of each segment in the plan.
  let spans: [SegmentID: PlanSpan]
  /// The index of each cue.
  private let places: [CueKey: Int]
  /// The indices of the cues that are settled in a phase.
  private let bySegment: [SegmentID: [Int]]
  /// The moments at which words are planned, or were planned and left out.
  private let spokenMoments: [Duration]
  /// The enclosing group of each phase and group, by node.
  private let parents: [Int: Int]
  /// The reference model of a session that hasn't begun.
  private let initialModel: ReferenceModel

  /// Lays out a workout, finds its cues, and compares them with an undisturbed run.
  ///
  /// - Parameters:
  ///   - timeline: The plan of the workout.
  ///   - durations: The lengths of phrases and sounds; missing ones are estimated.
  public init(_ timeline: Timeline, durations: PhraseDurations = PhraseDurations()) {
    self.timeline = timeline
    self.durations = durations
    digest = timeline.digest
    var numbers = NodeNumbers(timeline.workout.phrases)
    _ = numbers.group(SetGroup(.sets(1), nodes: timeline.workout.nodes), side: nil)
    metronomes = numbers.metronomes
    let plan = ReferencePlan(
      timeline.workout, durations: durations, trackLengths: timeline.trackLengths, seed: timeline.seed,
      doneAfter: Self.doneAfter)
    var comparison = PlanComparison(durations)
    var rehearsal = Rehearsal(timeline, durations: durations, doneAfter: Self.doneAfter)
    rehearsal.run { comparison.record($0) }
    comparison.compare(with: plan)
    complaints = comparison.complaints
    let cues = plan.cues.filter { !$0.isRepeated }.map { PlannedCue($0, plan.phases) }
    self.cues = cues
    spans = Dictionary(plan.phases.map { ($0.id, $0.span) }, uniquingKeysWith: { first, _ in first })
    places = Dictionary(cues.indices.map { (cues[$0].key, $0) }, uniquingKeysWith: { first, _ in first })
    bySegment = Dictionary(grouping: cues.indices) { cues[$0].segment }
    spokenMoments = plan.spokenMoments
    parents = Dictionary(timeline.outline.map { ($0.node, $0.parent) }, uniquingKeysWith: { first, _ in first })
    initialModel = ReferenceModel(timeline, .continue)
    length = plan.length
    doneInstants = plan.doneInstants
    isExact = !plan.hasOpenPhase
  }

  /// The first cue that a name matches, by due time.
  public func first(_ name: CueName) -> PlannedCue? { cues.first { name.means($0.kind, set: $0.set) } }

  /// The sets in which the workout has cues of a kind, in ascending order, `nil` for those outside all sets first.
  public func sets(of kind: CueKind) -> [Int?] {
    Set(cues.lazy.filter { $0.kind == kind }.map { $0.set ?? 0 }).sorted().map { $0 == 0 ? nil : $0 }
  }

  /// Whether a phase belongs to the set of a cue with `on: set`.
  func isInSet(of cue: PlannedCue, _ segment: SegmentID) -> Bool {
    guard segment.sets.starts(with: cue.key.sets.map { $0 - 1 }) else { return false }
    var node = segment.node
    while node != 0, node != cue.key.node { node = parents[node] ?? 0 }
    return node == cue.key.node
  }

  /// The index of a cue; `nil` if the plan doesn't have it.
  func place(of key: CueKey) -> Int? { places[key] }

  /// Whether other words are planned, or left out, so close to a cue that a pause may change which of them are spoken.
  func isNearWords(_ place: Int) -> Bool {
    let due = cues[place].due
    let nearby = due - Self.vicinity...due + Self.vicinity
    return spokenMoments.contains { $0 != due && nearby.contains($0) }
  }

  /// Longer than any phrase of usual length plus the time that information may wait.
  private static let vicinity = Duration.seconds(30)

  /// The cues that are settled in a phase, by index.
  func places(in segment: SegmentID) -> [Int] { bySegment[segment] ?? [] }

  /// The reference model of a session that hasn't begun.
  func model(under policy: SuspendPolicy) -> ReferenceModel { initialModel.under(policy) }
}

/// A stretch of the plan.
struct PlanSpan: Equatable, Sendable {
  let start: Duration
  /// `nil` if only the user ends it.
  let end: Duration?

  var length: Duration? { end.map { $0 - start } }

  func contains(_ moment: Duration) -> Bool { moment >= start && (end.map { moment <= $0 } ?? true) }
}
