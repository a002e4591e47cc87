/// The plan of a workout: which phase runs when, to the nanosecond.
///
/// ```swift
/// let timeline = try Timeline(workout)
/// var next = timeline.first()
/// while let cursor = next, let end = cursor.end {
///   report(cursor.start, end)
///   next = timeline.next(after: cursor, endedAt: end)
/// }
/// ```
///
/// A timeline knows nothing of *now*. A cursor walks from segment to segment, and stays valid when the user changes the
/// length of phases; where sets end is found by walking on. Spans are half open: a moment belongs to the segment that
/// begins there. Phases of zero length and skipped phases have no segment.
public struct Timeline: Equatable, Sendable {
  /// The workout, with its texts in the language of its voice.
  public var workout: Workout { storage.workout }
  /// The length of each track by its name in the workout.
  package var trackLengths: [String: Duration] { storage.trackLengths }
  /// The seed of random moments and orders.
  public var seed: UInt64 { storage.seed }
  var layout: Layout { storage.layout }
  private let storage: Storage

  /// Shared by all copies, because each client of a timeline holds a copy.
  private final class Storage: Sendable {
    let workout: Workout
    let trackLengths: [String: Duration]
    let seed: UInt64
    let layout: Layout

    init(_ workout: Workout, _ trackLengths: [String: Duration], _ seed: UInt64, _ layout: Layout) {
      self.workout = workout
      self.trackLengths = trackLengths
      self.seed = seed
      self.layout = layout
    }
  }

  /// Computes the plan of a workout, with the length of each track by its name in the workout.
  ///
  /// Throws the workout's `problems`, or if it has none, every length that is invalid once all are added up.
  public init(
    _ workout: Workout, trackLengths: [String: Duration] = [:], seed: UInt64 = Self.standardSeed
  ) throws(TimelineError) {
    let problems = workout.problems
    guard problems.isEmpty else { throw TimelineError(problems: problems) }
    try self.init(unchecked: workout, trackLengths: trackLengths, seed: seed)
  }

  /// The plan of a workout whose `problems` aren't looked for, because its reader has done that.
  package init(
    unchecked workout: Workout, trackLengths: [String: Duration] = [:], seed: UInt64 = Self.standardSeed
  ) throws(TimelineError) {
    try self.init(unchecked: workout, trackLengths: trackLengths, seed: seed, drawing: nil)
  }

  /// The plan in which draws give an extreme length; `nil` for what the seed draws.
  init(
    unchecked workout: Workout, trackLengths: [String: Duration], seed: UInt64, drawing extreme: DrawnExtreme?
  ) throws(TimelineError) {
    let workout = workout.localized
    let compiler = LayoutCompiler(workout, trackLengths: trackLengths, seed: seed, drawing: extreme)
    storage = Storage(workout, trackLengths, seed, try compiler.layout(of: workout))
  }

  /// The same workout with another seed.
  public func drawn(from seed: UInt64) throws(TimelineError) -> Timeline {
    seed == self.seed ? self : try Timeline(unchecked: workout, trackLengths: trackLengths, seed: seed)
  }

  /// The seed outside sessions: for displayed plans, and for renders without a given seed.
  public static let standardSeed: UInt64 = 1

  /// The same plan for a reader of a language; as it is, if the workout has no translations into it.
  package func read(in language: Language) -> Timeline {
    var workout = workout
    workout.voice.language = language.rawValue
    guard !workout.translations.texts(in: language.rawValue).isEmpty,
      let timeline = try? Timeline(unchecked: workout, trackLengths: trackLengths, seed: seed)
    else { return self }
    return timeline
  }

  /// Whether both are plans of the same workout by the same seed, with tracks of the same lengths.
  public static func == (a: Timeline, b: Timeline) -> Bool {
    a.storage === b.storage
      || a.seed == b.seed && a.workout == b.workout && a.layout.leafLengths == b.layout.leafLengths
  }

  /// The total length, or `nil` if a phase ends only by the user.
  public var total: Duration? { first().map { layout.outlooks(around: $0)[0].group } ?? .zero }

  /// The number of phases in the plan, where each that only the user ends counts as half a minute.
  public var phaseCount: Int { layout.phases }

  /// The number of cues in the plan that the workout's own rules make, at most.
  package var cueCount: Int { layout.cues }

  /// The segment at a moment of the plan, or `nil` outside the plan.
  ///
  /// A segment that only the user ends has no end here: it contains all later moments.
  public func segment(at position: Duration) -> Segment? { cursor(at: position)?.segment }

  /// Why the plan has no such moment: "the workout ends at 12:30; there is no 99:00".
  package func explanation(forMissing moment: Duration) -> String {
    Self.explanation(forMissing: moment, total: total)
  }

  /// Why a plan of a length, if it is known, doesn't contain a moment.
  package static func explanation(forMissing moment: Duration, total: Duration?) -> String {
    guard let total, moment >= .zero else { return "the workout begins at 0:00" }
    let text = total < .seconds(3600) ? ClockText.minutes : ClockText.short
    let end = "the workout ends at \(text(total))"
    return text(moment) == text(total) ? end : "\(end); there is no \(text(moment))"
  }

  /// Every phase in the order of the file, including the rests of `every` groups.
  package var phases: [PlacedPhase] {
    layout.leaves.map { node, leaf in
      PlacedPhase(node: node, phase: leaf.phase, path: leaf.path, localizedSide: leaf.side, groups: leaf.groups)
    }
  }

