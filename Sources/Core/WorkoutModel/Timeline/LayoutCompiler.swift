/// Builds the layout of a workout and reports invalid lengths.
struct LayoutCompiler {
  private static let week = Limits.totalLength.inNanoseconds
  private static let day = Limits.phaseLength.upperBound.inNanoseconds

  private(set) var nodes: [Layout.Node] = []
  var problems: [Problem] = []
  private(set) var parents: [Int] = []
  /// Whether a group has too many phases; the groups after it and around it aren't laid out.
  private var isTooLarge = false
  /// The number of children in all sets laid out.
  private var steps = 0
  private let trackLengths: [String: Duration]
  private let phrases: BuiltInPhrases
  private let seed: UInt64
  /// The extreme that is drawn; `nil` for what the seed draws.
  private let extreme: DrawnExtreme?
  private let references: PhaseReferences

  init(_ workout: Workout, trackLengths: [String: Duration], seed: UInt64, drawing extreme: DrawnExtreme? = nil) {
    self.trackLengths = trackLengths
    self.seed = seed
    self.extreme = extreme
    phrases = workout.phrases
    references = PhaseReferences(workout)
    add(SetGroup(.sets(1), nodes: workout.nodes), at: .root, side: nil, within: 0)
  }

  /// The layout, with its phases and cues counted by one walk, which stops at the limit.
  ///
  /// - Throws: `TimelineError` with every problem.
  func layout(of workout: Workout) throws(TimelineError) -> Layout {
    guard problems.isEmpty else { throw TimelineError(problems: problems) }
    var layout = Layout(nodes: nodes, parents: parents, measures: references.measures)
    var walk = Walk(layout)
    var end = Duration.zero
    var budget = PlanBudget(nodes: nodes.count)
    var checkpoints: [Cursor] = []
    while !walk.isOver, !budget.isSpent, end <= Limits.totalLength {
      if walk.isCheckpoint, let cursor = walk.cursor { checkpoints.append(cursor) }
      end = walk.plannedEnd()
      budget.spend(walk, endingAt: end)
      walk.advance(endedAt: end)
    }
    // Where the walk has stopped is the group with which all before it is too much.
    let group = walk.frames.dropFirst().first.map { layout.group($0.group).path }
    if layout.isVarying, end > Limits.totalLength { throw TimelineError(problems: [Self.tooLong(at: group)]) }
    guard budget.phases <= Limits.laidOutPhases else { throw TimelineError(problems: [Self.tooMany(at: group)]) }
    let message = "has too many phases whose lengths vary: use fewer sets, or fewer phases as long as others"
    let tooVarying = TimelineError(problems: [Problem(group ?? FieldPath.root.key("phases"), message)])
    if budget.isSpent { throw tooVarying }
    layout.phases = budget.phases
    layout.cues = try budget.cues(of: workout, in: layout)
    guard layout.keep(checkpoints: checkpoints) else { throw tooVarying }
    return layout
  }

  /// The group among the nodes of the workout with which the sum of an amount passes a limit, or the last one before
  /// that.
  private func group(
    of workout: LayoutGroup, passing limit: Int64, _ amount: (LayoutGroup.Child) -> Int64
  ) -> FieldPath? {
    var (sum, last): (Int64, FieldPath?) = (0, nil)
    for child in workout.children where sum <= limit {
      sum = min(sum + amount(child), SetTotals.tooMuch)
      if case .group(let group) = nodes[child.node] { last = group.path }
    }
    return last
  }

