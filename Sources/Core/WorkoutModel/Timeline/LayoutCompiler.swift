/// Lays out a workout's tree, and says where its lengths don't add up.
///
/// Sums are taken in 128 bits and checked before they are kept, so no file can overflow them.
struct LayoutCompiler {
  private static let week = Limits.totalLength.inNanoseconds
  private static let day = Limits.phaseLength.upperBound.inNanoseconds

  private(set) var nodes: [Layout.Node] = []
  private(set) var problems: [Problem] = []
  /// How many phases last any time, as laid out; and how many begin in one second at most.
  private(set) var (phases, mostBegins) = (0, 0)
  private let trackLengths: [String: Duration]
  private let nameOfRest: String

  init(_ workout: Workout, trackLengths: [String: Duration]) {
    self.trackLengths = trackLengths
    nameOfRest = workout.phrases.rest
    let root = SetGroup(.sets(1), nodes: workout.nodes)
    add(root, at: .root)
    if problems.isEmpty { checkCounts() }
  }

  /// Says which group holds more phases than a layout may have, or too many in a second.
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

  private mutating func add(_ group: SetGroup, at path: FieldPath) {
    let index = nodes.count
    var draft = LayoutDraft(of: group, at: path, pace(of: group, at: path))
    // A placeholder until its children are known: parents come before children.
    nodes.append(.group(LayoutGroup(draft)))
    for (position, node) in group.nodes.enumerated() {
      let childPath = path.key("phases").index(position)
      let child = nodes.count
      switch node {
      case .phase(let phase):
        let length = leafLength(phase, sets: draft.pace.sets, at: childPath)
        nodes.append(.leaf(LayoutLeaf(phase, path: childPath, length: length)))
        var isUsers = false
        if case .open = length { isUsers = true }
        draft.add(child, length, skip: phase.skip, phases: 1, isUsers: isUsers)
      case .group(let inner):
        add(inner, at: childPath)
        guard case .group(let laid) = nodes[child] else { continue }
        let length = laid.length.map { Layout.LeafLength.linear(first: $0, step: 0) } ?? .open(cap: nil)
        draft.add(child, length, phases: laid.phases, isUsers: laid.isUsers)
      }
    }
    checkLengths(of: &draft, at: path)
    if draft.pace.every != nil {
      let rest = Phase(nameOfRest, .rest, .open(reps: nil, cap: nil))
      draft.add(nodes.count, .remainder, phases: 0)
      nodes.append(.leaf(LayoutLeaf(rest, path: path.key("rest"), length: .remainder)))
    }
    nodes[index] = .group(LayoutGroup(draft))
  }

  private mutating func pace(of group: SetGroup, at path: FieldPath) -> LayoutGroup.Pace {
    switch group.repetition {
    case .sets(let count): LayoutGroup.Pace(sets: max(count, 1))
    case .total(let time): LayoutGroup.Pace(total: bounded(time, at: path.key("for")))
    case .interval(let count, let every):
      LayoutGroup.Pace(sets: max(count, 1), every: bounded(every, at: path.key("every")))
    }
  }

  private mutating func leafLength(_ phase: Phase, sets: Int?, at path: FieldPath) -> Layout.LeafLength {
    let path = path.key("duration")
    switch phase.end {
    case .open(_, let cap): return .open(cap: cap.map { bounded($0, at: path, most: Self.day) })
    case .after(.fixed(let length)): return .linear(first: bounded(length, at: path, most: Self.day), step: 0)
    case .after(.track):
      guard let name = phase.track, let length = trackLengths[name] else {
        problems.append(Problem(path, "the length of the track isn't known"))
        return .linear(first: 0, step: 0)
      }
      return .linear(first: bounded(length, at: path, most: Self.day), step: 0)
    case .after(.perSet(let lengths)):
      // A list of another length than the group's sets is reported with the structure; here it must only not trap.
      let given = lengths.map { bounded($0, at: path, most: Self.day) }
      return .list((0..<(sets ?? 0)).map { $0 < given.count ? given[$0] : given.last ?? 0 })
    case .after(.progression(let from, let by)):
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
      let last = Int128(first) + Int128(step) * Int128((sets ?? 1) - 1)
      guard (0...Int128(Self.day)).contains(last) else {
        problems.append(Problem(path, "in the last set the phase must last 0 s to 24 h"))
        return .linear(first: first, step: 0)
      }
      return .linear(first: first, step: step)
    }
  }

  /// The length in nanoseconds, held within 0 and `most`; what lies outside is a problem.
  private mutating func bounded(_ length: Duration, at path: FieldPath, most: Int? = nil) -> Int {
    let most = most ?? Self.week
    if length >= .zero, length <= .nanoseconds(most) { return length.inNanoseconds }
    problems.append(Problem(path, "must be 0 s to \(most == Self.day ? "24 h" : "7 days")"))
    return length < .zero ? 0 : most
  }

  private mutating func checkLengths(of draft: inout LayoutDraft, at path: FieldPath) {
    let group = LayoutGroup(draft)
    let count = group.children.count
    if let total = group.total {
      if total > 0, group.sums.opens[count] == 0, group.timedLength(set: 0, children: count) <= 0,
        group.sums.step[count] == 0, group.timedLength(set: 1, children: count) <= 0
      {
        problems.append(Problem(path.key("for"), "the phases of a set last no time, so the sets would never end"))
        draft.pace.total = 0
      }
      return
    }
    guard let sets = group.sets else { return }
    if let every = group.every {
      let ends = [0, 1, sets - 2, sets - 1].filter { (0..<sets).contains($0) }
      let looked = group.sums.lists.isEmpty ? ends : Array(0..<sets)
      if let over = looked.first(where: { group.timedLength(set: $0, children: count) > every }) {
        let length = DurationText.write(.nanoseconds(group.timedLength(set: over, children: count)))
        let interval = DurationText.write(.nanoseconds(every))
        problems.append(
          Problem(
            path.key("every"),
            "the phases of set \(over + 1) last \(length), longer than the interval of \(interval)"))
      }
    }
    let perSet = group.every ?? group.sums.constant[count]
    let growth = group.every == nil ? group.sums.step[count] : 0
    let whole = Int128(sets) * Int128(perSet) + Int128(sets) * Int128(sets - 1) / 2 * Int128(growth)
    guard whole > Int128(Self.week) else { return }
    problems.append(Problem(path, "lasts longer than 7 days"))
    // The rest of the arithmetic continues with one set of no length, which can't overflow.
    draft.empty()
  }
}
