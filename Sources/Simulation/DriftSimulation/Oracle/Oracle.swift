public import WorkoutEngine
public import WorkoutModel

/// The reference of a workout: its phases and cues, their places, and how late each cue may be.
///
/// All of it comes from the `ReferencePlan`, which shares no code with the engine; `complaints` lists where an
/// undisturbed run of the engine differs from it. One oracle serves any number of runs.
public struct Oracle: Sendable {
  /// When an open phase is done where nothing happens, after its start.
  public static let doneAfter = Duration.seconds(30)

  /// The workout on the clock.
  public let timeline: Timeline
  /// How long phrases and sounds are.
  public let durations: PhraseDurations
  /// Its cues in the order in which they are due when nothing happens.
  public let cues: [PlannedCue]
  /// How long it lasts when nothing happens, open phases done after half a minute.
  public let length: Duration
  /// When the open phases are done when nothing happens.
  public let doneInstants: [Duration]
  /// Whether the clock alone ends every phase, so that the plan is the same in each run.
  public let isExact: Bool
  /// Where an undisturbed run of the engine differs from the reference.
  public let complaints: [String]
  /// The digest of the timeline.
  let digest: String
  /// The place of each phase, each time it is done.
  let spans: [SegmentID: PlanSpan]
  /// The beats of the phases that have some, by their nodes.
  let metronomes: [Int: Metronome]
  private let places: [CueKey: Int]
  /// The group around each phase and group, by their nodes.
  private let parents: [Int: Int]
  /// The places of the cues that are settled in a phase.
  private let bySegment: [SegmentID: [Int]]
  /// When words are planned, or were to be said that are left out.
  private let spokenMoments: [Duration]
  /// A session that hasn't begun.
  private let initialModel: ReferenceModel

  /// Lays out a workout, finds its cues, and compares an undisturbed run with them.
  ///
  /// - Parameters:
  ///   - timeline: The workout on the clock.
  ///   - durations: How long phrases and sounds are; estimates where nothing is given.
  public init(_ timeline: Timeline, durations: PhraseDurations = PhraseDurations()) {
    self.timeline = timeline
    digest = timeline.digest
    var numbers = NodeNumbers(timeline.workout.phrases)
    _ = numbers.group(SetGroup(.sets(1), nodes: timeline.workout.nodes), side: nil)
    metronomes = numbers.metronomes
    self.durations = durations
    let plan = ReferencePlan(
      timeline.workout, durations: durations, trackLengths: timeline.trackLengths, doneAfter: Self.doneAfter)
    let cues = plan.cues.filter { !$0.isRepeated }.map { PlannedCue($0, plan.phases) }
    self.cues = cues
    var comparison = PlanComparison(plan, timeline)
    comparison.compare()
    complaints = comparison.complaints
    places = Dictionary(cues.indices.map { (cues[$0].key, $0) }, uniquingKeysWith: { first, _ in first })
    bySegment = Dictionary(grouping: cues.indices) { cues[$0].segment }
    initialModel = ReferenceModel(timeline, .continue)
    spokenMoments = plan.spokenMoments
    parents = Dictionary(timeline.outline.map { ($0.node, $0.parent) }, uniquingKeysWith: { first, _ in first })
    spans = Dictionary(
      plan.phases.map { ($0.id, PlanSpan(start: $0.start, end: $0.end)) }, uniquingKeysWith: { first, _ in first })
    length = plan.length
    doneInstants = plan.doneInstants
    isExact = !plan.phases.contains(where: \.isOpen)
  }

  /// Whether a phase belongs to the set that a cue `on: set` belongs to.
  func isInSet(of cue: PlannedCue, _ segment: SegmentID) -> Bool {
    guard segment.sets.starts(with: cue.key.sets.map { $0 - 1 }) else { return false }
    var node = segment.node
    while node != 0, node != cue.key.node { node = parents[node] ?? 0 }
    return node == cue.key.node
  }

  /// The place of a cue among the cues, where the plan has it.
  func place(of key: CueKey) -> Int? { places[key] }

  /// Whether other words are planned, or left out, so near a cue that a pause may change which of them are said.
  func isNearWords(_ place: Int) -> Bool {
    let due = cues[place].due
    let nearby = due - Self.vicinity...due + Self.vicinity
    return spokenMoments.contains { $0 != due && nearby.contains($0) }
  }

  /// Longer than any phrase of a usual length and the time that information waits.
  private static let vicinity = Duration.seconds(30)

  /// The cues that are settled in a phase, by their places.
  func places(in segment: SegmentID) -> [Int] { bySegment[segment] ?? [] }

  /// The reference model of a session that hasn't begun.
  func model(under policy: SuspendPolicy) -> ReferenceModel { initialModel.under(policy) }

  /// The first cue that a name means, in the order in which they are due.
  public func first(_ name: CueName) -> PlannedCue? { cues.first { name.means($0.kind, set: $0.set) } }
}

/// A stretch of the plan.
struct PlanSpan: Equatable, Sendable {
  let start: Duration
  /// `nil` if only the user ends it.
  let end: Duration?

  var length: Duration? { end.map { $0 - start } }

  func contains(_ moment: Duration) -> Bool { moment >= start && (end.map { moment <= $0 } ?? true) }
}
