import WorkoutModel

/// A workout laid out naively: a list of phases with exact times, made by iterating over the sets.
///
/// It is written from the description of the workout file and shares no code with `Timeline`, so that each checks the
/// other. An open phase that has not been ended is the last of the list.
struct ReferenceLayout: Sendable {
  /// A set of a group: the group's node, and the numbers of the sets from the outermost to its own, counted from 0.
  struct SetID: Hashable, Sendable {
    let group: Int
    let sets: [Int]
  }

  /// One run of a phase; a class, because the cues that belong to it share it.
  final class LaidPhase: Sendable {
    let id: SegmentID
    let phase: Phase
    /// The side on which it is done; `nil` without sides.
    let side: String?
    /// Whether it is the rest of an interval.
    let isRest: Bool
    let start: Duration
    /// `nil` if only the user ends it.
    let end: Duration?
    /// The sets around it, outermost first.
    let around: [SetID]

    /// Whether the user can end it before the clock does.
    var isOpen: Bool { if case .open = phase.end { !isRest } else { false } }

    var hasCap: Bool { if case .open(.some) = phase.end { !isRest } else { false } }

    init(id: SegmentID, phase: Phase, side: String?, isRest: Bool, start: Duration, end: Duration?, around: [SetID]) {
      self.id = id
      self.phase = phase
      self.side = side
      self.isRest = isRest
      self.start = start
      self.end = end
      self.around = around
    }
  }

  /// The phases in order.
  private(set) var phases: [LaidPhase] = []
  /// The sets of all groups in the order of their starts, outer ones first.
  private(set) var sets: [SetID] = []
  /// The phases of each set, by index.
  private(set) var places: [SetID: [Int]] = [:]
  /// The groups by node.
  let groups: [Int: SetGroup]
  /// The positions at which the user has ended open phases.
  private let ended: [SegmentID: Duration]
  private let trackLengths: [String: Duration]
  private let nameOfRest: String
  /// The seed of orders and picks.
  let seed: UInt64
  private var isStopped = false

  /// Lays out a workout whose open phases ended at these positions.
  init(_ workout: Workout, _ trackLengths: [String: Duration], seed: UInt64, ended: [SegmentID: Duration]) {
    self.ended = ended
    self.trackLengths = trackLengths
    self.seed = seed
    nameOfRest = workout.phrases.rest
    var numbers = NodeNumbers(workout.phrases)
    let root = numbers.group(SetGroup(.sets(1), nodes: workout.nodes), side: nil)
    groups = numbers.groups
    _ = lay(root, from: .zero, limit: nil, around: nil)
  }

  /// Lays out the sets of a group; returns its end.
  private mutating func lay(_ group: NumberedGroup, from start: Duration, limit: Duration?, around: [SetID]?)
    -> Duration
  {
    var (now, set, empty) = (start, 0, 0)
    let end = Self.earlier(limit, (group.total ?? group.cap).map { start + $0 })
    while set < group.sets ?? .max, empty < Self.mostEmptySets, !isStopped, end.map({ now < $0 }) ?? true {
      let setStart = now
      let setEnd = Self.earlier(end, group.every.map { setStart + $0 })
      let here = around.map { $0 + [SetID(group: group.node, sets: ($0.last?.sets ?? []) + [set])] } ?? []
      let sets = here.last?.sets ?? []
      for child in group.children(inSets: sets, seed: seed) where !isStopped && setEnd.map({ now < $0 }) ?? true {
        switch child {
        case .group(let inner):
          guard !Self.isSkipped(inner.group.skip, set, of: group.sets) else { continue }
          now = lay(inner, from: now, limit: setEnd, around: here)
        case .phase(let run):
          guard !Self.isSkipped(run.phase.skip, set, of: group.sets) else { continue }
          now = lay(run, set, from: now, limit: setEnd, around: here)
        }
      }
      if let rest = group.rest, let setEnd, !isStopped, now < setEnd {
        let run = NumberedPhase(node: rest, phase: Phase(PerSet(nameOfRest), .rest, .open()), side: nil)
        add(run, isRest: true, from: now, to: setEnd, around: here)
        now = setEnd
      }
      // If a group ends by time, sets of zero length would never end.
      empty = now == setStart && group.sets == nil ? empty + 1 : 0
      set += 1
    }
    return now
  }

  /// An upper bound of the consecutive sets of zero length in a group that also has longer ones.
  private static let mostEmptySets = 100_000

