import StrictJSON

extension Timeline {
  /// The measurements that never end a phase because a number of the person isn't known: the first one for each number.
  public func unmeasured(for body: BodyProfile) -> [Problem] {
    var found: [(key: String, problem: Problem)] = []
    for (path, node) in workout.placedNodes {
      guard case .phase(let phase) = node, let until = phase.until, until.threshold(of: body) == nil,
        let number = until.level.measure.personalNumber, !found.contains(where: { $0.key == number.key })
      else { continue }
      let message =
        "\(Excerpt.quoted(until.comparisonText)) never ends the phase before its cap: it needs your \(number.words); "
        + "set \"\(number.key)\" in \"body\" of the settings"
      found.append((number.key, Problem(path.key("until").key(until.signal.rawValue), message)))
    }
    return found.map(\.problem)
  }
}
