/// Finds cue rules that can never make a cue.
///
/// It considers only what the file determines: intensities, numbers of sets, and moments outside the phases of a
/// rule. Whatever depends on the user or on a draw counts as possible.
struct RuleReach {
  private let layout: Layout
  /// The end of each node's subtree.
  private let ends: [Int]

  init(_ layout: Layout) {
    self.layout = layout
    var ends = layout.nodes.indices.map { $0 + 1 }
    for node in layout.nodes.indices.dropFirst().reversed() {
      let parent = layout.parents[node]
      ends[parent] = max(ends[parent], ends[node])
    }
    self.ends = ends
  }

  /// The reason why a rule can never make a cue, as the end of a sentence; `nil` if it may.
  ///
  /// `owners` are the layout nodes that contain the rule, several if a node has sides; node 0 is the workout.
  func reason(_ rule: CueRule, writtenIn owners: [Int]) -> String? {
    switch rule.on {
    case .phase: reasonForPhases(rule, owners)
    case .set: reasonForSets(rule, owners)
    case .workout: reasonForWorkout(rule)
    }
  }

  private func reasonForPhases(_ rule: CueRule, _ owners: [Int]) -> String? {
    let within = owners.flatMap { leaves(in: $0) }
    let ofIntensity = within.filter { node in
      rule.condition.intensity?.contains(layout.leaf(node).phase.intensity) ?? true
    }
    guard !ofIntensity.isEmpty else { return "no phase it is for has such an intensity" }
    let inSets = ofIntensity.filter { node in
      rule.condition.set.map { holds($0, in: layout.parents[node], skipping: node) } ?? true
    }
    guard !inSets.isEmpty else { return "no phase it is for is in such a set" }
    let mayFit = inSets.contains { node in
      let leaf = layout.leaf(node)
      return fits(rule, layout.longest(leaf, in: layout.group(layout.parents[node])))
    }
    return mayFit ? nil : "no phase it is for lasts long enough"
  }

  private func reasonForSets(_ rule: CueRule, _ owners: [Int]) -> String? {
    let groups = owners.contains(0) ? layout.nodes.indices.dropFirst().filter(isGroup) : owners
    guard !groups.isEmpty else { return "there is no set group" }
    guard let wanted = rule.condition.set else { return nil }
    return groups.contains { holds(wanted, in: $0, skipping: nil) } ? nil : "no group has such a set"
  }

  private func reasonForWorkout(_ rule: CueRule) -> String? {
    if let wanted = rule.condition.intensity,
      !leaves(in: 0).contains(where: { wanted.contains(layout.leaf($0).phase.intensity) })
    {
      return "no phase has such an intensity"
    }
    guard let length = layout.group(0).length else { return nil }
    return fits(rule, .nanoseconds(length)) ? nil : "the workout doesn't last long enough"
  }

  private func isGroup(_ node: Int) -> Bool {
    if case .group = layout.nodes[node] { true } else { false }
  }

  private func leaves(in node: Int) -> [Int] { (node..<ends[node]).filter { !isGroup($0) } }

  /// Whether a set of a group meets the condition and doesn't skip the child.
  private func holds(_ wanted: SetCondition, in node: Int, skipping child: Int?) -> Bool {
    // The workout itself is not a set group.
    guard node > 0 else { return false }
    let group = layout.group(node)
    let place = child.flatMap { group.index(ofNode: $0) }
    return (0..<(group.sets ?? Self.manySets)).contains { set in
      if let place, group.isSkipped(child: place, set: set) { return false }
      return wanted.holds(forSet: set + 1, isLast: set + 1 == group.sets, isKnown: group.sets != nil)
    }
  }

  /// The number of sets that are examined if time ends the group.
  private static let manySets = 100_000

  /// Whether a phase or workout of at most this length contains a moment of the rule and meets its conditions on
  /// lengths.
  private func fits(_ rule: CueRule, _ length: Duration) -> Bool {
    if let least = rule.condition.longerThan, length <= least { return false }
    if let least = rule.condition.atLeast, length < least { return false }
    return length > .zero && rule.moments.contains { Self.lies($0, within: length) }
  }

  private static func lies(_ moment: Moment, within length: Duration) -> Bool {
    switch moment {
    case .start(let offset): (.zero...length).contains(offset)
    case .end(let offset): (.zero...length).contains(length + offset)
    case .half(let offset): lies(.part(percent: 50, offset: offset), within: length)
    case .part(let percent, let offset):
      (.zero...length).contains(.nanoseconds(length.inNanoseconds / 100 * percent) + offset)
    case .every(let interval): interval < length
    case .random(let count): length >= Limits.randomSpacing * (count + 1)
    }
  }
}