  /// Lays out a phase; returns its end.
  private mutating func lay(
    _ run: NumberedPhase, _ set: Int, from start: Duration, limit: Duration?, around: [SetID]
  ) -> Duration {
    let phase = run.phase
    let length: Duration? =
      switch phase.end {
      case .after(.fixed(let length)): length
      case .after(.perSet(let lengths)): set < lengths.count ? lengths[set] : lengths.last ?? .zero
      case .after(.progression(let from, let by)): from + by * set
      case .after(.track): phase.track.flatMap { trackLengths[$0] } ?? .zero
      case .after(.tempo(let tempo)):
        (0..<(LaidPhase.reps(of: phase, inSet: set) ?? 1)).reduce(.zero) { sum, _ in sum + tempo.length }
      case .open(let cap): cap
      }
    var end = Self.earlier(length.map { start + $0 }, limit)
    let id = SegmentID(node: run.node, sets: around.last?.sets ?? [])
    if case .open = phase.end, let ended = ended[id] { end = Self.earlier(end, max(ended, start)) }
    add(run, isRest: false, from: start, to: end, around: around)
    if end == nil { isStopped = true }
    return end ?? start
  }

  private mutating func add(
    _ run: NumberedPhase, isRest: Bool, from start: Duration, to end: Duration?, around: [SetID]
  ) {
    if let end, end <= start { return }
    let id = SegmentID(node: run.node, sets: around.last?.sets ?? [])
    for set in around {
      if places[set] == nil { sets.append(set) }
      places[set, default: []].append(phases.count)
    }
    phases.append(
      LaidPhase(
        id: id, phase: run.phase, side: run.side, isRest: isRest, start: start, end: end, around: around))
  }

  static func isSkipped(_ skip: SkippedSets?, _ set: Int, of sets: Int?) -> Bool {
    switch skip {
    case .first: set == 0
    case .last: set + 1 == sets
    case .numbers(let numbers): numbers.contains { $0 == set + 1 }
    case nil: false
    }
  }

  static func earlier(_ a: Duration?, _ b: Duration?) -> Duration? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }
}

/// Queries about the laid-out phases.
extension ReferenceLayout {
  /// The span from the start of the first of some phases to the end of the last.
  func span(of places: [Int]) -> PlanSpan {
    guard let first = places.first, let last = places.last else { return PlanSpan(start: .zero, end: .zero) }
    return PlanSpan(start: phases[first].start, end: phases[last].end)
  }

  /// Whether a span contains an open phase, even one whose end is known.
  func isOpen(_ places: [Int]) -> Bool { places.contains { phases[$0].isOpen } }

  /// Whether no set of the same group follows a set in the layout.
  func isLast(_ set: SetID) -> Bool {
    if let count = groups[set.group]?.repetition.sets { return set.sets.last == count - 1 }
    // Sets of zero length are left out, so another one than the next may follow.
    let outer = Array(set.sets.dropLast())
    return (1...3).allSatisfy { later in
      places[SetID(group: set.group, sets: outer + [(set.sets.last ?? 0) + later])] == nil
    }
  }

  /// The maximum number of phases in a set of a group, at any depth, once for each side.
  func phaseCount(of group: Int) -> Int {
    func count(_ nodes: [Node]) -> Int {
      nodes.reduce(0) { sum, node in
        switch node {
        case .phase(let phase): sum + sides(phase.sides)
        case .group(let group): sum + count(group.nodes) * sides(group.sides)
        }
      }
    }
    func sides(_ sides: Sides?) -> Int { sides.map { $0.names?.count ?? 2 } ?? 1 }
    return count(groups[group]?.nodes ?? [])
  }
}

/// The name and words of a phase in its set, as the description of the workout file specifies.
extension ReferenceLayout.LaidPhase {
  private var set: Int { id.sets.last ?? 0 }

  var name: String {
    let name = phase.name.values[set % phase.name.values.count]
    guard let side else { return name }
    let parts = name.split(separator: "{side}", omittingEmptySubsequences: false)
    return parts.count > 1 ? parts.joined(separator: side) : name + ", " + side
  }

  var say: String? {
    guard let says = phase.say?.values else { return nil }
    let say = says[set % says.count]
    guard let side else { return say }
    return say.split(separator: "{side}", omittingEmptySubsequences: false).joined(separator: side)
  }

  var reps: Int? { Self.reps(of: phase, inSet: set) }

  var target: Target? { phase.target?.value(inSet: set) }

  static func reps(of phase: Phase, inSet set: Int) -> Int? {
    switch phase.reps {
    case .perSet(let counts): counts.values[set % counts.values.count]
    case .progression(let from, let growth): (0..<set).reduce(from) { count, _ in count + growth }
    case nil: nil
    }
  }
}
