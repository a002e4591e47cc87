/// When a set around a phase, and its group, end as planned; `nil` if that depends on the user.
struct Outlook: Equatable, Sendable {
  var set: Duration?
  var group: Duration?
  /// Whether the end of the set tells when a surprise phase ends.
  var isHidden = false

  fileprivate func later(by shift: Duration) -> Outlook {
    Outlook(set: set.map { $0 + shift }, group: group.map { $0 + shift }, isHidden: isHidden)
  }
}

/// A phase of the plan with the sets around it, for walks that come to the phase at another time.
struct PlannedPhase: Sendable {
  private struct Level: Equatable {
    let groupLimit: Duration?
    let setLimit: Duration?
    let outlook: Outlook
  }

  private let start: Duration
  private let end: Duration?
  private let took: [Int: Duration?]
  /// For the sets around the phase, the workout first; phases of a set share them.
  private let levels: [Level]

  fileprivate init(_ cursor: Cursor, _ outlooks: [Outlook], before next: PlannedPhase?) {
    (start, end, took) = (cursor.start, cursor.end, cursor.took)
    let levels = zip(cursor.frames, outlooks).map {
      Level(groupLimit: $0.groupLimit, setLimit: $0.setLimit, outlook: $1)
    }
    self.levels = next.flatMap { $0.levels == levels ? $0.levels : nil } ?? levels
  }

  /// The outlooks around the phase at which a walk is, if from there on the same follows as in the plan, all of it at
  /// the same distance.
  fileprivate func outlooks(at walk: Walk) -> [Outlook]? {
    let shift = walk.start - start
    /// Whether a limit is as far away as in the plan, or ends nothing in either.
    func fits(_ limit: Duration?, _ planned: Duration?, _ end: Duration?) -> Bool {
      guard let limit, let planned, limit != planned + shift else { return (limit == nil) == (planned == nil) }
      return end.map { $0 < planned && $0 + shift <= limit } ?? false
    }
    guard walk.end == end.map({ $0 + shift }), walk.took == took,
      zip(walk.frames, levels).allSatisfy({ frame, level in
        fits(frame.groupLimit, level.groupLimit, level.outlook.group)
          && fits(frame.setLimit, level.setLimit, level.outlook.set)
      })
    else { return nil }
    return levels.map { $0.outlook.later(by: shift) }
  }
}

extension Layout {
  /// Keeps the phases of the plan, in which open phases may end before the clock ends them.
  mutating func keepPlan() {
    var cursors: [Cursor] = []
    var walk = Walk(self)
    while let cursor = walk.cursor, cursors.count < Limits.laidOutPhases {
      cursors.append(cursor)
      walk.advance(endedAt: walk.plannedEnd())
    }
    planned.reserveCapacity(cursors.count)
    var next: PlannedPhase?
    for cursor in cursors.reversed() {
      let phase = PlannedPhase(cursor, outlooks(around: cursor), before: next)
      planned[cursor.id] = phase
      next = phase
    }
  }

  /// The outlooks on the sets around a cursor, the workout first, by walking on to a phase from which on all is as
  /// planned, to one without end, or to the end of the workout.
  func outlooks(around cursor: Cursor) -> [Outlook] {
    var outlooks = cursor.frames.map { _ in Outlook() }
    var walk = Walk(self, from: cursor)
    // The groups, and their sets, that have not ended, from the workout on.
    var (groups, sets) = (outlooks.count, outlooks.count)
    while groups > 0 {
      if let plan = planned[walk.id]?.outlooks(at: walk) {
        for depth in 0..<groups { outlooks[depth].group = plan[depth].group }
        for depth in 0..<sets {
          outlooks[depth].set = plan[depth].set
          outlooks[depth].isHidden = outlooks[depth].isHidden || plan[depth].isHidden
        }
        break
      }
      if leaf(walk.leaf).isSurprise { hideEnds(in: walk.frames, &outlooks[..<sets]) }
      guard let end = certainEnd(of: walk.frames[sets..<groups]) ?? walk.end else { break }
      walk.advance(endedAt: end)
      let shared = walk.shared(with: cursor.frames)
      for depth in min(shared.sets, sets)..<sets { outlooks[depth].set = end }
      for depth in min(shared.groups, groups)..<groups { outlooks[depth].group = end }
      (groups, sets) = (min(shared.groups, groups), min(shared.sets, sets))
    }
    return outlooks
  }

  /// The end of the group that goes on in another set, if time ends it whatever it contains.
  private func certainEnd(of frames: ArraySlice<Cursor.Frame>) -> Duration? {
    guard measures.isEmpty, let frame = frames.last, group(frame.group).total != nil else { return nil }
    return frame.groupLimit
  }

  /// Hides the ends of sets that tell when a surprise phase in `frames` ends.
  private func hideEnds(in frames: [Cursor.Frame], _ outlooks: inout ArraySlice<Outlook>) {
    for (depth, frame) in frames.enumerated().reversed() {
      let group = group(frame.group)
      // What the clock ends doesn't tell when a phase in it ends.
      if group.hasIntervals { return }
      if outlooks.indices.contains(depth) { outlooks[depth].isHidden = true }
      if group.total != nil { return }
    }
  }
}
