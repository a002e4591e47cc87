import StrictJSON

/// Checks values that differ from set to set: lists, and numbers that grow.
extension WorkoutCheck {
  /// Checks each value of a list, and that there are sets for it.
  mutating func checkValues<Value>(
    _ values: PerSet<Value>?, _ path: FieldPath, in groups: [EnclosingGroup],
    _ check: (inout WorkoutCheck, Value, FieldPath) -> Void
  ) {
    guard let values else { return }
    for (index, value) in values.values.enumerated() { check(&self, value, values.path(of: index, at: path)) }
    if let name = values.group {
      checkGroup(named: name, path.key("by"), in: groups)
    } else if values.isList, groups.isEmpty {
      report(path, "a list has one value a set, but no set group is around this phase")
    }
  }

  private mutating func checkGroup(named name: String, _ path: FieldPath, in groups: [EnclosingGroup]) {
    let names = groups.reversed().compactMap { $0.name }
    guard areGroupNamesKnown, !names.contains(name.inEnglish) else { return }
    let shown = Excerpt.quoted(name)
    if RulePlace(.workout(workout.nodes)).groupNames.contains(name.inEnglish) {
      return report(path, "the group \(shown) is not around this phase" + question(name, among: names))
    }
    report(path, "no set group has the name \(shown)" + question(name, among: names))
  }

  mutating func checkReps(of phase: Phase, at path: FieldPath, in groups: [EnclosingGroup]) {
    switch phase.reps {
    case .perSet(let counts):
      checkValues(counts, path.key("reps"), in: groups) { $0.checkRange($1, Limits.reps, $2) }
    case .progression(let from, let growth):
      let growing = GrowingNumber(
        from: Int64(from), by: Int64(growth), limits: Limits.reps.wide, growthLimits: Limits.repsGrowth.wide)
      checkProgression(growing, skip: phase.skip, path.key("reps"), in: groups)
    case nil: break
    }
  }

  /// Checks the intervals of a group's sets; their number is `nil` if it is unknown.
  mutating func checkInterval(_ interval: SetInterval, sets: Int?, _ path: FieldPath) {
    switch interval {
    case .fixed(let length): checkRange(length, Limits.setInterval, path)
    case .perSet(let lengths):
      if lengths.isEmpty { report(path, "must hold at least one interval") }
      for (index, length) in lengths.enumerated() { checkRange(length, Limits.setInterval, path.index(index)) }
      guard let sets, lengths.count != sets, !lengths.isEmpty else { return }
      let count = sets == 1 ? "1 set" : "\(sets) sets"
      report(path, "must have one interval for each of the group's \(count), has \(lengths.count)")
    case .progression(let from, let growth):
      let before = problems.count
      checkRange(from, Limits.setInterval, path.key("from"))
      checkRange(growth, Limits.growth, path.key("by"))
      guard problems.count == before, !isUnknown(path.key("from")), !isUnknown(path.key("by")) else { return }
      let progression = Progression(from: from, by: growth, skip: nil, limits: Limits.setInterval)
      guard let sets else {
        guard growth < .zero, !isUnknown(path) else { return }
        return report(path.key("by"), "must not be below 0 with \"for\", which leaves the number of sets unknown")
      }
      checkProgression(progression, sets: sets, path)
    }
  }

  /// A number that changes linearly from set to set.
  struct GrowingNumber {
    let from: Int64
    let by: Int64
    let limits: ClosedRange<Int64>
    let growthLimits: ClosedRange<Int64>
    /// The number that stands for 1.
    var unit: Int64 = 1

    func text(_ number: Int64) -> String { DecimalText.shortest(number, per: unit) }

    func complaint(_ number: Int64, _ limits: ClosedRange<Int64>) -> String? {
      if limits.contains(number) { return nil }
      return Complaint.range(Int(limits.lowerBound / unit)...Int(limits.upperBound / unit), got: text(number))
    }
  }

  mutating func checkProgression(
    _ growing: GrowingNumber, skip: SkippedSets?, _ path: FieldPath, in groups: [EnclosingGroup]
  ) {
    let before = problems.count
    if let complaint = growing.complaint(growing.from, growing.limits) { report(path.key("from"), complaint) }
    if let complaint = growing.complaint(growing.by, growing.growthLimits) { report(path.key("by"), complaint) }
    guard let group = groups.last else {
      return report(path, "\"from\" and \"by\" go from set to set, but no set group is around this phase")
    }
    guard problems.count == before, let repetition = group.repetition else { return }
    guard let sets = repetition.sets else {
      guard growing.by < 0 else { return }
      return report(path.key("by"), "must not be below 0 in a group with \"for\", whose number of sets is unknown")
    }
    guard Limits.sets.contains(sets) else { return }
    // The number is monotonic, so the first and the last set with the phase determine whether it is valid.
    let (first, last) = (skip == .first ? 2 : 1, skip == .last ? sets - 1 : sets)
    for set in [first, last] where first <= last {
      let number = growing.from + growing.by * Int64(set - 1)
      guard !growing.limits.contains(number) else { continue }
      let range = "\(growing.limits.lowerBound / growing.unit)…\(growing.limits.upperBound / growing.unit)"
      return report(path, "comes to \(growing.text(number)) in set \(set) of \(sets): must stay within \(range)")
    }
  }
}

extension ClosedRange<Int> {
  fileprivate var wide: ClosedRange<Int64> { Int64(lowerBound)...Int64(upperBound) }
}
