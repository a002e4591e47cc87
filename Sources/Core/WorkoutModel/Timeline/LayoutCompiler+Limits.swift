/// What is told of a workout that passes a limit as laid out.
extension LayoutCompiler {
  /// A group, or one with those before it, has too many phases; `nil` for the phases of the workout itself.
  static func tooMany(at group: FieldPath?, withOthers: Bool = true) -> Problem {
    let count = "has more than \(Limits.laidOutPhases) phases as laid out\(together(group, withOthers))"
    return Problem(group ?? FieldPath.root.key("phases"), "\(count): use fewer sets, or split the workout")
  }

  static func tooLong(at group: FieldPath?, withOthers: Bool = true) -> Problem {
    Problem(group ?? FieldPath.root.key("phases"), "lasts longer than 7 days\(together(group, withOthers))")
  }

  private static func together(_ group: FieldPath?, _ withOthers: Bool) -> String {
    group != nil && withOthers ? " together with what comes before it" : ""
  }

  /// Reports a set that is longer than its interval; for drawn nodes, the longest possible set.
  mutating func checkInterval(of group: LayoutGroup, at path: FieldPath) {
    let over = (0..<group.plannedSets).first { set in
      group.interval(ofSet: set).map { group.longest(ofSet: set) > $0 } ?? false
    }
    guard let over, let every = group.interval(ofSet: over) else { return }
    let interval = DurationText.write(.nanoseconds(every))
    let length = DurationText.write(.nanoseconds(group.longest(ofSet: over)))
    let which = group.draw?.drawsSome == true ? "the longest phases that may be drawn for" : "the phases of"
    problems.append(
      Problem(path.key("every"), "\(which) set \(over + 1) last \(length), longer than the interval of \(interval)"))
  }
}
