/// Finds cue rules, moments and words that can never be heard.
///
/// It considers only what the file determines: intensities, numbers of sets, lengths, which phases are open, and which
/// follow others. Whatever depends on a draw, or on when the user ends a phase, counts as possible.
struct RuleReach {
  let layout: Layout
  private let counts: Bool
  let intensities: Set<Intensity>
  let hasTargets: Bool
  private let ends: [Int]

  init(_ layout: Layout, of workout: Workout) {
    self.layout = layout
    counts = (workout.styleRules + workout.cues + layout.nodes.flatMap { $0.cues }).contains { $0.count != nil }
    var ends = layout.nodes.indices.map { $0 + 1 }
    for node in layout.nodes.indices.dropFirst().reversed() {
      let parent = layout.parents[node]
      ends[parent] = max(ends[parent], ends[node])
    }
    self.ends = ends
    let phases = layout.leaves.filter { layout.longest(ofPhase: $0.node) > .zero }.map { $0.leaf.phase }
    intensities = Set(phases.map { $0.intensity })
    hasTargets = phases.contains { $0.target != nil }
  }

  /// A condition that something must meet, and the end of the sentence if nothing does.
  typealias Criterion<Value> = (isMet: (Value) -> Bool, reason: String)

  /// What can never be heard of a rule at `path`.
  ///
  /// `owners` are the layout nodes that contain the rule, several if a node has sides; node 0 is the workout.
  func problems(of rule: CueRule, writtenIn owners: [Int], at path: FieldPath) -> [Problem] {
    var anchors = anchors(of: rule, owners)
    if let reason = Self.filter(&anchors, by: conditions(of: rule)) {
      return [Problem(path, "can never sound: \(reason)")]
    }
    var places: [Place] = []
    var reasons: [(index: Int, reason: String)] = []
    for (index, moment) in rule.moments.enumerated() {
      var there = anchors
      if let reason = Self.filter(&there, by: conditions(of: rule, at: moment)) { reasons.append((index, reason)) }
      places += there.flatMap { anchor in
        homes(of: moment, in: anchor).map { Place(anchor: anchor, home: $0, moment: moment) }
      }
    }
    if reasons.count == rule.moments.count { return [Problem(path, "can never sound: \(reasons[0].reason)")] }
    let never = reasons.map { Problem(path.key("at").index($0.index), "this moment never comes: \($0.reason)") }
    places.removeAll { !isOfIntensity($0.home, rule) }
    guard let say = rule.say, let reason = Self.filter(&places, by: conditions(of: say, on: rule.on)) else {
      return never
    }
    let what = rule.sound == nil ? "can never sound" : "these words are never spoken"
    return never + [Problem(path.key("say"), "\(what): \(reason)")]
  }

  /// Removes the values that don't meet all conditions; returns the reason if none is left.
  static func filter<Value>(_ values: inout [Value], by criteria: [Criterion<Value>]) -> String? {
    for criterion in criteria {
      values.removeAll { !criterion.isMet($0) }
      if values.isEmpty { return criterion.reason }
    }
    return nil
  }

  private func anchors(of rule: CueRule, _ owners: [Int]) -> [Int] {
    switch rule.on {
    case .phase: owners.flatMap { leaves(in: $0) }
    case .set: owners.contains(0) ? layout.nodes.indices.dropFirst().filter(isGroup) : owners
    case .workout: [0]
    }
  }

  /// The conditions of a rule that don't depend on its moment.
  private func conditions(of rule: CueRule) -> [Criterion<Int>] {
    let condition = rule.condition
    var criteria: [Criterion<Int>] = []
    switch rule.on {
    case .phase:
      criteria.append(({ isOfIntensity($0, rule) }, "no phase it is for has such an intensity"))
    case .set:
      criteria.append(({ _ in true }, "there is no set group"))
    case .workout:
      let reason = "no phase has such an intensity"
      criteria.append(({ _ in leaves(in: 0).contains { isOfIntensity($0, rule) } }, reason))
    }
    if let set = condition.set, rule.on == .phase {
      criteria.append(
        ({ isSatisfied(set, in: layout.parents[$0], skipping: $0) }, "no phase it is for is in such a set"))
    } else if let set = condition.set {
      criteria.append(({ isSatisfied(set, in: $0, skipping: nil) }, "no group has such a set"))
    }
    if let several = condition.severalPhases {
      criteria.append(
        ({ (layout.group($0).phases > 1) == several }, "every group it is for has \(several ? "one phase" : "several")")
      )
    }
    if condition.endsSet == true {
      criteria.append(({ mayEndSet($0) }, "no phase it is for is the last one of a set"))
    }
    if condition.intensityChanges == true {
      criteria.append(({ mayChangeIntensity($0) }, "no phase it is for comes before one of another intensity"))
    }
    if condition.counted == true { criteria.append(({ _ in counts }, "nothing counts down in this workout")) }
    return criteria
  }

  /// Whether a set of a group meets the condition and doesn't skip the child.
  private func isSatisfied(_ wanted: SetCondition, in node: Int, skipping child: Int?) -> Bool {
    // The workout itself is not a set group.
    guard node > 0 else { return false }
    let group = layout.group(node)
    let place = child.map { group.place(of: $0) }
    return wanted.holds(inAnyOf: group.sets) { set in
      place.map { group.mayRun(child: $0, inSet: set) } ?? true
    }
  }

  private func isOfIntensity(_ leaf: Int, _ rule: CueRule) -> Bool {
    rule.condition.intensity?.contains(layout.leaf(leaf).phase.intensity) ?? true
  }

  func isGroup(_ node: Int) -> Bool { if case .group = layout.nodes[node] { true } else { false } }

  func leaves(in node: Int) -> [Int] { (node..<ends[node]).filter { !isGroup($0) } }
}

extension SetCondition {
  /// Whether one of the sets that meet the condition, counted from 0, is wanted: in a group of `count` sets, or in one
  /// that time ends.
  fileprivate func holds(inAnyOf count: Int?, where isWanted: (Int) -> Bool) -> Bool {
    let all = 0..<(count ?? Limits.sets.upperBound)
    func any(from first: Int, by step: Int) -> Bool {
      stride(from: first, to: all.upperBound, by: step).contains(where: isWanted)
    }
    return switch self {
    case .first: all.prefix(1).contains(where: isWanted)
    case .last: count != nil && all.suffix(1).contains(where: isWanted)
    case .notLast: (count == nil ? all : all.dropLast()).contains(where: isWanted)
    case .odd: any(from: 0, by: 2)
    case .even: any(from: 1, by: 2)
    case .numbers(let numbers): numbers.contains { all.contains($0 - 1) && isWanted($0 - 1) }
    case .every(let interval, let from): any(from: from - 1, by: max(1, interval))
    }
  }
}
