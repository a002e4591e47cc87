import StrictJSON

/// Checks lengths that depend on the user, on draws or on other phases.
extension WorkoutCheck {
  mutating func checkLeast(_ atLeast: Duration?, _ cap: Duration?, _ path: FieldPath) {
    checkRange(atLeast, Limits.phaseLength, path.key("atLeast"))
    guard let atLeast, let cap, atLeast > cap, !isUnknown(path.key("cap")) else { return }
    report(path.key("atLeast"), "must not be longer than the \"cap\" of \(DurationText.write(cap))")
  }

  mutating func checkUntil(_ until: Until, _ cap: Duration?, _ path: FieldPath) {
    let field = path.key("until")
    if cap == nil, !isUnknown(path.key("cap")) {
      report(field, "needs \"cap\" beside it, such as \"3m\": where nothing is measured, the phase ends then")
    }
    checkRange(until.hold, Limits.hold, field.key("hold"))
    let range = until.isShare ? Limits.share : until.signal.range
    guard !(range.lowerBound * 1000...range.upperBound * 1000).contains(until.level.from) else { return }
    report(field.key(until.signal.rawValue), Complaint.range(range, got: Excerpt.quoted(until.comparisonText)))
  }

  mutating func checkRandom(_ length: RandomLength, _ path: FieldPath) {
    checkRange(length.shortest, Limits.phaseLength, path.index(0))
    checkRange(length.longest, Limits.phaseLength, path.index(1))
    guard length.shortest > length.longest, !isUnknown(path.index(0)), !isUnknown(path.index(1)) else { return }
    report(path, "must have the shorter duration first")
  }

  mutating func checkRelative(_ length: RelativeLength, at path: FieldPath) {
    let field = path.key("duration")
    if !Limits.timesMillionths.contains(length.millionths) {
      let factor = DecimalText.shortest(length.millionths, per: RelativeLength.unit)
      report(field.key("times"), Complaint.range(Limits.times, got: factor))
    }
    // An unreadable name may be the one that is meant.
    guard !unknown.contains(where: { $0.steps.last == .key("name") }) else { return }
    guard let named = namedPlaces[length.name.inEnglish] else {
      let names = workout.placedNodes.filter { $0.path != path }.flatMap { $0.node.names }
      return report(
        field.key("of"),
        "no phase has the name \(Excerpt.quoted(length.name))" + question(length.name, among: names))
    }
    // Further problems aren't reported, and each of these searches may be long.
    guard problems.count < Self.mostProblems else { return }
    let places = path.places
    if named.contains(where: { workout.mayPrecede($0, places) }) { return }
    report(field.key("of"), "no phase \(Excerpt.quoted(length.name)) can have come before this one")
  }
}

extension Node {
  var names: [String] { if case .phase(let phase) = self { phase.comparedNames } else { [] } }
}

extension Workout {
  /// Whether a phase may run before another one, in the same set of a group around both or in an earlier one.
  fileprivate func mayPrecede(_ first: [NodePlace], _ second: [NodePlace]) -> Bool {
    guard first != second else { return false }
    var group = SetGroup(.sets(1), nodes: nodes)
    for (a, b) in zip(first, second) {
      if a != b { return group.mayRun(a, before: b) }
      guard case .group(let inner) = group.node(a) else { return false }
      if inner.repetition.sets != 1 || inner.sides != nil || a == .between && group.nodes.count > 2 { return true }
      group = inner
    }
    return false
  }
}

/// A step from a group to one of its nodes.
enum NodePlace: Equatable {
  case index(Int)
  case between
}

extension SetGroup {
  fileprivate func node(_ place: NodePlace) -> Node? {
    switch place {
    case .index(let index): nodes.indices.contains(index) ? nodes[index] : nil
    case .between: between
    }
  }

  fileprivate func mayRun(_ first: NodePlace, before second: NodePlace) -> Bool {
    guard order == .given else { return true }
    return switch (first, second) {
    case (.index(let first), .index(let second)): first < second
    case (.index(let index), .between): index + 1 < nodes.count
    case (.between, .index(let index)): index > 0
    case (.between, .between): false
    }
  }
}

extension FieldPath {
  var places: [NodePlace] {
    steps.compactMap { step in
      switch step {
      case .index(let index): .index(index)
      case .key("between"): .between
      case .key: nil
      }
    }
  }
}
