package import WorkoutModel

/// Reduces a workout to the model of other programs: steps and repeats.
package enum ExportTree {
  /// The largest number of steps and repeats in the result.
  static let nodeLimit = Limits.nodes

  /// The tree of a workout.
  ///
  /// Consecutive equal sets become a repeat. Groups whose sets differ, or depend on time or chance, are unrolled as
  /// in the plan, and a loss is added to the log. An open phase in a group that time ends lasts `doneAfter`.
  package static func tree(
    of timeline: Timeline, doneAfter: Duration = .seconds(30), _ log: ExchangeLog
  ) throws(ExchangeError) -> ExchangeTree {
    let workout = timeline.workout
    let texts = ExportTexts(workout)
    var leaves: [Leaf] = []
    var starts: [Duration] = []
    var cursor = timeline.first()
    while var here = cursor {
      leaves.append(Leaf(here, timeline, texts))
      starts.append(here.start)
      let done = here.start + max(doneAfter, timeline.phase(of: here.id).phase.atLeast ?? .zero)
      if timeline.endsByUser(here.id), here.end.map({ $0 > done }) ?? true { here.end(at: done) }
      cursor = timeline.next(after: here, endedAt: here.end ?? here.start)
    }
    let nodes = Builder(timeline: timeline, log: log).nodes(leaves[...], depth: 0)
    let tree = ExchangeTree(
      name: workout.spokenName, description: workout.spokenDescription, author: workout.author,
      tags: workout.tags.map(workout.phrases.translated),
      texts: texts.texts(starts: starts, total: timeline.total), nodes: nodes)
    guard tree.count <= nodeLimit else {
      throw ExchangeError(.file("phases"), that: "the workout", "has more than \(nodeLimit) steps")
    }
    return tree
  }
}

extension ExportTree {
  /// A phase of the plan, and the sets that contain it.
  private struct Leaf {
    let step: ExchangeStep
    /// The enclosing sets, outermost first.
    let levels: [Timeline.SetSpan]
    let path: FieldPath

    init(_ cursor: Cursor, _ timeline: Timeline, _ texts: ExportTexts) {
      let phase = timeline.phase(of: cursor.id)
      path = timeline.path(of: cursor.id)
      levels = timeline.sets(around: cursor).dropLast().reversed()
      var cap: Duration?
      if case .open(let own, _, _) = phase.end { cap = own }
      let isOpen = timeline.endsByUser(cursor.id)
      // Other programs have no placeholders.
      let words = phase.say.map(timeline.workout.phrases.filled)
      let say = words.flatMap { text in (try? CueText(text))?.placeholders.isEmpty == true ? text : nil }
      step = ExchangeStep(
        name: phase.name, intensity: phase.intensity, length: isOpen ? nil : cursor.length, cap: cap,
        target: phase.target, say: say, notes: phase.notes,
        texts: texts.texts(in: phase.phase, length: isOpen ? nil : cursor.length),
        origin: .file(path.description))
    }
  }

  private struct Builder {
    let timeline: Timeline
    let log: ExchangeLog

    func nodes(_ leaves: ArraySlice<Leaf>, depth: Int) -> [ExchangeNode] {
      var result: [ExchangeNode] = []
      var rest = leaves
      while let first = rest.first {
        guard first.levels.count > depth else {
          result.append(.step(first.step))
          rest = rest.dropFirst()
          continue
        }
        let level = first.levels[depth]
        let own = rest.prefix { $0.levels.count > depth && $0.levels[depth].group == level.group }
        result += group(own, depth: depth, level)
        rest = rest[own.endIndex...]
      }
      return result
    }

    /// The sets of a group; consecutive equal sets become one repeat.
    private func group(_ leaves: ArraySlice<Leaf>, depth: Int, _ level: Timeline.SetSpan) -> [ExchangeNode] {
      var runs: [(nodes: [ExchangeNode], sets: Int)] = []
      var rest = leaves
      while let set = rest.first?.levels[depth].set {
        let own = rest.prefix { $0.levels[depth].set == set }
        let nodes = nodes(own, depth: depth + 1)
        if runs.last?.nodes == nodes { runs[runs.count - 1].sets += 1 } else { runs.append((nodes, 1)) }
        rest = rest[own.endIndex...]
      }
      let path = timeline.path(ofNode: level.group).description
      report(runs, path)
      return runs.flatMap { $0.nodes.repeated($0.sets, name: level.name, origin: .file(path)) }
    }

    private func report(_ runs: [(nodes: [ExchangeNode], sets: Int)], _ path: String) {
      guard runs.count > 1 else { return }
      let sets = runs.reduce(0) { $0 + $1.sets }
      let steps = runs.reduce(0) { $0 + $1.nodes.count }
      let isAlike = Set(runs.map(\.nodes.count)).count == 1
      let lengths = Set(runs.map { run in run.nodes.map(Self.length) })
      let what = isAlike && lengths.count > 1 ? "\(sets) sets with their own lengths" : "\(sets) sets that differ"
      let why =
        runs.count == sets ? "were unrolled to \(steps) steps" : "were divided into \(runs.count) parts"
      log.warn(.file(path), that: what, why)
    }

    private static func length(_ node: ExchangeNode) -> Duration? {
      if case .step(let step) = node { step.length } else { nil }
    }
  }
}