  /// Adds a group, which an enclosing one cuts off after `limit`.
  private mutating func add(
    _ group: SetGroup, at path: FieldPath, side: String?, within parent: Int, limit: Int64? = nil
  ) {
    let index = nodes.count
    let pace = pace(of: group, at: path)
    // A placeholder until its children are known, because parents precede children.
    append(.group(LayoutGroup(group, at: path, pace)), within: parent)
    if isTooLarge { return }
    let inner = [pace.total ?? pace.cap, pace.longestInterval, limit].compactMap { $0 }.min()
    var children: [LayoutGroup.Child] = []
    // The children for each node of the file, and the phases of a set at any depth.
    var (units, gaps, phases): ([Range<Int>], [Range<Int>], Int) = ([], [], 0)
    for (position, node) in group.nodes.enumerated() {
      let first = children.count
      for run in node.runs(at: path.key("phases").index(position), side: side) {
        children.append(add(run, in: pace, within: index, limit: inner, &phases))
      }
      units.append(first..<children.count)
      // A single set has nothing between its last node and another.
      var further = 0
      for run in group.between?.runs(at: path.key("between"), side: side) ?? [] {
        var child = add(run, in: pace, within: index, limit: inner, &further)
        child.follows = units[position]
        children.append(child)
      }
      gaps.append(units[position].upperBound..<children.count)
      if pace.sets != 1 || position + 1 < group.nodes.count { phases += further }
    }
    let drawn = children.count
    if pace.every != nil {
      let rest = Phase(PerSet(.rest), .rest, .open())
      children.append(
        LayoutGroup.Child(node: nodes.count, length: .remainder, skipped: [], endsByUser: false, runs: 0))
      let leaf = LayoutLeaf(
        rest, path: path.key("rest"), length: .remainder, in: groups(around: index), phrases, added: .rest)
      append(.leaf(leaf), within: index)
    }
    var draw: SetDraw?
    if group.order != .given || (group.pick ?? units.count) < units.count {
      let seed = SeededRandom.seed("group", of: seed, [index])
      let last = drawn < children.count ? drawn : nil
      draw = SetDraw(group, units: units, gaps: gaps, last: last, seed: seed)
      if let extreme { draw?.decide(extreme, of: children, sets: pace.sets) }
    }
    let laid = LayoutGroup(group, at: path, pace, children, draw, phases: phases, within: limit)
    steps += laid.steps
    // After a problem it continues with one empty set, which has no length.
    let isValid = check(laid, at: path)
    nodes[index] = .group(isValid ? laid : LayoutGroup(group, at: path, LayoutGroup.Pace(sets: 1)))
  }

  /// Adds one run of a node to its group; a node with sides has several.
  private mutating func add(
    _ run: NodeRun, in pace: LayoutGroup.Pace, within parent: Int, limit: Int64?, _ phases: inout Int
  ) -> LayoutGroup.Child {
    let child = nodes.count
    switch run.node {
    case .phase(let phase):
      let length = leafLength(phase, sets: pace.sets, at: run.path, node: child)
      let leaf = LayoutLeaf(
        phase, path: run.path, length: length, in: groups(around: parent), side: run.side, phrases,
        added: run.added, varying: references.varyingLength(of: phase))
      append(.leaf(leaf), within: parent)
      phases += run.added == nil ? 1 : 0
      return LayoutGroup.Child(
        node: child, length: leaf.length, skipped: Self.skipped(phase.skip, of: pace.sets),
        endsByUser: leaf.endsByUser || references.dependsOnUser(phase), runs: 1)
    case .group(let inner):
      add(inner, at: run.path, side: run.side, within: parent, limit: limit)
      guard case .group(let laid) = nodes[child] else { preconditionFailure("node \(child) is no group") }
      phases += laid.phases
      let length = laid.length.map { Layout.LeafLength.linear(first: $0, step: 0) } ?? .open(cap: nil)
      return LayoutGroup.Child(
        node: child, length: length, skipped: Self.skipped(inner.skip, of: pace.sets), endsByUser: laid.endsByUser,
        runs: laid.runs)
    }
  }

  /// The sets, counted from 0, that skip a node.
  private static func skipped(_ skip: SkippedSets?, of sets: Int?) -> Set<Int> {
    switch skip {
    case .first: [0]
    case .last: sets.map { [$0 - 1] } ?? []
    case .numbers(let numbers): Set(numbers.map { $0 - 1 })
    case nil: []
    }
  }

