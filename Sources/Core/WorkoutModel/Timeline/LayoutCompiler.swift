/// Builds the layout of a workout and reports invalid lengths.
///
/// Sums are 128-bit and checked before they are stored, so no file can overflow them.
struct LayoutCompiler {
  private static let week = Limits.totalLength.inNanoseconds
  private static let day = Limits.phaseLength.upperBound.inNanoseconds

  private(set) var nodes: [Layout.Node] = []
  private(set) var problems: [Problem] = []
  /// The number of phases in the plan with a length above 0, and the largest number that begin within one second.
  private(set) var (phases, mostBegins) = (0, 0)
  /// The enclosing group of each node.
  private(set) var parents: [Int] = []
  private let trackLengths: [String: Duration]
  private let phrases: BuiltInPhrases
  private let seed: UInt64

  init(_ workout: Workout, trackLengths: [String: Duration], seed: UInt64) {
    self.trackLengths = trackLengths
    self.seed = seed
    phrases = workout.phrases
    let root = SetGroup(.sets(1), nodes: workout.nodes)
    add(root, at: .root, side: nil, within: 0)
    if problems.isEmpty { checkCounts() }
  }

  /// Reports a group with too many phases, in total or within a second.
  private mutating func checkCounts() {
    let tally = PhaseTally(nodes)
    if let (node, count) = tally.tooMany {
      problems.append(
        Problem(path(of: node), "comes to \(count) phases as laid out: at most \(Limits.laidOutPhases)"))
      return
    }
    phases = Int(tally.counts.first?.lasting ?? 0)
    let density = PhaseDensity(nodes, tally)
    mostBegins = density.most
    guard let node = density.tooDense else { return }
    problems.append(
      Problem(path(of: node), "more than \(Limits.phasesPerSecond) of its phases begin within one second"))
  }

  private func path(of node: Int) -> FieldPath {
    guard node > 0, case .group(let group) = nodes[node] else { return FieldPath.root.key("phases") }
    return group.path
  }

  private mutating func add(_ group: SetGroup, at path: FieldPath, side: String?, within parent: Int) {
    let index = nodes.count
    var draft = LayoutDraft(of: group, at: path, pace(of: group, at: path))
    // A placeholder until its children are known, because parents precede children.
    append(.group(LayoutGroup(draft)), within: parent)
    for (position, node) in group.nodes.enumerated() {
      let first = draft.children.count
      for run in node.runs(at: path.key("phases").index(position), side: side, phrases) {
        add(run, to: &draft, within: index)
      }
      draft.endUnit(from: first)
    }
    if draft.pace.every != nil {
      var rest = Phase(PerSet(phrases.rest), .rest, .open())
      rest.hasBuiltInName = true
      draft.add(nodes.count, .remainder, phases: 0)
      append(.leaf(LayoutLeaf(rest, path: path.key("rest"), length: .remainder)), within: index)
    }
    draft.finish(group, seed: SeededRandom.seed("group", [Int(truncatingIfNeeded: seed), index]))
    checkLengths(of: &draft, at: path)
    nodes[index] = .group(LayoutGroup(draft))
  }

  /// Adds one run of a node to its group; a node with sides has several.
  private mutating func add(_ run: NodeRun, to draft: inout LayoutDraft, within parent: Int) {
    let child = nodes.count
    switch run.node {
    case .phase(let phase):
      let leaf = LayoutLeaf(
        phase, path: run.path, length: leafLength(phase, sets: draft.pace.sets, at: run.path), side: run.side)
      append(.leaf(leaf), within: parent)
      draft.add(child, leaf.length, skip: phase.skip, phases: run.isChange ? 0 : 1, isUsers: leaf.isUsers)
    case .group(let inner):
      add(inner, at: run.path, side: run.side, within: parent)
      guard case .group(let laid) = nodes[child] else { return }
      let length = laid.length.map { Layout.LeafLength.linear(first: $0, step: 0) } ?? .open(cap: nil)
      draft.add(child, length, skip: inner.skip, phases: laid.phases, isUsers: laid.isUsers)
    }
  }

  private mutating func append(_ node: Layout.Node, within parent: Int) {
    nodes.append(node)
    parents.append(parent)
  }

  private mutating func pace(of group: SetGroup, at path: FieldPath) -> LayoutGroup.Pace {
    switch group.repetition {
    case .sets(let count): LayoutGroup.Pace(sets: max(count, 1))
    case .capped(let count, let cap):
      LayoutGroup.Pace(sets: max(count, 1), cap: bounded(cap, at: path.key("cap")))
    case .total(let time): LayoutGroup.Pace(total: bounded(time, at: path.key("for")))
    case .interval(let count, let every):
      LayoutGroup.Pace(sets: max(count, 1), every: bounded(every, at: path.key("every")))
    }
  }

