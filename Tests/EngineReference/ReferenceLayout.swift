public import WorkoutModel

/// A workout laid out naively: a list of phases with exact times, made by iterating over the sets.
///
/// It is written from the description of the workout file and shares no code with `Timeline`, so that each checks the
/// other. An open phase that has not been ended is the last of the list.
public struct ReferenceLayout: Sendable {
  /// A set of a group: the group's node, and the numbers of the sets from the outermost to its own, counted from 0.
  struct SetID: Hashable, Sendable {
    let group: Int
    let sets: [Int]

    /// The set of the same group that is a number of sets later, within the same outer set.
    func advanced(by count: Int) -> SetID { SetID(group: group, sets: sets.dropLast() + [(sets.last ?? 0) + count]) }
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
    /// The names of their groups.
    let names: [String?]

    /// Whether the user can end it before the clock does.
    var isOpen: Bool { if case .open = phase.end { !isRest } else { false } }

    var span: PlanSpan { PlanSpan(start: start, end: end) }

    var hasCap: Bool { if case .open(.some, _, _) = phase.end { !isRest } else { false } }

    /// Whether nobody is to know when it ends.
    var isSurprise: Bool { if case .after(.random(let length)) = phase.end { length.isSurprise } else { false } }

    init(
      id: SegmentID, phase: Phase, side: String?, isRest: Bool, start: Duration, end: Duration?, around: [SetID],
      names: [String?]
    ) {
      self.id = id
      self.phase = phase
      self.side = side
      self.isRest = isRest
      self.start = start
      self.end = end
      self.around = around
      self.names = names
    }
  }

  /// The user's change to the length of a phase.
  struct Edit: Sendable {
    /// By how much it was made longer; all limits around it move with its end.
    var extended = Duration.zero
    /// The time that it had lasted when the user ended it.
    var ended: Duration?
    /// The time that it had lasted when the user left it before its end.
    var left: Duration?
  }

  /// The extent of a set, or of the workout.
  struct Extent: Sendable {
    /// Its phases, by index.
    fileprivate(set) var places: [Int] = []
    /// From the start of its first phase to the end of its last.
    fileprivate(set) var span = PlanSpan(start: .zero, end: .zero)
    /// Whether it contains an open phase, even one whose end is known.
    fileprivate(set) var isOpen = false
    /// Whether time cuts it off before its phases are over.
    fileprivate(set) var isCut = false

    mutating func add(_ start: Duration, _ end: Duration?, isOpen isPhaseOpen: Bool, place: Int) {
      span = PlanSpan(start: places.isEmpty ? start : span.start, end: end)
      isOpen = isOpen || isPhaseOpen
      places.append(place)
    }
  }

  /// The phases in order.
  private(set) var phases: [LaidPhase] = []
  /// The sets of all groups with phases, in the order of their starts, outer ones first.
  private(set) var sets: [SetID] = []
  /// The extent of each set with phases.
  private(set) var extents: [SetID: Extent] = [:]
  /// The extent of the workout.
  private(set) var whole = Extent()
  /// The groups by node.
  let groups: [Int: SetGroup]
  /// The same with the numbers of their nodes.
  let numbered: [Int: NumberedGroup]
  /// The positions at which the user has ended open phases.
  let ended: [SegmentID: Duration]
  private let edits: [SegmentID: Edit]
  /// By how much the user has moved the limits of the groups around the current place; limits are kept without it.
  private var moved = Duration.zero
  /// What the last phase of each name took.
  private(set) var took: [String: Duration] = [:]
  private let trackLengths: [String: Duration]
  private let nameOfRest: String
  /// The names of phases whose length the user determines.
  let usersNames: Set<String>
  /// The seed of orders and picks.
  let seed: UInt64
  /// The sets around the current place with their extents so far, outermost first.
  private var around: [(id: SetID, extent: Extent)] = []
  private var isStopped = false
  /// The number of phases after which nothing further is laid out.
  private let most: Int

  /// The segments of a workout whose open phases the user doesn't end; the last has no end if only the user ends it.
  public static func segments(of workout: Workout) -> [(id: SegmentID, start: Duration, end: Duration?)] {
    let layout = ReferenceLayout(workout, [:], seed: Timeline.standardSeed, ended: [:])
    return layout.phases.map { ($0.id, $0.start, $0.end) }
  }

  /// Lays out a workout whose open phases ended at these positions, or the beginning of it.
  init(
    _ workout: Workout, _ trackLengths: [String: Duration], seed: UInt64, ended: [SegmentID: Duration],
    edits: [SegmentID: Edit] = [:], atMost most: Int = .max
  ) {
    self.most = most
    self.ended = ended
    self.edits = edits
    self.trackLengths = trackLengths
    self.seed = seed
    nameOfRest = workout.phrases[.rest]
    usersNames = Self.usersNames(workout.nodes)
    var numbers = NodeNumbers(workout.phrases)
    let root = numbers.group(SetGroup(.sets(1), nodes: workout.nodes), side: nil)
    groups = numbers.groups
    numbered = root.groups
    _ = lay(root, from: .zero, limit: nil)
  }

