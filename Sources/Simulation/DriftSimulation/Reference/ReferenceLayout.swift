import WorkoutModel

/// A workout laid out the plain way: a list of phases with exact times, made by going through the sets one by one.
///
/// It is written from the description of the workout file and shares no code with `Timeline`, so that one can be
/// checked against the other. An open phase that has not been ended is the last of the list.
struct ReferenceLayout: Sendable {
  /// One set of a group: the group's node, and the sets from the outside in, counted from 0, its own last.
  struct SetID: Hashable, Sendable {
    let group: Int
    let sets: [Int]
  }

  /// One time that a phase is done; shared by the cues that belong to it.
  final class LaidPhase: Sendable {
    let id: SegmentID
    let phase: Phase
    /// Whether it is what is left of an interval.
    let isRest: Bool
    let start: Duration
    /// `nil` where only the user ends it.
    let end: Duration?
    /// The sets around it, the outermost first.
    let around: [SetID]

    /// Whether the user can end it before the clock does.
    var isOpen: Bool { if case .open = phase.end { !isRest } else { false } }

    var hasCap: Bool { if case .open(_, .some) = phase.end { !isRest } else { false } }

    init(id: SegmentID, phase: Phase, isRest: Bool, start: Duration, end: Duration?, around: [SetID]) {
      self.id = id
      self.phase = phase
      self.isRest = isRest
      self.start = start
      self.end = end
      self.around = around
    }
  }

  /// The phases in their order.
  private(set) var phases: [LaidPhase] = []
  /// The sets of all groups in the order in which they begin, outer ones first.
  private(set) var sets: [SetID] = []
  /// The phases that belong to each set, by their places.
  private(set) var places: [SetID: [Int]] = [:]
  /// The groups by their nodes.
  let groups: [Int: SetGroup]
  /// Where the user has ended open phases.
  private let ended: [SegmentID: Duration]
  private let trackLengths: [String: Duration]
  private let nameOfRest: String
  private var isStopped = false

  /// Lays out a workout whose open phases were ended at these positions.
  init(_ workout: Workout, _ trackLengths: [String: Duration], ended: [SegmentID: Duration]) {
    self.ended = ended
    self.trackLengths = trackLengths
    nameOfRest = workout.phrases.rest
    var numbers = NodeNumbers()
    let root = numbers.group(SetGroup(.sets(1), nodes: workout.nodes))
    groups = numbers.groups
    _ = lay(root, from: .zero, limit: nil, around: nil)
  }

  /// Lays out the sets of a group; returns where it ends.
  private mutating func lay(_ group: NumberedGroup, from start: Duration, limit: Duration?, around: [SetID]?)
    -> Duration
  {
    var (now, set, empty) = (start, 0, 0)
    let end = Self.earlier(limit, group.total.map { start + $0 })
    while set < group.sets ?? .max, empty < 3, !isStopped, end.map({ now < $0 }) ?? true {
      let setStart = now
      let setEnd = Self.earlier(end, group.every.map { setStart + $0 })
      let here = around.map { $0 + [SetID(group: group.node, sets: ($0.last?.sets ?? []) + [set])] } ?? []
      for child in group.children where !isStopped && setEnd.map({ now < $0 }) ?? true {
        switch child {
        case .group(let inner): now = lay(inner, from: now, limit: setEnd, around: here)
        case .phase(let node, let phase):
          guard !Self.isSkipped(phase, set, of: group.sets) else { continue }
          now = lay(node, phase, set, from: now, limit: setEnd, around: here)
        }
      }
      if let rest = group.rest, let setEnd, !isStopped, now < setEnd {
        let phase = Phase(nameOfRest, .rest, .open(reps: nil, cap: nil))
        add(rest, phase, isRest: true, from: now, to: setEnd, around: here)
        now = setEnd
      }
      // Of a group that the time ends, sets without any length would never end.
      empty = now == setStart && group.sets == nil ? empty + 1 : 0
      set += 1
    }
    return now
  }