  /// The groups around the nodes of a group, outermost first.
  private func groups(around group: Int) -> [LayoutGroup] {
    guard group > 0, case .group(let laid) = nodes[group] else { return [] }
    return groups(around: parents[group]) + [laid]
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
      LayoutGroup.Pace(sets: max(count, 1), every: interval(every, sets: count, at: path.key("every")))
    case .totalInterval(let time, let every):
      LayoutGroup.Pace(
        total: bounded(time, at: path.key("for")), every: interval(every, sets: nil, at: path.key("every")))
    }
  }

  private mutating func interval(_ every: SetInterval, sets: Int?, at path: FieldPath) -> Layout.LeafLength {
    switch every {
    case .fixed(let length): return .linear(first: bounded(length, at: path), step: 0)
    case .perSet(let lengths):
      let given = lengths.map { bounded($0, at: path) }
      return given.isEmpty ? .linear(first: 0, step: 0) : .list(given)
    case .progression(let from, let by): return progression(from: from, by: by, sets: sets, skip: nil, at: path)
    }
  }

  private mutating func leafLength(
    _ phase: Phase, sets: Int?, at path: FieldPath, node: Int
  ) -> Layout.LeafLength {
    let path = path.key("duration")
    switch phase.end {
    case .open(let cap, _, _): return .open(cap: cap.map { bounded($0, at: path, most: Self.day) })
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
    case .after(.random(let length)):
      let (shortest, longest) = (
        bounded(length.shortest, at: path, most: Self.day), bounded(length.longest, at: path, most: Self.day)
      )
      if let extreme { return .linear(first: extreme == .shortest ? shortest : longest, step: 0) }
      return .random(
        RandomLength(.nanoseconds(shortest), .nanoseconds(longest), isSurprise: length.isSurprise),
        seed: SeededRandom.seed("length", of: seed, [node]))
    case .after(.relative(let length)):
      return references.measures[length.name.inEnglish].map { .relative(length, measure: $0) }
        ?? .linear(first: 0, step: 0)
    }
  }

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
    // A day in each of 100,000 sets is within the range of 64 bits.
    let last = first + step * Int64((sets ?? 1) - (skip == .last ? 2 : 1))
    guard sets == 1 || (0...Self.day).contains(last) else {
      problems.append(Problem(path, "in the last set the phase must last 0 s to 24 h"))
      return .linear(first: first, step: 0)
    }
    return .linear(first: first, step: step)
  }

  /// The length in nanoseconds, clamped to 0...`most`; a length outside is reported.
  private mutating func bounded(_ length: Duration, at path: FieldPath, most: Int64? = nil) -> Int64 {
    let most = most ?? Self.week
    if length >= .zero, length <= .nanoseconds(most) { return length.inNanoseconds }
    problems.append(Problem(path, "must be 0 s to \(most == Self.day ? "24 h" : "7 days")"))
    return length < .zero ? 0 : most
  }

  /// Whether the lengths of a group are valid; reports those that aren't.
  private mutating func check(_ group: LayoutGroup, at path: FieldPath) -> Bool {
    let count = problems.count
    if let total = group.total, total > 0, group.mayLastNoTime, !group.hasIntervals {
      let which = group.draw?.once == nil ? "the phases of a set" : "phases that may be drawn for every set"
      problems.append(Problem(path.key("for"), "\(which) last no time, so the sets would never end"))
    } else if isTooLarge || group.runs > Limits.laidOutPhases || steps > SetTotals.mostSteps {
      // The innermost group that has too many phases is reported alone.
      if isTooLarge { return false }
      let isWorkout = path == .root
      let named = isWorkout ? self.group(of: group, passing: Int64(Limits.laidOutPhases)) { Int64($0.runs) } : path
      problems.append(Self.tooMany(at: named, withOthers: isWorkout))
      isTooLarge = true
    } else if group.length ?? 0 > Self.week {
      let isWorkout = path == .root
      let named = isWorkout ? self.group(of: group, passing: Self.week) { $0.length(inSet: 0) ?? 0 } : path
      problems.append(Self.tooLong(at: named, withOthers: isWorkout))
    }
    if group.hasIntervals { checkInterval(of: group, at: path) }
    return problems.count == count
  }
}
