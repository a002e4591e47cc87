extension Walk {
  /// Stands on the leaf that holds `position`, found in closed form; `false` where none does.
  mutating func descend(to position: Duration) -> Bool {
    var node = 0
    var start = Duration.zero
    while case .group(let group) = layout.nodes[node] {
      push(node, group, at: start)
      let last = frames.count - 1
      let set = self.set(of: group, at: (position - start).inNanoseconds)
      start += .nanoseconds(group.length(sets: set))
      frames[last].set = set
      frames[last].setStart = start
      frames[last].setLimit = limit(ofSet: group, from: start, within: frames[last].groupLimit)
      guard let child = child(of: group, in: set, at: (position - start).inNanoseconds) else { return false }
      frames[last].child = child
      start += .nanoseconds(group.timedLength(set: set, children: child))
      node = group.children[child]
    }
    return stop(at: node, layout.leaf(node), from: start)
  }

  /// The last set that begins at or before `offset`; sets that last no time are passed over.
  private func set(of group: LayoutGroup, at offset: Int) -> Int {
    if let every = group.every { return every == 0 ? 0 : min(offset / every, (group.sets ?? 1) - 1) }
    var upper = min(group.sets.map { $0 - 1 } ?? .max, group.firstOpenSet ?? .max)
    if upper == .max {
      // Double until the set lies behind: sums stay within four times a length that is itself within the limits.
      upper = 1
      while group.length(sets: upper) <= offset { upper *= 2 }
    }
    var lower = 0
    while lower < upper {
      let middle = upper - (upper - lower) / 2
      if group.length(sets: middle) <= offset { lower = middle } else { upper = middle - 1 }
    }
    return lower
  }

  /// The child of a set that holds `offset`: the last that begins at or before it and lasts any time.
  private func child(of group: LayoutGroup, in set: Int, at offset: Int) -> Int? {
    let count = group.children.count
    guard count > 0 else { return nil }
    // No child begins behind one that only the user ends.
    var upper = count - 1
    if group.opens(set: set, children: count) > 0 {
      var lower = 0
      while lower < upper {
        let middle = (lower + upper) / 2
        if group.opens(set: set, children: middle + 1) > 0 { upper = middle } else { lower = middle + 1 }
      }
    }
    var lower = 0
    while lower < upper {
      let middle = upper - (upper - lower) / 2
      if group.timedLength(set: set, children: middle) <= offset { lower = middle } else { upper = middle - 1 }
    }
    // A left-out child at the end of a set begins there too, but holds nothing.
    while lower > 0, group.isSkipped(child: lower, set: set) { lower -= 1 }
    return lower
  }
}
