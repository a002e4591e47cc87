/// When a set around a phase, and its group, end as planned; `nil` if that depends on the user.
struct Outlook: Sendable {
  var set: Duration?
  var group: Duration?
  /// Whether the end of the set tells when a surprise phase ends.
  var isHidden = false
  /// Whether time cuts the set off before its phases are over.
  var isCut = false
}

/// A phase of the plan, at which a walk looks whether it is in the plan again.
///
/// To walk takes less time than to look, so that only some phases are checkpoints.
struct Checkpoint: Sendable {
  let cursor: Cursor
  /// The outlooks on the sets around it, the workout first.
  let outlooks: [Outlook]

  /// The outlooks around the phase at which a walk is, if from there on the same follows as in the plan, all of it at
  /// the same distance.
  fileprivate func outlooks(at walk: Walk) -> [Outlook]? {
    let shift = walk.start - cursor.start
    /// Whether a limit is as far away as in the plan, or ends nothing in either.
    func fits(_ limit: Duration?, _ planned: Duration?, _ end: Duration?) -> Bool {
      guard let limit, let planned, limit != planned + shift else { return (limit == nil) == (planned == nil) }
      return end.map { $0 < planned && $0 + shift <= limit } ?? false
    }
    guard walk.end == cursor.end.map({ $0 + shift }), walk.took == cursor.took,
      zip(zip(walk.frames, cursor.frames), outlooks).allSatisfy({ frames, outlook in
        fits(frames.0.groupLimit, frames.1.groupLimit, outlook.group)
          && fits(frames.0.setLimit, frames.1.setLimit, outlook.set)
      })
    else { return nil }
    return outlooks.map {
      Outlook(
        set: $0.set.map { $0 + shift }, group: $0.group.map { $0 + shift }, isHidden: $0.isHidden, isCut: $0.isCut)
    }
  }
}

extension Walk {
  /// Whether the phase is one of those that a plan keeps: one in eight, by a hash of its node and its sets.
  var isCheckpoint: Bool {
    let hash = frames.reduce(leaf) { $0 &* 31 &+ $1.set }
    // Knuth, "The Art of Computer Programming", volume 3, section 6.4: multiplicative hashing.
    return (UInt64(truncatingIfNeeded: hash) &* 0x9E37_79B9_7F4A_7C15) >> 61 == 0
  }
}

extension Layout {
  /// The most phases that the walks ahead from all checkpoints may pass: a fraction of a second.
  private static let mostSteps = 1_000_000

  /// Keeps the checkpoints of the plan, in which open phases may end before the clock ends them; returns `false` if the
  /// walks ahead from them never meet the plan again and so take too long.
  mutating func keep(checkpoints: [Cursor]) -> Bool {
    var steps = Self.mostSteps
    for cursor in checkpoints.reversed() {
      self.checkpoints[cursor.id] = Checkpoint(cursor: cursor, outlooks: outlooks(around: cursor, &steps))
      if steps < 0 { return false }
    }
    return true
  }

  /// The outlooks on the sets around a cursor, the workout first, by walking on to a checkpoint from which on all is as
  /// planned, to a phase without end, or to the end of the workout.
  ///
  /// `extended` is the time by which the user has made the phase of the cursor longer.
  func outlooks(around cursor: Cursor, extended: Duration = .zero) -> [Outlook] {
    var steps = Int.max
    return outlooks(around: cursor, extended: extended, &steps)
  }

  /// The same in at most so many steps, which are counted down.
  private func outlooks(around cursor: Cursor, extended: Duration = .zero, _ steps: inout Int) -> [Outlook] {
    var outlooks = cursor.frames.map { _ in Outlook() }
    var walk = Walk(self, from: cursor)
    // The groups, and their sets, that have not ended, from the workout on.
    var (groups, sets) = (outlooks.count, outlooks.count)
    while groups > 0, steps >= 0 {
      steps -= 1
      if walk.isCheckpoint, let plan = checkpoints[walk.id]?.outlooks(at: walk) {
        for depth in 0..<groups { outlooks[depth].group = plan[depth].group }
        for depth in 0..<sets {
          (outlooks[depth].set, outlooks[depth].isCut) = (plan[depth].set, plan[depth].isCut)
          outlooks[depth].isHidden = outlooks[depth].isHidden || plan[depth].isHidden
        }
        break
      }
      if leaf(walk.leaf).isSurprise { hideEnds(in: walk.frames, &outlooks[..<sets]) }
      guard let end = certainEnd(of: walk.frames[sets..<groups]) ?? walk.end else { break }
      let cut = walk.frames.last?.setLimit.flatMap { $0 <= end ? walk : nil }
      walk.advance(endedAt: end)
      let shared = walk.shared(with: cursor.frames)
      for depth in min(shared.sets, sets)..<sets {
        outlooks[depth].set = end
        outlooks[depth].isCut = cut?.isCut(setAt: depth, around: cursor, extended) ?? false
      }
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
