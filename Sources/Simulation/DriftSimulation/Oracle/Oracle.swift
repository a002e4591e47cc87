public import WorkoutEngine
public import WorkoutModel

/// The reference of a workout: its phases and cues, their places, and the maximum lateness of each cue.
///
/// All of it comes from the `ReferencePlan`, which shares no code with the engine; `complaints` lists where an
/// undisturbed run of the engine differs from it. One oracle serves any number of runs.
public struct Oracle: Sendable {
  /// The time after its start at which an open phase is done in an undisturbed run.
  public static let doneAfter = Duration.seconds(30)

  /// The plan of the workout.
  public let timeline: Timeline
  /// The lengths of phrases and sounds.
  public let durations: PhraseDurations
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
  /// The number of steps of a run that are judged at once.
  let partSize: Int
  /// What is held of the plan.
  private var part: HeldPlan
  /// The parts of a plan that is too long to be held.
  private let division: PlanDivision?
  /// The enclosing group of each phase and group, by node.
  private let parents: [Int: Int]
  /// The reference model of a session that hasn't begun.
  private let initialModel: ReferenceModel

  /// Lays out a workout, finds its cues, and compares them with an undisturbed run.
  ///
  /// - Parameters:
  ///   - timeline: The plan of the workout.
  ///   - durations: The lengths of phrases and sounds; missing ones are estimated.
  ///   - partSize: The number of phases and cues in a part. A longer plan is divided into parts, which are made again
  ///     when they are needed, and runs are judged in stretches of as many steps. By default, and with open phases, a
  ///     plan is held as a whole.
  public init(_ timeline: Timeline, durations: PhraseDurations = PhraseDurations(), partSize: Int = .max) {
    self.timeline = timeline
    digest = timeline.digest
    var numbers = NodeNumbers(timeline.workout.phrases)
    _ = numbers.group(SetGroup(.sets(1), nodes: timeline.workout.nodes), side: nil)
    metronomes = numbers.metronomes
    self.durations = durations
    var (comparison, division) = (PlanComparison(durations), PlanDivision(timeline, durations))
    let mayDivide = Self.mayDivide(timeline.workout)
    var rehearsal = Rehearsal(timeline, durations: durations, doneAfter: Self.doneAfter)
    rehearsal.run { reaction in
      comparison.record(reaction)
      guard mayDivide, comparison.size > partSize, let plan = division.endPart(at: comparison.lastPhase) else { return }
      comparison.compare(with: plan)
    }
    let whole: ReferencePlan? =
      division.isEmpty
      ? ReferencePlan(
        timeline.workout, durations: durations, trackLengths: timeline.trackLengths,
        seed: timeline.seed, doneAfter: Self.doneAfter)
      : nil
    let plan = whole ?? division.endPart(at: nil)
    if let plan {
      comparison.compare(with: plan)
      comparison.finish(with: plan)
    }
    complaints = comparison.complaints
    part = whole.map(HeldPlan.init) ?? .empty
    self.division = whole == nil ? division : nil
    self.partSize = whole == nil ? partSize : .max
    initialModel = ReferenceModel(timeline, .continue)
    parents = Dictionary(timeline.outline.map { ($0.node, $0.parent) }, uniquingKeysWith: { first, _ in first })
    length = plan?.length ?? .zero
    doneInstants = plan?.doneInstants ?? []
    isExact = !(plan?.hasOpenPhase ?? false)
  }

  /// Whether the plan of a workout can be divided into parts: only the clock ends its phases.
  public static func mayDivide(_ workout: Workout) -> Bool {
    func isOpen(_ node: Node) -> Bool {
      switch node {
      case .phase(let phase): if case .open = phase.end { true } else { false }
      case .group(let group): group.nodes.contains(where: isOpen)
      }
    }
    return !workout.nodes.contains(where: isOpen)
  }

  /// Its cues by their due times in an undisturbed run; none if the plan is divided into parts.
  public var cues: [PlannedCue] { part.cues }

  /// The number of all cues, held or not.
  public var cueCount: Int { division?.cueCount ?? cues.count }

  /// Whether the plan is too long to be held, and made part by part.
  public var isDivided: Bool { division != nil }

  /// The spans of segments in the plan, that of a given one among them.
  func spans(around segment: SegmentID) -> [SegmentID: PlanSpan] {
    division?.spans(around: segment) ?? part.spans
  }

  /// The same oracle, which holds at least what lies around some visits of phases.
  func holding(_ visits: [PhaseVisit]) -> Oracle {
    guard let division else { return self }
    var oracle = self
    oracle.part = division.part(around: visits)
    return oracle
  }

  /// The cue with an index among all cues; `nil` if there is none.
  func cue(at index: Int) -> PlannedCue? {
    if let division { return division.cue(at: index) }
    return cues.indices.contains(index) ? cues[index] : nil
  }

  /// The first cue that a name matches, by due time.
  public func first(_ name: CueName) -> PlannedCue? {
    division.map { $0.first(name) } ?? cues.first { name.means($0.kind, set: $0.set) }
  }

  /// The sets in which the workout has cues of a kind, in ascending order, `nil` for those outside all sets first.
  public func sets(of kind: CueKind) -> [Int?] {
    let sets = division?.sets(of: kind) ?? Set(cues.lazy.filter { $0.kind == kind }.map { $0.set ?? 0 })
    return sets.sorted().map { $0 == 0 ? nil : $0 }
  }

  /// Whether a phase belongs to the set of a cue with `on: set`.
  func isInSet(of cue: PlannedCue, _ segment: SegmentID) -> Bool {
    guard segment.sets.starts(with: cue.key.sets.map { $0 - 1 }) else { return false }
    var node = segment.node
    while node != 0, node != cue.key.node { node = parents[node] ?? 0 }
    return node == cue.key.node
  }

  /// The index of a held cue; `nil` if the plan doesn't have it.
  func place(of key: CueKey) -> Int? { part.places[key] }

  /// Whether other words are planned, or left out, so close to a cue that a pause may change which of them are spoken.
  func isNearWords(_ place: Int) -> Bool {
    let due = cues[place].due
    let nearby = due - Self.vicinity...due + Self.vicinity
    return part.spokenMoments.contains { $0 != due && nearby.contains($0) }
  }

  /// Longer than any phrase of usual length plus the time that information may wait.
  private static let vicinity = Duration.seconds(30)

  /// The held cues that are settled in a phase, by index.
  func places(in segment: SegmentID) -> [Int] { part.bySegment[segment] ?? [] }

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
