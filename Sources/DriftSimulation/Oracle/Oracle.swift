public import WorkoutEngine
public import WorkoutModel

/// What is true of a workout whatever happens to its session: where each phase lies, which cues there are, where each
/// belongs and how late it may be.
///
/// All of it comes from the `ReferencePlan`, which shares no code with the engine; `complaints` tell where an
/// undisturbed run of the engine differs from it. One oracle serves any number of runs.
public struct Oracle: Sendable {
  /// When an open phase is done where nothing happens, after its start.
  public static let doneAfter = Duration.seconds(30)

  /// The workout on the clock.
  public let timeline: Timeline
  /// How long phrases and sounds are.
  public let lexicon: Lexicon
  /// Its cues in the order in which they are due when nothing happens.
  public let cues: [PlannedCue]
  /// How long it lasts when nothing happens, open phases done after half a minute.
  public let length: Duration
  /// When the open phases are done when nothing happens.
  public let doneInstants: [Duration]
  /// Whether the clock alone ends every phase, so that the plan is the same in each run.
  public let isExact: Bool
  /// What is wrong with the engine's plan itself: where an undisturbed run differs from the reference.
  public let complaints: [String]
  /// Where each phase lies, each time it is done.
  let spans: [SegmentID: PlanSpan]
  private let places: [CueKey: Int]
  /// The group around each phase and group, by their nodes.
  private let parents: [Int: Int]
  /// The places of the cues that are settled in a phase.
  private let bySegment: [SegmentID: [Int]]
  /// A session that hasn't begun.
  private let beginning: Truth

  /// Lays out a workout, finds its cues, and compares an undisturbed run with them.
  ///
  /// - Parameters:
  ///   - timeline: The workout on the clock.
  ///   - lexicon: How long phrases and sounds are; estimates where nothing is given.
  ///   - trackLengths: The lengths of the tracks by the names that the workout gives them.
  public init(_ timeline: Timeline, lexicon: Lexicon = Lexicon(), trackLengths: [String: Duration] = [:]) {
    self.timeline = timeline
    self.lexicon = lexicon
    let plan = ReferencePlan(
      timeline.workout, lexicon: lexicon, trackLengths: trackLengths, doneAfter: Self.doneAfter)
    let cues = plan.cues.filter { !$0.isRepeated }.map { PlannedCue($0, plan.phases) }
    self.cues = cues
    var comparison = PlanComparison(plan, timeline)
    comparison.compare()
    complaints = comparison.complaints
    places = Dictionary(cues.indices.map { (cues[$0].key, $0) }, uniquingKeysWith: { first, _ in first })
    bySegment = Dictionary(grouping: cues.indices) { cues[$0].segment }
    beginning = Truth(timeline, .goOn)
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

  /// The cues that are settled in a phase, by their places.
  func places(in segment: SegmentID) -> [Int] { bySegment[segment] ?? [] }

  /// The truth about a session that hasn't begun.
  func truth(under policy: SuspendPolicy) -> Truth { beginning.under(policy) }

  /// The first cue that a name means, in the order in which they are due.
  public func first(_ name: CueName) -> PlannedCue? { cues.first { name.means($0.kind, set: $0.set) } }
}

/// A stretch of the plan.
struct PlanSpan: Equatable, Sendable {
  let start: Duration
  /// `nil` where only the user ends it.
  let end: Duration?

  var length: Duration? { end.map { $0 - start } }

  func contains(_ moment: Duration) -> Bool { moment >= start && (end.map { moment <= $0 } ?? true) }
}
