/// What a workout with random lengths is for those who don't know what the seed draws.
extension Timeline {
  /// The shortest and the longest total length that random lengths allow; `nil` if there are none, or if the length
  /// depends on the user.
  public var totalRange: ClosedRange<Duration>? {
    guard layout.isVarying, let total,
      let shortest = with(lengths: { $0.shortest })?.total, let longest = with(lengths: { $0.longest })?.total
    else { return nil }
    // In a group that time ends, shorter phases may leave more to come.
    let bounds = [shortest, longest, total]
    let range = (bounds.min() ?? total)...(bounds.max() ?? total)
    return range.lowerBound == range.upperBound ? nil : range
  }

  /// The total length to show; `nil` if it depends on the user or gives away when a surprise phase ends.
  public var shownTotal: Duration? {
    guard layout.isVarying, let first = first() else { return total }
    return layout.outlook(from: first).ends[0].isHidden ? nil : total
  }

  /// Whether nobody is to know when some phase ends.
  public var hasSurprises: Bool { layout.leaves.contains { $0.leaf.isSurprise } }

  /// The plan in which surprise phases last as long as on average, so that it doesn't tell when they end.
  public var withoutSurprises: Timeline {
    guard hasSurprises else { return self }
    return with { $0.isSurprise ? ($0.shortest + $0.longest) / 2 : nil } ?? self
  }

  /// The plan in which random phases have given lengths; those without one are drawn.
  private func with(lengths: (RandomLength) -> Duration?) -> Timeline? {
    var fixed = workout
    fixed.nodes = fixed.nodes.map { node in
      node.changing { phase in
        if case .after(.random(let random)) = phase.end, let length = lengths(random) {
          phase.end = .after(.fixed(length))
        }
      }
    }
    return try? Timeline(fixed, trackLengths: trackLengths, seed: seed)
  }
}
