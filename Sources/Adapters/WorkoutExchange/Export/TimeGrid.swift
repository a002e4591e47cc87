import WorkoutModel

extension ExchangeTree {
  /// The tree with its times in the resolution of a format; rounding is logged as one loss.
  func aligned(to unit: Duration, _ log: ExchangeLog) throws(ExchangeError) -> ExchangeTree {
    var grid = TimeGrid(unit: unit, log: log)
    var aligned = self
    aligned.nodes = try grid.aligned(nodes)
    guard !aligned.nodes.isEmpty else {
      let why = "has no phase of at least \(DurationText.write(unit))"
      throw ExchangeError(.file("phases"), that: "the workout", why)
    }
    if allSteps.map(\.length) != aligned.allSteps.map(\.length) {
      log.warn(.file("phases"), that: "times", "were rounded to \(DurationText.write(unit))")
    }
    return aligned
  }
}

/// Aligns a tree to the time resolution of a format.
///
/// It rounds each start instead of each length, so that errors don't accumulate. A group is unrolled if the length of
/// its set isn't a multiple of the unit.
private struct TimeGrid {
  let unit: Duration
  let log: ExchangeLog
  /// The exact start of the next step.
  var position = Duration.zero

  mutating func aligned(_ nodes: [ExchangeNode]) throws(ExchangeError) -> [ExchangeNode] {
    var result: [ExchangeNode] = []
    for node in nodes {
      switch node {
      case .step(var step):
        if let length = step.length {
          let start = rounded(position)
          position += length
          step.length = rounded(position) - start
          if step.length == .zero {
            log.warn(step.origin, that: "a step shorter than the unit \(DurationText.write(unit))", "was left out")
            continue
          }
        }
        result.append(.step(step))
      case .group(let group) where group.nodes.allSteps.allSatisfy({ isOnGrid($0.length ?? .zero) }):
        // All sets have the same length, so the steps keep theirs at any start.
        position += length(of: group.nodes) * group.sets
        result.append(node)
      case .group(let group):
        let all = ExchangeTree(nodes: [.group(group)])
        let flat = try all.unrolled(below: 0, log)
        result += try aligned(flat.nodes)
      }
    }
    return result
  }

  private func isOnGrid(_ time: Duration) -> Bool { time.inNanoseconds.isMultiple(of: unit.inNanoseconds) }

  private func length(of nodes: [ExchangeNode]) -> Duration {
    nodes.reduce(.zero) { sum, node in
      switch node {
      case .step(let step): sum + (step.length ?? .zero)
      case .group(let group): sum + length(of: group.nodes) * group.sets
      }
    }
  }

  private func rounded(_ time: Duration) -> Duration {
    let (nanoseconds, grid) = (time.inNanoseconds, unit.inNanoseconds)
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: grid)
    return .nanoseconds((whole + (rest * 2 >= grid ? 1 : 0)) * grid)
  }
}
