/// The lengths that are drawn where the seed doesn't decide.
enum DrawnExtreme: Sendable {
  case shortest, longest
}

/// What a workout with drawn lengths is for those who don't know what the seed draws.
extension Timeline {
  /// The shortest and the longest total length that draws of lengths and of nodes allow; `nil` if nothing is drawn, or
  /// if the length may depend on the user.
  package var totalRange: ClosedRange<Duration>? {
    guard layout.drawsLengths, let total, let shortest = drawing(.shortest)?.total,
      let longest = drawing(.longest)?.total
    else { return nil }
    // In a group that time ends, shorter phases may leave more to come.
    let bounds = [shortest, longest, total]
    let range = (bounds.min() ?? total)...(bounds.max() ?? total)
    return range.lowerBound == range.upperBound ? nil : range
  }

  /// The total length, `nil` if it may depend on the user, whatever the seed draws.
  package var certainTotal: Duration? {
    guard layout.drawsLengths, let total, let longest = drawing(.longest) else { return total }
    return longest.total.map { _ in total }
  }

  private func drawing(_ extreme: DrawnExtreme) -> Timeline? {
    try? Timeline(unchecked: workout, trackLengths: trackLengths, seed: seed, drawing: extreme)
  }

  /// The total length to show; `nil` if it depends on the user or gives away when a surprise phase ends.
  package var shownTotal: Duration? {
    first().map { layout.outlooks(around: $0)[0].isHidden } == true ? nil : total
  }

  /// Whether nobody is to know when some phase ends.
  package var hasSurprises: Bool { layout.leaves.contains { $0.leaf.isSurprise } }

  /// The plan in which surprise phases last as long as on average, so that it doesn't tell when they end.
  package var withoutSurprises: Timeline {
    guard hasSurprises else { return self }
    var fixed = workout
    fixed.nodes = fixed.nodes.map { node in
      node.changing { phase in
        if case .after(.random(let random)) = phase.end, random.isSurprise {
          phase.end = .after(.fixed((random.shortest + random.longest) / 2))
        }
      }
    }
    return (try? Timeline(unchecked: fixed, trackLengths: trackLengths, seed: seed)) ?? self
  }
}