  /// The phase of a segment.
  package func phase(of id: SegmentID) -> SegmentPhase {
    let leaf = layout.leaf(id.node)
    return SegmentPhase(leaf.phase, inSets: id.sets, of: leaf.groups, side: leaf.side)
  }

  /// The metronome of a segment in its set: that of its phase, or of the innermost enclosing group that has one.
  package func metronome(of id: SegmentID) -> Metronome? {
    layout.leaf(id.node).beats.map { $0.metronome.inSet($0.depth > 0 ? id.sets[$0.depth - 1] : 0) }
  }

  /// The coach of a segment: that of its phase, of the innermost enclosing group that has one, or of the workout.
  package func coach(of id: SegmentID) -> Coach { layout.leaf(id.node).coach ?? workout.coach }

  /// The length of a segment if no enclosing limit cuts it; `nil` if the user ends it, or if it fills an interval.
  package func wholeLength(of cursor: Cursor) -> Duration? {
    let leaf = layout.leaf(cursor.leaf)
    return leaf.endsByUser ? nil : leaf.length(in: cursor.frames, after: cursor.took).map { .nanoseconds($0) }
  }

  /// The path of a segment's phase in the file.
  package func path(of id: SegmentID) -> FieldPath { layout.leaf(id.node).path }
}

/// A phase and its path in the file.
package struct PlacedPhase: Equatable, Sendable {
  /// The node by which segments refer to it.
  package let node: Int
  /// The phase.
  package let phase: Phase
  /// Its path in the file; for the rest of an interval, its group's path with `rest`, and for the time between two
  /// sides the path of the node with the sides, with `change`.
  package let path: FieldPath
  let localizedSide: LocalizedSide?
  /// The names of the enclosing groups, outermost first, as they are compared.
  let groups: [String?]

  /// The phase in sets of the enclosing groups, outermost first and counted from 0.
  package func run(inSets sets: [Int]) -> SegmentPhase {
    SegmentPhase(phase, inSets: sets, of: groups, side: localizedSide)
  }

  /// The side.
  package var side: String? { localizedSide?.name }

  /// The phase where each of its lists is at the same value, by its index; a shorter list has begun again.
  package func run(withValue index: Int) -> SegmentPhase { run(inSets: groups.map { _ in index }) }
}

/// The reasons why a workout has no valid plan.
public struct TimelineError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Every problem, with its path in the file.
  public let problems: [Problem]

  /// One line for each problem: "phases[0].pick: must be 1…3, got -1".
  public var description: String { problems.map { $0.description }.joined(separator: "\n") }
}

/// Identifies one run of a phase: the phase, and the set of each enclosing group.
public struct SegmentID: Equatable, Hashable, Sendable {
  /// The node of the phase.
  public let node: Int
  /// The sets of the enclosing groups, outermost first, counted from 0.
  public let sets: [Int]

  /// Identifies a run of a phase in these sets, outermost first, counted from 0.
  public init(node: Int, sets: [Int]) {
    self.node = node
    self.sets = sets
  }

  /// The run as text, for programs: the node, then the sets counted from 1, as in `3_1_2`.
  public var text: String { ([node] + sets.map { $0 &+ 1 }).map(String.init).joined(separator: "_") }
}

/// One run of a phase, with its time.
///
/// ```swift
/// if let segment = timeline.segment(at: .seconds(200)), let length = segment.length {
///   report(segment.start, length)
/// }
/// ```
public struct Segment: Equatable, Sendable {
  /// The phase and its sets.
  public let id: SegmentID
  /// The start in the plan.
  public let start: Duration
  /// The exclusive end; `nil` if the user ends it.
  public let end: Duration?

  /// Creates a segment.
  public init(id: SegmentID, start: Duration, end: Duration?) { (self.id, self.start, self.end) = (id, start, end) }

  /// The length, or `nil` if the user ends it.
  public var length: Duration? { end.map { $0 - start } }
}

/// A node of the file in its place, for clients that attach data to each node.
package struct OutlineNode: Equatable, Sendable {
  /// The node by which segments and sets refer to it.
  package let node: Int
  /// The enclosing group; 0 is the workout.
  package let parent: Int
  /// Whether it is a set group; otherwise it is a phase.
  package let isGroup: Bool
  /// Whether it is a group of one set.
  package let runsOnce: Bool
  /// The group's name, if it has one, or the phase's.
  package let name: String?
  /// The rules written inside it.
  package let cues: [CueRule]
  /// Its own metronome.
  package let metronome: Metronome?
}

extension Timeline {
  /// Every group and phase in the order of the file, parents before children.
  package var outline: [OutlineNode] {
    layout.nodes.indices.dropFirst().map { index in
      let parent = layout.parents[index]
      return switch layout.nodes[index] {
      case .leaf(let leaf):
        OutlineNode(
          node: index, parent: parent, isGroup: false, runsOnce: false, name: leaf.phase.name.values.first,
          cues: leaf.phase.cues, metronome: leaf.phase.metronome)
      case .group(let group):
        OutlineNode(
          node: index, parent: parent, isGroup: true, runsOnce: group.sets == 1, name: group.name, cues: group.cues,
          metronome: group.metronome)
      }
    }
  }
}
