import WorkoutEngine
import WorkoutModel

/// The cues and phases of some stretches of the plan, and where to find each.
struct HeldPlan: Sendable {
  /// A part without a cue.
  static let empty = HeldPlan()

  /// The cues by their due times.
  let cues: [PlannedCue]
  /// The span of each segment in the plan.
  let spans: [SegmentID: PlanSpan]
  /// The index of each cue.
  let places: [CueKey: Int]
  /// The indices of the cues that are settled in a phase.
  let bySegment: [SegmentID: [Int]]
  /// The moments at which words are planned, or were planned and left out.
  let spokenMoments: [Duration]

  private init() { (cues, spans, places, bySegment, spokenMoments) = ([], [:], [:], [:], []) }

  init(_ plan: ReferencePlan) {
    let cues = plan.cues.filter { !$0.isRepeated }.map { PlannedCue($0, plan.phases) }
    self.cues = cues
    spans = Dictionary(plan.phases.map { ($0.id, $0.span) }, uniquingKeysWith: { first, _ in first })
    places = Dictionary(cues.indices.map { (cues[$0].key, $0) }, uniquingKeysWith: { first, _ in first })
    bySegment = Dictionary(grouping: cues.indices) { cues[$0].segment }
    spokenMoments = plan.spokenMoments
  }
}

/// A long plan, divided into parts that are made when they are needed.
///
/// Each part begins with a phase. Only the clock ends the phases of the workout, so that a part depends on no user.
struct PlanDivision: Sendable {
  /// What it takes to make a part.
  private struct Part {
    let range: Range<Duration>
    let firstPhase: SegmentID
    /// The decisions about the last words before.
    let prior: PriorDecisions
    /// The number of cues in earlier parts.
    let cuesBefore: Int
    /// The sets of the cues of each kind, in ascending order; 0 means no set.
    let sets: [CueKind: [ClosedRange<Int>]]
  }

  private let timeline: Timeline
  private let durations: PhraseDurations
  private var parts: [Part] = []
  /// The number of cues.
  private(set) var cueCount = 0

  init(_ timeline: Timeline, _ durations: PhraseDurations) {
    self.timeline = timeline
    self.durations = durations
  }

  var isEmpty: Bool { parts.isEmpty }

  /// The start of the next part, with its first phase.
  private var next: (id: SegmentID, at: Duration)?
  /// The decisions about the last words so far.
  private var lastDecisions = PriorDecisions()

  /// Ends a part where another phase begins, or at the end of the plan; returns its plan.
  mutating func endPart(at phase: (id: SegmentID, at: Duration)?) -> ReferencePlan? {
    guard let first = next ?? timeline.first().map({ ($0.id, PlanRanges.start) }) else { return nil }
    let end = phase?.at ?? PlanRanges.all.upperBound
    guard end > first.at else { return nil }
    let plan = plan(PlanRanges([first.at..<end]), after: lastDecisions)
    var sets: [CueKind: Set<Int>] = [:]
    for cue in plan.cues { sets[cue.kind, default: []].insert(cue.set ?? 0) }
    parts.append(
      Part(
        range: first.at..<end, firstPhase: first.id, prior: lastDecisions, cuesBefore: cueCount,
        sets: sets.mapValues(Self.ranges)))
    cueCount += plan.cues.count
    lastDecisions = plan.lastDecisions
    next = phase
    return plan
  }

  private static func ranges(_ numbers: Set<Int>) -> [ClosedRange<Int>] {
    numbers.sorted().reduce(into: []) { ranges, number in
      if let last = ranges.last, number == last.upperBound + 1 {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
  }

  private func plan(_ ranges: PlanRanges, after prior: PriorDecisions) -> ReferencePlan {
    ReferencePlan(
      timeline.workout, durations: durations, trackLengths: timeline.trackLengths, seed: timeline.seed, part: ranges,
      after: prior)
  }

  private func plan(_ part: Part) -> HeldPlan {
    HeldPlan(plan(PlanRanges([part.range]), after: part.prior))
  }

  /// What lies around some visits, from the starts of parts on. Where the user has changed the plan, whole parts are
  /// made.
  func part(around visits: [PhaseVisit]) -> HeldPlan {
    var prior = PriorDecisions()
    var last: Int?
    let stretches = visits.map { visit in
      let index = index(of: visit.segment)
      if index != last { prior.add(parts[index].prior) }
      last = index
      let range = parts[index].range
      if let end = visit.end, !visit.isShifted, visit.edits == 0 { return range.lowerBound..<end + Self.margin }
      return range.lowerBound..<range.upperBound + Self.margin
    }
    return HeldPlan(plan(PlanRanges(stretches), after: prior))
  }

  /// Words may be moved beyond their phase.
  private static let margin = Duration.seconds(60)

  /// The spans of the phases in the part with a phase, and of those near it.
  func spans(around segment: SegmentID) -> [SegmentID: PlanSpan] {
    let layout = ReferenceLayout(
      timeline.workout, timeline.trackLengths, seed: timeline.seed, ended: [:],
      keeping: PlanRanges([parts[index(of: segment)].range]))
    return Dictionary(layout.phases.map { ($0.id, $0.span) }, uniquingKeysWith: { first, _ in first })
  }

  /// The index of the part with a phase.
  private func index(of segment: SegmentID) -> Int {
    var (lower, upper) = (0, parts.count - 1)
    while lower < upper {
      let middle = (lower + upper + 1) / 2
      if timeline.precedes(segment, parts[middle].firstPhase) { upper = middle - 1 } else { lower = middle }
    }
    return lower
  }

  /// The cue with an index among all cues.
  func cue(at index: Int) -> PlannedCue? {
    guard let part = parts.last(where: { $0.cuesBefore <= index }) else { return nil }
    let cues = plan(part).cues
    return cues.indices.contains(index - part.cuesBefore) ? cues[index - part.cuesBefore] : nil
  }

  /// The first cue that a name matches.
  func first(_ name: CueName) -> PlannedCue? {
    let part = parts.first { part in
      part.sets[name.kind].map { sets in name.set.map { set in sets.contains { $0.contains(set) } } ?? true } ?? false
    }
    return part.flatMap { plan($0).cues.first { name.means($0.kind, set: $0.set) } }
  }

  /// The sets with cues of a kind; 0 means no set.
  func sets(of kind: CueKind) -> Set<Int> {
    parts.reduce(into: []) { found, part in
      for range in part.sets[kind] ?? [] { found.formUnion(range) }
    }
  }
}
