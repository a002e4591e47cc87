import WorkoutModel

/// Puts a tree on the grid of a format's times.
///
/// Each start is rounded, and not each length, so that errors never add up. A group whose set doesn't fit the grid is
/// unrolled for that.
struct TimeGrid {
  /// The unit of the format.
  private let unit: Duration
  private var log: ExchangeLog
  /// Where the next step begins, exactly.
  private var position = Duration.zero

  /// The tree on a grid; what is rounded is told once.
  static func aligned(
    _ tree: ExchangeTree, to unit: Duration, _ log: inout ExchangeLog
  ) throws(ExchangeError) -> ExchangeTree {
    var grid = TimeGrid(unit: unit, log: log)
    var aligned = tree
    aligned.nodes = try grid.aligned(tree.nodes)
    log = grid.log
    guard !aligned.nodes.isEmpty else {
      let why = "has no phase that lasts \(DurationText.write(unit))"
      throw ExchangeError(ExchangeRemark(.file, "phases", that: "the workout", why))
    }
    if lengths(tree) != lengths(aligned) {
      log.lose(ExchangeRemark(.file, "phases", that: "times", "were rounded to \(DurationText.write(unit))"))
    }
    return aligned
  }

  private static func lengths(_ tree: ExchangeTree) -> [Duration?] {
    var lengths: [Duration?] = []
    tree.visit { lengths.append($0.length) }
    return lengths
  }

  private mutating func aligned(_ nodes: [ExchangeNode]) throws(ExchangeError) -> [ExchangeNode] {
    var result: [ExchangeNode] = []
    for node in nodes {
      switch node {
      case .step(var step):
        if let length = step.length {
          let start = rounded(position)
          position += length
          step.length = rounded(position) - start
          if step.length == .zero {
            log.lose(
              ExchangeRemark(
                step.place, step.path, that: "a step shorter than the unit \(DurationText.write(unit))", "was left out")
            )
            continue
          }
        }
        result.append(.step(step))
      case .group(let group) where fits(group.nodes):
        // Every set is as long, so each step keeps its length wherever the group begins.
        position += length(of: group.nodes) * group.sets
        result.append(node)
      case .group(let group):
        let all = ExchangeTree(nodes: [.group(group)])
        let flat = try all.unrolled(below: 0, &log)
        result += try aligned(flat.nodes)
      }
    }
    return result
  }

  private func isOnGrid(_ time: Duration) -> Bool { time.inNanoseconds.isMultiple(of: unit.inNanoseconds) }

  private func fits(_ nodes: [ExchangeNode]) -> Bool {
    nodes.allSatisfy { node in
      switch node {
      case .step(let step): isOnGrid(step.length ?? .zero)
      case .group(let group): fits(group.nodes)
      }
    }
  }

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
