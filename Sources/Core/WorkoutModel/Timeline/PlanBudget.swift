import StrictJSON

/// Counts what a workout comes to as it is laid out: its phases, the cues of its rules, and what is kept of lengths
/// that vary.
///
/// Whatever expands a workout takes a `Timeline`, and there is none beyond these limits: a file of some hundred bytes
/// may name millions of cues.
struct PlanBudget {
  /// How often a phase, or a set of a group, begins in the plan, and how long it lasts in all.
  private struct Use {
    var count = 0
    var time = Int64(0)

    mutating func add(_ count: Int, _ time: Int64) {
      self.count += count
      self.time += time
    }
  }

  private(set) var phases = 0
  /// The times of measured phases that are known, in all phases together.
  private var kept = 0
  private var uses: [Use]

  init(nodes: Int) { uses = Array(repeating: Use(), count: nodes) }

  var isSpent: Bool { phases > Limits.laidOutPhases || kept > Self.mostKept }

  /// Each takes 50 bytes in one phase of eight.
  private static let mostKept = 4 * Limits.laidOutPhases

  mutating func spend(_ walk: Walk, endingAt end: Duration) {
    let time = (end - walk.start).inNanoseconds
    if !walk.isOvertime { phases += 1 }
    kept += walk.took.count
    uses[walk.leaf].add(1, time)
    // A set begins with its first phase.
    for frame in walk.frames { uses[frame.group].add(frame.setStart == walk.start ? 1 : 0, time) }
  }

  /// The number of cues of the author's rules, at most; those of a style are few in each phase.
  ///
  /// - Throws: The first rule that brings them over the limit.
  func cues(of workout: Workout, in layout: Layout) throws(TimelineError) -> Int {
    var (total, below) = (Int64(0), [Int: [Intensity: Use]]())
    func add(_ count: Int64, at path: FieldPath) throws(TimelineError) {
      total += count
      guard total > Limits.cues else { return }
      let message = "brings the cues as laid out to more than \(Limits.cues): use longer intervals, fewer rules or sets"
      throw TimelineError(problems: [Problem(path, message)])
    }
    for (node, leaf) in layout.leaves where uses[node].count > 0 {
      for place in layout.path(to: node) + [0] {
        below[place, default: [:]][leaf.phase.intensity, default: Use()].add(uses[node].count, uses[node].time)
      }
      if let tempo = leaf.phase.tempo, tempo.length > .zero {
        try add(uses[node].time / tempo.length.inNanoseconds * Int64(tempo.cues.count), at: leaf.path)
      }
    }
    let groups = layout.nodes.indices.dropFirst().filter { if case .group = layout.nodes[$0] { true } else { false } }
    for node in layout.nodes.indices {
      let (rules, path) = node == 0 ? (workout.cues, .root) : (layout.nodes[node].cues, layout.nodes[node].path)
      for (index, rule) in rules.enumerated() {
        let anchors: [Use] =
          switch rule.on {
          case .phase:
            (below[node] ?? [:]).filter { rule.condition.intensity?.contains($0.key) ?? true }.map { $0.value }
          case .set: (node == 0 ? groups : [node]).map { uses[$0] }
          case .workout: [uses[0]]
          }
        let count = anchors.reduce(Int64(0)) { sum, use in
          ([rule.at] + rule.further).reduce(sum) { $0 + Self.cues(at: $1, rule.count, in: use) }
        }
        try add(count, at: path.key("cues").index(index))
      }
    }
    return Int(total)
  }

  private static func cues(at moment: Moment, _ count: Int?, in use: Use) -> Int64 {
    switch moment {
    case .every(let interval): use.time / max(interval.inNanoseconds, 1)
    case .random(let moments): Int64(use.count) * Int64(moments)
    case .start, .end, .half, .part: Int64(use.count) * Int64(count ?? 1)
    }
  }
}
