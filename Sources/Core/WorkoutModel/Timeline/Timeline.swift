/// A workout laid on the clock: which phase is when, to the nanosecond.
///
/// A timeline knows nothing of *now*. Segments are computed, not stored: it takes O(nodes) memory however many sets
/// there are, `cursor(at:)` takes O(depth · log n), and a cursor walks forward in O(1) amortised. Spans are half open:
/// a moment belongs to the segment that begins there. Phases of zero length and left-out phases have no segment.
public struct Timeline: Equatable, Sendable {
  /// What was laid on the clock.
  public var workout: Workout { storage.workout }
  /// The length of each track by the name that the workout gives it.
  public var trackLengths: [String: Duration] { storage.trackLengths }
  /// What random moments and orders are drawn from.
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

  /// Lays `workout` on the clock.
  ///
  /// - Parameters:
  ///   - workout: What to lay out; its structure must be free of `Workout.problems`.
  ///   - trackLengths: The length of each track by the name that the workout gives it.
  ///   - seed: What random moments and orders are drawn from.
  /// - Throws: `TimelineError` with every length that doesn't add up.
  public init(
    _ workout: Workout, trackLengths: [String: Duration] = [:], seed: UInt64 = Self.standardSeed
  ) throws(TimelineError) {
    let compiler = LayoutCompiler(workout, trackLengths: trackLengths, seed: seed)
    guard compiler.problems.isEmpty else { throw TimelineError(problems: compiler.problems) }
    let layout = Layout(
      nodes: compiler.nodes, phases: compiler.phases, mostBegins: compiler.mostBegins, parents: compiler.parents)
    storage = Storage(workout, trackLengths, seed, layout)
  }

  /// The same workout with what is drawn from another seed.
  public func drawn(from seed: UInt64) throws(TimelineError) -> Timeline {
    seed == self.seed ? self : try Timeline(workout, trackLengths: trackLengths, seed: seed)
  }

  /// The seed of what isn't a session: of a plan that is shown, and of a render where no other is asked for.
  public static let standardSeed: UInt64 = 1

  /// Whether both lay the same workout on the clock, with tracks of the same lengths.
  public static func == (a: Timeline, b: Timeline) -> Bool {
    a.storage === b.storage
      || a.seed == b.seed && a.workout == b.workout && a.layout.leafLengths == b.layout.leafLengths
  }

  /// The whole length, or `nil` if a phase ends only when the user says so.
  public var total: Duration? { layout.group(0).length.map { .nanoseconds($0) } }

  /// How many phases begin from start to end, where each that only the user ends lasts half a minute.
  public var phaseCount: Int { layout.phases }

  /// How many phases begin in one second at most.
  package var mostBeginsInASecond: Int { layout.mostBegins }

  /// The segment that holds a moment of the plan, or `nil` outside the plan.
  ///
  /// What only the user ends lasts for ever here: no moment lies behind it.
  public func segment(at position: Duration) -> Segment? { cursor(at: position)?.segment }

  /// Every phase of the file in its order, the rests that `every` makes among them.
  public var phases: [PlacedPhase] {
    layout.nodes.indices.compactMap { node in
      guard case .leaf(let leaf) = layout.nodes[node] else { return nil }
      return PlacedPhase(node: node, phase: leaf.phase, path: leaf.path, side: leaf.side)
    }
  }

  /// What is done in a segment.
  public func phase(of id: SegmentID) -> SegmentPhase {
    let leaf = layout.leaf(id.node)
    return SegmentPhase(leaf.phase, inSet: id.sets.last ?? 0, side: leaf.side)
  }

  /// How long a segment lasts if no clock around it cuts it; `nil` if the user ends it, or where it fills an
  /// interval.
  public func wholeLength(of id: SegmentID) -> Duration? {
    let set = id.sets.last ?? 0
    return switch layout.leaf(id.node).length {
    case .linear(let first, let step): .nanoseconds(first + step * set)
    case .list(let lengths): .nanoseconds(lengths[set % lengths.count])
    case .open, .remainder: nil
    }
  }

  /// The place of a segment's phase in the file.
  public func path(of id: SegmentID) -> FieldPath { layout.leaf(id.node).path }
}

/// A phase and its place in the file.
public struct PlacedPhase: Equatable, Sendable {
  /// The number by which segments name it.
  public let node: Int
  /// What is done.
  public let phase: Phase
  /// Its place in the file; for the rest of an interval, its group's path with `rest`, and for the time between two
  /// sides the path of what has them with `change`.
  public let path: FieldPath
  /// The side for which it is done.
  public let side: String?

  /// What is done in a set of the innermost group, counted from 0.
  public func run(inSet set: Int) -> SegmentPhase { SegmentPhase(phase, inSet: set, side: side) }
}

/// Why a workout can't be laid on the clock.
public struct TimelineError: Error, Equatable, Sendable {
  /// Every length that doesn't add up, each with its place in the file.
  public let problems: [Problem]
}

/// Names one time that a phase is done: the phase, and the set of each enclosing group.
public struct SegmentID: Equatable, Hashable, Sendable, Codable {
  /// The phase, by its place in the file.
  public let node: Int
  /// The sets of the enclosing groups, outermost first, counted from 0.
  public let sets: [Int]

  /// One time of a phase: in these sets, outermost first, counted from 0.
  public init(node: Int, sets: [Int]) {
    self.node = node
    self.sets = sets
  }
}

/// One time that a phase is done, and when.
public struct Segment: Equatable, Sendable {
  /// The phase, and the sets in which it is done.
  public let id: SegmentID
  /// In the plan, from its beginning.
  public let start: Duration
  /// Its first moment no more; `nil` if the user ends it.
  public let end: Duration?

  /// How long it lasts, or `nil` if the user ends it.
  public var length: Duration? { end.map { $0 - start } }
}

/// A node of the file in its place, for clients that attach data to each node.
public struct OutlineNode: Equatable, Sendable {
  /// The number by which segments and sets name it.
  public let node: Int
  /// The group around it; 0 is the workout.
  public let parent: Int
  /// Whether it is a set group; otherwise it is a phase.
  public let isGroup: Bool
  /// A group's name, where it has one, or the phase's.
  public let name: String?
  /// The rules written inside it.
  public let cues: [CueRule]
  /// The beats that are written for it.
  public let metronome: Metronome?
}

extension Timeline {
  /// Every group and phase in the order of the file, parents before children.
  public var outline: [OutlineNode] {
    layout.nodes.indices.dropFirst().map { index in
      let parent = layout.parents[index]
      return switch layout.nodes[index] {
      case .leaf(let leaf):
        OutlineNode(
          node: index, parent: parent, isGroup: false, name: leaf.phase.name.values.first, cues: leaf.phase.cues,
          metronome: leaf.phase.metronome)
      case .group(let group):
        OutlineNode(
          node: index, parent: parent, isGroup: true, name: group.name, cues: group.cues, metronome: group.metronome)
      }
    }
  }
}

extension Timeline {
  /// A short text that is the same for the same workout and differs, for all practical purposes, for any other.
  ///
  /// FNV-1a of 64 bits over the printed value; it need only be stable within one version of the library.
  public var digest: String {
    // A dictionary is printed in another order in every run.
    let maps = [workout.sounds, workout.pronounce].map { map in
      map.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    }
    var plain = workout
    plain.sounds = [:]
    plain.pronounce = [:]
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in "\(plain)\(maps)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
