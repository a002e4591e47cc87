/// When the sets around a segment, and their groups, end as planned, where lengths depend on draws or on other phases.
struct Outlook: Sendable {
  /// The ends of a set and of its group; `nil` if they depend on the user.
  struct End: Sendable {
    var set: Duration?
    var group: Duration?
    /// Whether the end of the set tells when a surprise phase ends.
    var isHidden = false
  }

  /// The ends for each group around the segment, outermost first.
  fileprivate(set) var ends: [End]

  /// The same ends later by a time.
  fileprivate func later(by shift: Duration) -> Outlook {
    Outlook(
      ends: ends.map { end in
        End(set: end.set.map { $0 + shift }, group: end.group.map { $0 + shift }, isHidden: end.isHidden)
      })
  }
}

extension Layout {
  typealias PlannedOutlook = (cursor: Cursor, outlook: Outlook)

  /// Keeps the outlooks of the segments of the plan, in which open phases may end before the clock ends them.
  mutating func keepOutlooks(of cursors: [Cursor]) {
    var next: PlannedOutlook?
    for cursor in cursors.reversed() {
      let isFollowed = next != nil && next?.cursor.start == cursor.end
      let planned = (cursor, isFollowed ? outlook(at: cursor, before: next) : outlook(from: cursor))
      outlooks[cursor.id] = planned
      next = planned
    }
  }

  /// The outlook from a cursor, by walking ahead to a segment from which on all is as planned, to one without end, or
  /// to the end of the workout.
  func outlook(from cursor: Cursor) -> Outlook {
    var cursors = [cursor]
    var known: Outlook?
    while let here = cursors.last {
      if let plan = outlooks[here.id], here.goesOn(as: plan.cursor) {
        known = plan.outlook.later(by: here.start - plan.cursor.start)
        break
      }
      var walk = Walk(layout: self)
      guard let end = here.end, let next = walk.advance(from: here, endedAt: end) else { break }
      cursors.append(next)
    }
    var next: PlannedOutlook?
    for here in cursors.reversed() {
      next = (here, next == nil ? known ?? outlook(at: here, before: nil) : outlook(at: here, before: next))
    }
    return next?.outlook ?? Outlook(ends: [])
  }

  /// The outlook from a cursor, given that from the next one; without a next one, the workout ends there, if ever.
  private func outlook(at cursor: Cursor, before next: PlannedOutlook?) -> Outlook {
    var ends = cursor.frames.map { _ in Outlook.End(set: cursor.end, group: cursor.end) }
    // The outermost group that goes on in another set ends with it; what is inside ends with this segment.
    if let next {
      for depth in cursor.frames.indices {
        guard depth < next.cursor.frames.count, cursor.frames[depth].group == next.cursor.frames[depth].group else {
          break
        }
        ends[depth].group = next.outlook.ends[depth].group
        guard cursor.frames[depth].set == next.cursor.frames[depth].set else { break }
        ends[depth].set = next.outlook.ends[depth].set
        ends[depth].isHidden = next.outlook.ends[depth].isHidden
      }
    }
    var hides = leaf(cursor.leaf).isSurprise
    for depth in cursor.frames.indices.reversed() where hides {
      let group = group(cursor.frames[depth].group)
      // What the clock ends doesn't tell when a phase in it ends.
      if group.hasIntervals { hides = false }
      ends[depth].isHidden = ends[depth].isHidden || hides
      if group.total != nil { hides = false }
    }
    return Outlook(ends: ends)
  }
}

extension Cursor {
  /// Whether the same follows from here on as from another cursor of the segment, all of it at the same distance.
  fileprivate func goesOn(as other: Cursor) -> Bool {
    let shift = start - other.start
    func isLater(_ time: Duration?, _ other: Duration?) -> Bool { time == other.map { $0 + shift } }
    return leaf == other.leaf && took == other.took && isLater(end, other.end)
      && frames.elementsEqual(other.frames) { own, other in
        own.group == other.group && own.child == other.child && own.set == other.set
          && isLater(own.groupLimit, other.groupLimit) && isLater(own.setLimit, other.setLimit)
      }
  }
}
