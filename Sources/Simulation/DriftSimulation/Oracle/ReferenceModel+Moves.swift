import WorkoutEngine
import WorkoutModel

extension ReferenceModel {
  mutating func skip() {
    guard let cursor else { return }
    if isOpen(cursor) { return done(atLeast: .zero) }
    guard let end = cursor.end, mode != .closing else { return }
    if skipWithinLimit(cursor) { return }
    recordMove()
    let left = end - position
    let passed = position - cursor.start
    // Where nothing would follow, the phase counts as whole.
    if timeline.isMeasured(cursor.id), timeline.next(after: cursor, endedAt: end, lasting: passed) != nil {
      edit(cursor.id) { $0.left = passed }
    }
    visits.leave(at: position, now, .forward)
    move(to: end)
    continuePlan(after: cursor, before: left)
  }

  /// Ends a timed phase in a group that the clock ends, whose time stays; `false` where there is none.
  private mutating func skipWithinLimit(_ cursor: Cursor) -> Bool {
    var ended = cursor
    ended.end(at: position)
    guard cursor.isLimited, let next = timeline.next(after: ended, endedAt: position) else { return false }
    recordMove(isEnd: true)
    let passed = position - cursor.start
    edit(cursor.id) { $0.done = passed }
    visits.leave(at: position, now, .done)
    move(to: position)
    enter(next)
    return true
  }

  /// Ends an open phase, but not before it has lasted the least time, by default its own.
  mutating func done(atLeast least: Duration? = nil) {
    guard let cursor, isOpen(cursor), mode != .closing else { return }
    let own = timeline.phase(of: cursor.id).phase.atLeast
    let earliest = cursor.start + (least ?? own ?? .zero)
    if least == nil, done(of: cursor.id) != nil, let end = cursor.end, end > position {
      return
    }
    if earliest > position { return hold(until: earliest) }
    recordMove(isEnd: cursor.isLimited)
    end(cursor)
  }

  /// Ends an open phase now.
  mutating func end(_ cursor: Cursor) {
    var cursor = cursor
    let left = cursor.end.map { $0 - self.position }
    let position = position
    edit(cursor.id) { $0.done = position - cursor.start }
    cursor.end(at: position)
    visits.moveEnd(to: position, at: position, isDone: true)
    let next = next(after: cursor)
    // A last fade begins at once.
    let over = mode == .running && (next != nil || closingFade == .zero) ? max(now, since) : now
    visits.leave(at: position, over, .done)
    move(to: position)
    if over > now, next != nil {
      // A suspend has left out time that is still to come: the next phase begins when time passes again.
      self.cursor = cursor
      findPlanEnd()
    } else {
      continuePlan(after: cursor, before: left)
    }
  }

  /// Lets an open phase end later, at `moment` or where the clock ends it before.
  private mutating func hold(until moment: Duration) {
    guard var cursor else { return }
    recordMove(isHeld: true)
    cursor.end(at: min(moment, cursor.end ?? moment))
    edit(cursor.id) { $0.done = cursor.length ?? .zero }
    self.cursor = cursor
    findPlanEnd()
    visits.moveEnd(to: cursor.end, at: position, isDone: true)
  }

  /// Moves to the phase after one that the user has ended `left` before the clock would have, or to the end.
  private mutating func continuePlan(after cursor: Cursor, before left: Duration?) {
    if let next = next(after: cursor) { return enter(next) }
    self.cursor = cursor
    findPlanEnd()
    close(before: left)
  }

  private func next(after cursor: Cursor) -> Cursor? {
    let left = edits.first { $0.id == cursor.id }?.left
    return cursor.end.flatMap { timeline.next(after: cursor, endedAt: $0, lasting: left) }
  }

  /// Whether the position is at the end of the plan.
  var isAtEnd: Bool {
    guard let cursor, cursor.end == position else { return false }
    return next(after: cursor) == nil
  }

  private var closingFade: Duration {
    cursor.map { timeline.workout.closingFade(in: timeline.phase(of: $0.id).phase) } ?? .zero
  }

  /// Fades out the bed and the track of the last phase, but no longer than the clock would have let them play.
  mutating func close(before left: Duration?) {
    let wasRunning = mode == .running
    let fade = wasRunning ? min(closingFade, left ?? closingFade) : closingFade
    // With nothing to fade, or no time for it, the clock ends it: at once, or when time that a suspend has left out is
    // over.
    if fade == .zero, wasRunning { return advance(to: now) }
    // An extension may have moved the end to where the session is paused.
    visits.leave(at: position, now, cursor?.isEndedByUser == true ? .done : .time)
    stopTimer(.closing)
    fadeEnd = wasRunning || fade == .zero ? now + fade : max(fadeEnd, now)
    advance(to: now)
  }

  /// Continues the session after a move away from the end.
  private mutating func reopen() {
    if mode != .closing, cursor?.end == position { visits.reopen() }
    guard mode == .closing else { return }
    mode = .running
    fadeEnd = now + fade
    visits.reopen()
    since = now
  }

  mutating func back() {
    guard let cursor else { return }
    let isHere = position - cursor.start >= Self.backWindow || timeline.isOvertime(cursor.id)
    goBack(to: isHere ? cursor : before(cursor) ?? cursor)
  }

