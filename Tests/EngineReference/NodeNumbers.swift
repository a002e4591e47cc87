import WorkoutModel

/// A phase with its node number, for one of its sides.
struct NumberedPhase: Sendable {
  let node: Int
  let phase: Phase
  let side: String?
  /// The names of the groups around it, outermost first.
  var names: [String?] = []
  /// Whether it is the time between two sides.
  var isChange = false
}

/// A group whose nodes are numbered.
struct NumberedGroup: Sendable {
  indirect enum Child: Sendable {
    case phase(NumberedPhase)
    case group(NumberedGroup)
  }

  let node: Int
  let group: SetGroup
  /// The runs of each node of the file: one for each side and one for each change between sides.
  let runs: [[Child]]
  /// After each of them, the runs of the node that is between two of them.
  let gaps: [[Child]]
  /// The number of the phase that fills the rest of an interval; `nil` if there is none.
  let rest: Int?

  var sets: Int? { group.repetition.sets }
  var total: Duration? {
    switch group.repetition {
    case .total(let length), .totalInterval(let length, _): length
    case .sets, .capped, .interval: nil
    }
  }
  var cap: Duration? { if case .capped(_, let cap) = group.repetition { cap } else { nil } }
  /// The interval of a set, counted from 0.
  func every(inSet set: Int) -> Duration? {
    switch group.repetition {
    case .interval(_, let every), .totalInterval(_, let every):
      switch every {
      case .fixed(let length): length
      case .perSet(let lengths): lengths[set % lengths.count]
      case .progression(let from, let growth): (0..<set).reduce(from) { sum, _ in sum + growth }
      }
    case .sets, .capped, .total: nil
    }
  }

  /// All numbers of its nodes in the order of the file, with those between them.
  var all: [Child] { zip(runs, gaps).flatMap { $0 + $1 } }

  /// The group and those in it, by node.
  var groups: [Int: NumberedGroup] {
    all.reduce(into: [node: self]) { groups, child in
      if case .group(let inner) = child { groups.merge(inner.groups) { first, _ in first } }
    }
  }

  /// The places of the nodes of each set, in order; `nil` if they depend on the set.
  var given: [Int]? {
    group.order == .given && group.pick ?? runs.count >= runs.count ? Array(runs.indices) : nil
  }

  /// The places of the nodes of a set, in order; `sets` are those of the enclosing groups and its own, counted from 0.
  ///
  /// For random picks and orders, nodes are drawn one after another from the remaining ones.
  func places(inSets sets: [Int], seed: UInt64) -> [Int] {
    if let given { return given }
    let pick = min(group.pick ?? runs.count, runs.count)
    var numbers = ReferenceMoments.seed("group", [Int(truncatingIfNeeded: seed), node])
    if group.order == .shuffledEachSet {
      let own = pick < runs.count ? [sets.last ?? 0] : sets
      numbers = ReferenceMoments.seed("set", [Int(truncatingIfNeeded: numbers)] + own)
    }
    var generator = SeededRandom(seed: numbers)
    var left = Array(runs.indices)
    var drawn: [Int] = []
    for place in 0..<pick {
      let chosen = place + Int(generator.next() % UInt64(left.count - place))
      drawn.append(left[chosen])
      left[chosen] = left[place]
    }
    if group.order == .given { drawn.sort() }
    return drawn
  }
}

/// Numbers the nodes of a workout in the order of the file, the workout itself 0. A node with sides has a number for
/// each of them; the rest of an interval comes after the nodes of its group.
struct NodeNumbers {
  private(set) var groups: [Int: SetGroup] = [:]
  /// The metronome of each phase that has one, its own or that of an enclosing group, with the number of groups around
  /// it up to the one by whose sets it changes.
  private var metronomes: [Int: (metronome: Metronome, depth: Int)] = [:]
  /// The metronomes of the enclosing groups during numbering, innermost last.
  private var around: [(metronome: Metronome, depth: Int)] = []
  /// The names of the enclosing groups during numbering, that of the workout itself first.
  private var names: [String?] = []
  private var count = 0
  private let phrases: BuiltInPhrases

  init(_ phrases: BuiltInPhrases) { self.phrases = phrases }

  /// The beats of a phase in its set.
  func beats(of id: SegmentID) -> Metronome? {
    guard let (metronome, depth) = metronomes[id.node] else { return nil }
    var beats = metronome
    let set = depth > 0 ? id.sets[depth - 1] : 0
    switch metronome.pace {
    case .perSet(let rates): beats.pace = .perMinute(rates.values[set % rates.values.count])
    case .progression(let from, let growth):
      let rate = (0..<set).reduce(from.millionths) { rate, _ in min(rate + growth.millionths, 300_000_000) }
      beats.pace = .perMinute(BeatsPerMinute(millionths: rate))
    case .perMinute, .every: break
    }
    return beats
  }

  mutating func group(_ group: SetGroup, side: String?) -> NumberedGroup {
    let node = next()
    groups[node] = group
    names.append(group.written)
    defer { names.removeLast() }
    if let metronome = group.metronome { around.append((metronome, names.count - 1)) }
    var (runs, gaps): ([[NumberedGroup.Child]], [[NumberedGroup.Child]]) = ([], [])
    for inner in group.nodes {
      runs.append(self.runs(of: inner, side: side))
      gaps.append(group.between.map { self.runs(of: $0, side: side) } ?? [])
    }
    var rest: Int?
    switch group.repetition {
    case .interval, .totalInterval: rest = number(beats: nil)
    case .sets, .capped, .total: break
    }
    if group.metronome != nil { around.removeLast() }
    return NumberedGroup(node: node, group: group, runs: runs, gaps: gaps, rest: rest)
  }

  private mutating func runs(of node: Node, side: String?) -> [NumberedGroup.Child] {
    let sides: Sides?
    let skip: SkippedSets?
    switch node {
    case .phase(let phase): (sides, skip) = (phase.sides, phase.skip)
    case .group(let group): (sides, skip) = (group.sides, group.skip)
    }
    guard let sides else { return [run(of: node, side: side)] }
    var runs: [NumberedGroup.Child] = []
    for name in sides.names?.map(phrases.filled) ?? [phrases[.leftSide], phrases[.rightSide]] {
      if !runs.isEmpty, let length = sides.change {
        let change = Phase(PerSet(phrases[.changeSides]), .rest, .after(.fixed(length)), skip: skip)
        runs.append(.phase(NumberedPhase(node: number(beats: nil), phase: change, side: nil, isChange: true)))
      }
      runs.append(run(of: node, side: name))
    }
    return runs
  }

  private mutating func run(of node: Node, side: String?) -> NumberedGroup.Child {
    switch node {
    case .phase(let phase):
      .phase(
        NumberedPhase(
          node: number(beats: phase.metronome), phase: phase, side: side, names: Array(names.dropFirst())))
    case .group(let inner): .group(group(inner, side: side))
    }
  }

  /// Numbers a phase.
  private mutating func number(beats: Metronome?) -> Int {
    let node = next()
    metronomes[node] = beats.map { ($0, names.count - 1) } ?? around.last
    return node
  }

  private mutating func next() -> Int {
    defer { count += 1 }
    return count
  }
}
