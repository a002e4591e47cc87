import StrictJSON

extension WorkoutCheck {
  mutating func checkCoach(_ coach: Coach?, _ path: FieldPath) {
    if let every = coach?.every { checkRange(every, Limits.coachInterval, path.key("every")) }
  }
}

extension Timeline {
  /// The coaches that never say anything, with the reason: no phase in their reach has a target that can be measured,
  /// or none of these has time for a call.
  var idleCoaches: [Problem] {
    let written = [(FieldPath.root, Optional(workout.coach))] + workout.placedNodes.map { ($0.path, $0.node.coach) }
    let coached = coachedPhases.filter { $0.isMeasurable }
    let (settling, closing) = (DurationText.write(Coach.settling), DurationText.write(Coach.closing))
    return written.compactMap { path, coach in
      guard coach?.every != nil else { return nil }
      let lengths = coached.filter { $0.owner == path }.map { $0.longest }
      guard let longest = lengths.max() else {
        return Problem(
          path.key("coach"),
          "has no effect: no phase in its reach has a \"target\" that can be measured, such as \"145-155bpm\"")
      }
      guard longest <= Coach.settling + Coach.closing else { return nil }
      return Problem(
        path.key("coach"),
        "has no effect: no phase in its reach with such a \"target\" is longer than "
          + "\(DurationText.write(Coach.settling + Coach.closing)), and nothing is said in the first \(settling) "
          + "and the last \(closing) of one; make one longer")
    }
  }

  /// The targets that can't be coached because a number of the person isn't known: the first one for each number.
  package func uncoached(for body: BodyProfile) -> [Problem] {
    var found: [(number: String, problem: Problem)] = []
    for phase in coachedPhases {
      for target in phase.leaf.phase.target?.values ?? [] {
        guard let part = target.lacking(body), let number = part.measure.personalNumber,
          !found.contains(where: { $0.number == number.key })
        else { continue }
        let message =
          "\(Excerpt.quoted(part.description)) isn't coached: it needs your \(number.words); "
          + "set \"\(number.key)\" in \"body\" of the settings"
        found.append((number.key, Problem(phase.leaf.path.key("target"), message)))
      }
    }
    return found.map { $0.problem }
  }

  /// A phase with a coach, and the place in the file at which the coach is written.
  private struct CoachedPhase {
    let owner: FieldPath
    let leaf: LayoutLeaf
    let longest: Duration

    var isMeasurable: Bool { leaf.phase.target?.values.contains(where: { $0.isMeasurable }) ?? false }
  }

  private var coachedPhases: [CoachedPhase] {
    layout.leaves.filter { ($0.leaf.coach ?? workout.coach).every != nil }.map { node, leaf in
      let owner = layout.path(to: node).last { layout.nodes[$0].coach != nil }
      return CoachedPhase(
        owner: owner.map(path(ofNode:)) ?? .root, leaf: leaf, longest: layout.longest(ofPhase: node))
    }
  }
}

extension Target {
  /// Whether it names a signal whose values are known for somebody.
  fileprivate var isMeasurable: Bool {
    !SignalTarget.all(of: parts ?? [], for: BodyProfile(maxHeartRate: 200, thresholdHeartRate: 180, ftp: 300)).isEmpty
  }

  /// The first quantity of a signal that nothing is known of without a number of the person.
  fileprivate func lacking(_ body: BodyProfile) -> Part? {
    let known = SignalTarget.all(of: parts ?? [], for: body).map({ $0.signal })
    return parts?.first { part in
      guard let signal = part.measure.signal, let number = part.measure.personalNumber else { return false }
      return !known.contains(signal) && number.value(body) == nil
    }
  }
}