  /// Moves to the start of a phase, from its overtime too, and discards the lengths that the user chose from there on.
  mutating func goBack(to cursor: Cursor) {
    let cursor = timeline.isOvertime(cursor.id) ? before(cursor) ?? cursor : cursor
    recordMove()
    reopen()
    visits.leave(at: position, now, .elsewhere)
    let start = restart(at: cursor)
    move(to: cursor.start)
    enter(start)
  }

  /// The phase at a cursor, without the lengths that the user chose from there on, which it discards.
  private mutating func restart(at cursor: Cursor) -> Cursor {
    let own = edits.first { $0.id == cursor.id }
    edits.removeAll { !timeline.precedes($0.id, cursor.id) }
    let walked = walk { here, _ in here.id == cursor.id }
    guard cursor == self.cursor, walked?.start != cursor.start else { return walked ?? cursor }
    // A jump to a set has led there at another time.
    return timeline.cursor(cursor, extended: own?.extended ?? .zero)
  }

  /// Moves to a moment of the plan as written; to the start of a phase that only the user ends.
  mutating func jump(to position: Duration) {
    guard let cursor = timeline.cursor(at: position) else { return }
    recordMove()
    travel(to: Place(cursor: cursor, position: cursor.end == nil ? cursor.start : position, edits: []))
  }

  /// Moves to the start of a set, counted from 1, and discards the lengths that the user chose from there on.
  mutating func jump(toSet set: Int) {
    guard let cursor, let target = timeline.cursor(ofSet: set, around: cursor, notBefore: position) else { return }
    recordMove()
    let start = restart(at: target)
    travel(to: Place(cursor: start, position: start.start, edits: edits))
  }

  /// Moves within the phase, or past its end to the next one.
  mutating func seek(by amount: Duration) {
    guard let cursor else { return }
    let target = max(cursor.start, position + amount)
    if target > position {
      guard let end = cursor.end else { return }
      if target >= end { return isOpen(cursor) ? done() : skip() }
    }
    guard target != position else { return }
    recordMove()
    travel(to: Place(cursor: cursor, position: target, edits: edits))
  }

  mutating func extend(by amount: Duration) {
    let limit = Limits.phaseLength.upperBound
    guard mode != .closing, let cursor,
      done(of: cursor.id) == nil || cursor.end.map({ $0 > position }) ?? false,
      let length = cursor.length, amount != .zero, amount <= limit, length + amount <= limit
    else { return }
    guard let place, let extended = lengthen(by: amount) else { return }
    recordMove(place, extended)
  }

  mutating func lengthen(by amount: Duration) -> Extended? {
    guard var cursor else { return nil }
    let moved = cursor.extend(by: amount, notBefore: position)
    guard moved != .zero else { return nil }
    edit(cursor.id) {
      $0.extended += moved
      if let done = $0.done { $0.done = done + moved }
    }
    self.cursor = cursor
    findPlanEnd()
    visits.moveEnd(to: cursor.end, at: position)
    return Extended(id: cursor.id, amount: moved, endedPhase: cursor.end == position)
  }

  mutating func travel(to target: Place) {
    reopen()
    let isForward = cursor.map { timeline.precedes($0.id, target.cursor.id) } ?? false
    visits.leave(at: position, now, isForward ? .forward : .elsewhere)
    edits = target.edits
    move(to: target.position)
    enter(target.cursor)
  }

  var place: Place? { cursor.map { Place(cursor: $0, position: position, edits: edits) } }

  private mutating func recordMove(
    _ left: Place? = nil, _ extended: Extended? = nil, isHeld: Bool = false, isEnd: Bool = false
  ) {
    guard var place = left ?? place else { return }
    place.extended = extended
    (place.isHeld, place.isEnd) = (isHeld, isEnd)
    past.append(place)
    if past.count > Self.rememberedMoves { past.removeFirst() }
    future = []
  }

  private mutating func edit(_ id: SegmentID, _ change: (inout Edit) -> Void) {
    let index = edits.firstIndex { $0.id == id } ?? edits.endIndex
    if index == edits.endIndex { edits.append(Edit(id: id)) }
    change(&edits[index])
    if edits[index] == Edit(id: id) { edits.remove(at: index) }
  }

  /// The phase before a cursor, with the lengths that the user has chosen.
  private func before(_ cursor: Cursor) -> Cursor? {
    if edits.isEmpty { return timeline.cursor(at: cursor.start - .nanoseconds(1)) }
    return walk { _, next in next?.id == cursor.id }
  }

  private func walk(until isThere: (Cursor, Cursor?) -> Bool) -> Cursor? {
    var cursor = timeline.first()
    while var here = cursor {
      if let edit = edits.first(where: { $0.id == here.id }) {
        _ = here.extend(by: edit.extended, notBefore: here.start)
        for shift in edit.clocks { here.move(shift) }
        if let done = edit.done { here.end(at: here.start + done) }
      }
      let next = next(after: here)
      if isThere(here, next) { return here }
      cursor = next
    }
    return nil
  }
}