  private mutating func leafLength(_ phase: Phase, sets: Int?, at path: FieldPath) -> Layout.LeafLength {
    let path = path.key("duration")
    switch phase.end {
    case .open(let cap): return .open(cap: cap.map { bounded($0, at: path, most: Self.day) })
    case .after(.fixed(let length)): return .linear(first: bounded(length, at: path, most: Self.day), step: 0)
    case .after(.track):
      guard let name = phase.track, let length = trackLengths[name] else {
        problems.append(Problem(path, "the length of the track isn't known"))
        return .linear(first: 0, step: 0)
      }
      return .linear(first: bounded(length, at: path, most: Self.day), step: 0)
    case .after(.perSet(let lengths)):
      // A list with another length than the number of sets is reported elsewhere; here it must only not trap.
      let given = lengths.map { bounded($0, at: path, most: Self.day) }
      return given.isEmpty ? .linear(first: 0, step: 0) : .list(given)
    case .after(.progression(let from, let by)):
      return progression(from: from, by: by, sets: sets, skip: phase.skip, at: path)
    case .after(.tempo(let tempo)):
      return length(of: phase.reps ?? 1, at: tempo, sets: sets, skip: phase.skip, path.key("reps"))
    }
  }

  /// The length of a phase with repetitions at a tempo.
  private mutating func length(
    of reps: Reps, at tempo: Tempo, sets: Int?, skip: SkippedSets?, _ path: FieldPath
  ) -> Layout.LeafLength {
    switch reps {
    case .perSet(let counts):
      let lengths = counts.values.map { bounded(tempo.length * $0, at: path, most: Self.day) }
      return lengths.count == 1 ? .linear(first: lengths[0], step: 0) : .list(lengths)
    case .progression(let from, let by):
      return progression(from: tempo.length * from, by: tempo.length * by, sets: sets, skip: skip, at: path)
    }
  }

  /// A length that changes linearly from set to set, clamped to the limits of a phase.
  private mutating func progression(
    from: Duration, by: Duration, sets: Int?, skip: SkippedSets?, at path: FieldPath
  ) -> Layout.LeafLength {
    let first = bounded(from, at: path, most: Self.day)
    guard by >= .zero - Limits.phaseLength.upperBound, by <= Limits.phaseLength.upperBound else {
      problems.append(Problem(path.key("by"), "must be at most 24 hours either way"))
      return .linear(first: first, step: 0)
    }
    let step = by.inNanoseconds
    if sets == nil, step < 0 {
      problems.append(
        Problem(path.key("by"), "a phase may not shrink in a group with \"for\", whose number of sets is unknown"))
      return .linear(first: first, step: 0)
    }
    let last = Int128(first) + Int128(step) * Int128((sets ?? 1) - (skip == .last ? 2 : 1))
    guard sets == 1 || (0...Int128(Self.day)).contains(last) else {
      problems.append(Problem(path, "in the last set the phase must last 0 s to 24 h"))
      return .linear(first: first, step: 0)
    }
    return .linear(first: first, step: step)
  }

  /// The length in nanoseconds, clamped to 0...`most`; a length outside is reported.
  private mutating func bounded(_ length: Duration, at path: FieldPath, most: Int? = nil) -> Int {
    let most = most ?? Self.week
    if length >= .zero, length <= .nanoseconds(most) { return length.inNanoseconds }
    problems.append(Problem(path, "must be 0 s to \(most == Self.day ? "24 h" : "7 days")"))
    return length < .zero ? 0 : most
  }

  private mutating func checkLengths(of draft: inout LayoutDraft, at path: FieldPath) {
    let group = LayoutGroup(draft)
    if let total = group.total {
      if total > 0, draft.mayLastNoTime {
        let which = draft.draw?.once == nil ? "the phases of a set" : "phases that may be drawn for every set"
        problems.append(Problem(path.key("for"), "\(which) last no time, so the sets would never end"))
        draft.pace.total = 0
      }
      return
    }
    guard let sets = group.sets else { return }
    if let every = group.every { checkInterval(every, of: draft, sets, at: path) }
    let whole = group.every.map { Int128($0) * Int128(sets) } ?? group.wholeLength(sets: sets)
    guard whole > Int128(Self.week), group.pace.cap == nil else { return }
    problems.append(Problem(path, "lasts longer than 7 days"))
    // Continues with one empty set, which can't overflow.
    draft.empty()
  }

  /// Reports a set that is longer than its interval; for drawn nodes, the longest possible set.
  private mutating func checkInterval(_ every: Int, of draft: LayoutDraft, _ sets: Int, at path: FieldPath) {
    let ends = [0, 1, sets - 2, sets - 1].filter { (0..<sets).contains($0) }
    let looked = draft.all.isAffine && draft.draw == nil ? ends : Array(0..<sets)
    guard let over = looked.first(where: { draft.longest(ofSet: $0) > every }) else { return }
    let interval = DurationText.write(.nanoseconds(every))
    let length = DurationText.write(.nanoseconds(draft.longest(ofSet: over)))
    let which = draft.draw?.drawsSome == true ? "the longest phases that may be drawn for" : "the phases of"
    problems.append(
      Problem(path.key("every"), "\(which) set \(over + 1) last \(length), longer than the interval of \(interval)"))
  }
}
