import StrictJSON

extension Timeline {
  /// The measurements that never end a phase because a number of the person isn't known: the first one for each number.
  package func unmeasured(for body: BodyProfile) -> [Problem] {
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
    return found.map { $0.problem }
  }

  /// The measurements that never end a phase before its cap, whatever a sensor measures of a person.
  package func unmet(for body: BodyProfile) -> [Problem] {
    workout.placedNodes.compactMap { path, node in
      guard case .phase(let phase) = node, case .open(let cap?, _, let until?) = phase.end, cap > .zero else {
        return nil
      }
      let start = "\(Excerpt.quoted(until.comparisonText)) never ends the phase before its cap: "
      if until.canHold(for: body) == false {
        return Problem(path.key("until").key(until.signal.rawValue), start + until.remark(onUnmeasurableFor: body))
      }
      guard until.hold >= cap else { return nil }
      let hold = "what holds for \(DurationText.write(until.hold)) can't end the phase earlier"
      return Problem(path.key("until"), "\(start)\(hold); make \"cap\" longer, or \"hold\" shorter")
    }
  }
}

extension Until {
  /// Whether it holds for any value that can be measured; `nil` if a number that it needs isn't known.
  fileprivate func canHold(for body: BodyProfile) -> Bool? {
    let extreme = comparison == .below ? signal.range.lowerBound : signal.range.upperBound
    return threshold(of: body).map { _ in isSatisfied(for: extreme, of: body) }
  }

  /// Why no value that is measured can meet it, and what to write.
  fileprivate func remark(onUnmeasurableFor body: BodyProfile) -> String {
    let share = threshold(of: body).map { "with your numbers it is \(comparison.rawValue) \($0), and " } ?? ""
    let range = "\(Excerpt.quoted(signal.rawValue)) is measured from \(signal.range.lowerBound) to "
    let other = "write a \(comparison == .below ? "larger" : "smaller") \(isShare ? "share" : "number")"
    return (isShare ? share : "") + range + "\(signal.range.upperBound); \(other)"
  }
}