  /// Lays out the sets of a group; returns its end.
  private mutating func lay(_ group: NumberedGroup, from start: Duration, limit: Duration?) -> Duration {
    var (now, set, empty) = (start, 0, 0)
    let outer = around.last?.id.sets ?? []
    let end = Self.earlier(limit, (group.total ?? group.cap).map { start - moved + $0 })
    while set < group.sets ?? .max, empty < Self.mostEmptySets, !isStopped, end.map({ now - moved < $0 }) ?? true {
      let (setStart, tookBefore) = (now, took)
      let setEnd = Self.earlier(end, group.every(inSet: set).map { setStart - moved + $0 })
      // The workout itself is no set.
      if group.node != 0 { around.append((SetID(group: group.node, sets: outer + [set]), Extent())) }
      let children = children(of: group, inSets: around.last?.id.sets ?? [])
      for child in children where !isStopped && setEnd.map({ now - moved < $0 }) ?? true {
        switch child {
        case .group(let inner): now = lay(inner, from: now, limit: setEnd)
        case .phase(let run): now = lay(run, from: now, limit: setEnd)
        }
      }
      if let rest = group.rest, let setEnd, !isStopped, now - moved < setEnd {
        let run = NumberedPhase(node: rest, phase: Phase(PerSet(nameOfRest), .rest, .open()), side: nil)
        let end = edited(run, from: now, to: setEnd + moved)
        add(run, isRest: true, from: now, to: end)
        now = end ?? now
      }
      if group.node != 0, let (id, laid) = around.popLast() {
        var extent = laid
        var tookInside = tookBefore
        if let end {
          extent.isCut = wholeEnd(ofSet: id, of: group, from: setStart, &tookInside).map { $0 > end } ?? true
        }
        if !extent.places.isEmpty { extents[id] = extent }
      }
      // If a group ends by time, sets of zero length would never end.
      empty = now == setStart && group.sets == nil ? empty + 1 : 0
      set += 1
    }
    return now
  }

  /// An upper bound of the consecutive sets of zero length in a group that also has longer ones.
  static let mostEmptySets = 100_000

  /// Lays out a phase; returns its end.
  private mutating func lay(_ run: NumberedPhase, from start: Duration, limit: Duration?) -> Duration {
    let sets = around.last?.id.sets ?? []
    let whole = wholeEnd(of: run, inSets: sets, from: start, took)
    let planned = Self.earlier(whole, limit.map { $0 + moved })
    let end = edited(run, from: start, to: planned)
    add(run, isRest: false, from: start, to: end)
    if planned.map({ $0 > start }) ?? true {
      let lasted = end.map { $0 - start }
      record(run, sets, edits[id(of: run)]?.left ?? lasted, isRun: true, &took)
    }
    if end == nil { isStopped = true }
    return end ?? start
  }

  /// The end of a phase after the user's changes to its length.
  private mutating func edited(_ run: NumberedPhase, from start: Duration, to end: Duration?) -> Duration? {
    guard let edit = edits[id(of: run)] else { return end }
    var end = end
    if edit.extended != .zero, let planned = end {
      let later = max(planned + edit.extended, start)
      moved += later - planned
      end = later
    }
    return edit.ended.map { start + $0 } ?? end
  }

  /// The length of a phase that nothing cuts off, or the longest that may be drawn; `nil` if only the user ends it, or
  /// if it depends on another phase.
  func length(of phase: Phase, inSet set: Int) -> Duration? {
    switch phase.end {
    case .after(.fixed(let length)): length
    case .after(.perSet(let lengths)): set < lengths.count ? lengths[set] : lengths.last ?? .zero
    case .after(.progression(let from, let by)): from + by * set
    case .after(.track): phase.track.flatMap { trackLengths[$0] } ?? .zero
    case .after(.tempo(let tempo)):
      (0..<(LaidPhase.reps(of: phase, inSet: set) ?? 1)).reduce(.zero) { sum, _ in sum + tempo.length }
    case .open(let cap, _, _): cap
    case .after(.random(let random)): random.longest
    case .after(.relative): nil
    }
  }

  private func id(of run: NumberedPhase) -> SegmentID { SegmentID(node: run.node, sets: around.last?.id.sets ?? []) }

  private mutating func add(_ run: NumberedPhase, isRest: Bool, from start: Duration, to end: Duration?) {
    if let end, end <= start { return }
    let phase = LaidPhase(
      id: id(of: run), phase: run.phase, side: run.side, isRest: isRest, start: start, end: end,
      around: around.map(\.id), names: run.names)
    let place = phases.count
    isStopped = place + 1 >= most
    whole.add(start, end, isOpen: phase.isOpen, place: place)
    for depth in around.indices {
      if around[depth].extent.places.isEmpty { sets.append(around[depth].id) }
      around[depth].extent.add(start, end, isOpen: phase.isOpen, place: place)
    }
    phases.append(phase)
  }
}
