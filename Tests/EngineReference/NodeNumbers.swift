import WorkoutModel

/// A phase with its node number, for one of its sides.
struct NumberedPhase {
  let node: Int
  let phase: Phase
  let side: String?
}

/// A group whose nodes are numbered.
struct NumberedGroup {
  indirect enum Child {
    case phase(NumberedPhase)
    case group(NumberedGroup)
  }

  let node: Int
  let group: SetGroup
  /// The runs of each node of the file: one for each side and one for each change between sides.
  let runs: [[Child]]
  /// The number of the phase that fills the rest of an interval; `nil` if there is none.
  let rest: Int?

  var sets: Int? { group.repetition.sets }
  var total: Duration? { if case .total(let length) = group.repetition { length } else { nil } }
  var cap: Duration? { if case .capped(_, let cap) = group.repetition { cap } else { nil } }
  var every: Duration? { if case .interval(_, let every) = group.repetition { every } else { nil } }

  /// The nodes of each set, in order; `nil` if they depend on the set.
  var given: [Child]? { group.order == .given && group.pick ?? runs.count >= runs.count ? runs.flatMap { $0 } : nil }

  /// The nodes of a set, in order; `sets` are those of the enclosing groups and its own, counted from 0.
  ///
  /// For random picks and orders, nodes are drawn one after another from the remaining ones.
  func children(inSets sets: [Int], seed: UInt64) -> [Child] {
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
    return drawn.flatMap { runs[$0] }
  }
}

/// Numbers the nodes of a workout in the order of the file, the workout itself 0. A node with sides has a number for
/// each of them; the rest of an interval comes after the nodes of its group.
struct NodeNumbers {
  private(set) var groups: [Int: SetGroup] = [:]
  /// The metronome of each phase that has one, its own or that of an enclosing group.
  private(set) var metronomes: [Int: Metronome] = [:]
  /// The metronomes of the enclosing groups during numbering, innermost last.
  private var around: [Metronome] = []
  private var count = 0
  private let phrases: BuiltInPhrases

  init(_ phrases: BuiltInPhrases) { self.phrases = phrases }

  mutating func group(_ group: SetGroup, side: String?) -> NumberedGroup {
    let node = next()
    groups[node] = group
    if let metronome = group.metronome { around.append(metronome) }
    let runs = group.nodes.map { self.runs(of: $0, side: side) }
    var rest: Int?
    if case .interval = group.repetition { rest = number(beats: nil) }
    if group.metronome != nil { around.removeLast() }
    return NumberedGroup(node: node, group: group, runs: runs, rest: rest)
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
    for name in sides.names ?? phrases.sides {
      if !runs.isEmpty, let length = sides.change {
        let change = Phase(PerSet(phrases.changeSides), .rest, .after(.fixed(length)), skip: skip)
        runs.append(.phase(NumberedPhase(node: number(beats: nil), phase: change, side: nil)))
      }
      runs.append(run(of: node, side: name))
    }
    return runs
  }

  private mutating func run(of node: Node, side: String?) -> NumberedGroup.Child {
    switch node {
    case .phase(let phase): .phase(NumberedPhase(node: number(beats: phase.metronome), phase: phase, side: side))
    case .group(let inner): .group(group(inner, side: side))
    }
  }

  /// Numbers a phase.
  private mutating func number(beats: Metronome?) -> Int {
    let node = next()
    metronomes[node] = beats ?? around.last
    return node
  }

  private mutating func next() -> Int {
    defer { count += 1 }
    return count
  }
}