  /// Lays out a phase; returns where it ends.
  private mutating func lay(
    _ node: Int, _ phase: Phase, _ set: Int, from start: Duration, limit: Duration?, around: [SetID]
  ) -> Duration {
    let length: Duration? =
      switch phase.end {
      case .after(.fixed(let length)): length
      case .after(.perSet(let lengths)): set < lengths.count ? lengths[set] : lengths.last ?? .zero
      case .after(.progression(let from, let by)): from + by * set
      case .after(.track): phase.track.flatMap { trackLengths[$0] } ?? .zero
      case .open(_, let cap): cap
      }
    var end = Self.earlier(length.map { start + $0 }, limit)
    let id = SegmentID(node: node, sets: around.last?.sets ?? [])
    if case .open = phase.end, let ended = ended[id] { end = Self.earlier(end, max(ended, start)) }
    add(node, phase, isRest: false, from: start, to: end, around: around)
    if end == nil { isStopped = true }
    return end ?? start
  }

  private mutating func add(
    _ node: Int, _ phase: Phase, isRest: Bool, from start: Duration, to end: Duration?, around: [SetID]
  ) {
    if let end, end <= start { return }
    let id = SegmentID(node: node, sets: around.last?.sets ?? [])
    for set in around {
      if places[set] == nil { sets.append(set) }
      places[set, default: []].append(phases.count)
    }
    phases.append(LaidPhase(id: id, phase: phase, isRest: isRest, start: start, end: end, around: around))
  }

  static func isSkipped(_ phase: Phase, _ set: Int, of sets: Int?) -> Bool {
    switch phase.skip {
    case .first: set == 0
    case .last: set + 1 == sets
    case nil: false
    }
  }

  static func earlier(_ a: Duration?, _ b: Duration?) -> Duration? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }
}

/// A group whose nodes have their numbers.
struct NumberedGroup {
  indirect enum Child {
    case phase(Int, Phase)
    case group(NumberedGroup)
  }

  let node: Int
  let group: SetGroup
  let children: [Child]
  /// The number of the phase that fills the rest of an interval.
  let rest: Int?

  var sets: Int? { group.repetition.sets }
  var total: Duration? { if case .total(let length) = group.repetition { length } else { nil } }
  var every: Duration? { if case .interval(_, let every) = group.repetition { every } else { nil } }
}

/// Numbers the nodes of a workout in the order of the file, the workout itself 0; the rest of an interval comes after
/// the nodes of its group.
struct NodeNumbers {
  private(set) var groups: [Int: SetGroup] = [:]
  private var count = 0

  mutating func group(_ group: SetGroup) -> NumberedGroup {
    let node = next()
    groups[node] = group
    let children = group.nodes.map { child -> NumberedGroup.Child in
      switch child {
      case .phase(let phase): .phase(next(), phase)
      case .group(let inner): .group(self.group(inner))
      }
    }
    var rest: Int?
    if case .interval = group.repetition { rest = next() }
    return NumberedGroup(node: node, group: group, children: children, rest: rest)
  }

  private mutating func next() -> Int {
    defer { count += 1 }
    return count
  }
}

/// What the reference asks of the phases that it has laid out.
extension ReferenceLayout {
  /// From the beginning of the first of some phases to the end of the last.
  func span(of places: [Int]) -> PlanSpan {
    guard let first = places.first, let last = places.last else { return PlanSpan(start: .zero, end: .zero) }
    return PlanSpan(start: phases[first].start, end: phases[last].end)
  }

  /// Whether something in a span depends on the user, whatever is known of its end.
  func isOpen(_ places: [Int]) -> Bool { places.contains { phases[$0].isOpen } }

  /// Whether no set of the same group follows a set, as laid out.
  func isLast(_ set: SetID) -> Bool {
    if let count = groups[set.group]?.repetition.sets { return set.sets.last == count - 1 }
    // Sets that last no time aren't there, so not only the next one may follow.
    let outer = Array(set.sets.dropLast())
    return (1...3).allSatisfy { later in
      places[SetID(group: set.group, sets: outer + [(set.sets.last ?? 0) + later])] == nil
    }
  }

  /// How many phases the file has in a group, at any depth.
  func phaseCount(of group: Int) -> Int {
    func count(_ nodes: [Node]) -> Int {
      nodes.reduce(0) { sum, node in
        switch node {
        case .phase: sum + 1
        case .group(let group): sum + count(group.nodes)
        }
      }
    }
    return count(groups[group]?.nodes ?? [])
  }
}
