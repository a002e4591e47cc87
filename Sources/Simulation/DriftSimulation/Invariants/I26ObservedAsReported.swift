import SessionReporting
import WorkoutEngine
import WorkoutModel

struct ObservedAsReported: Invariant {
  let number = "I26"
  let law = "What screens, sockets and pages show at any instant is what the actions up to then amount to."

  func violations(in record: TraceRecord) -> [Violation] {
    var found: [Violation] = []
    let (timeline, engine) = (record.oracle.timeline, record.oracle.engine)
    let policies = Policies(whenSuspended: record.scenario.whenSuspended, body: record.scenario.body)
    var session = ObservedSession(timeline, engine.state, engine.progress, policies)
    var visit = -1
    // Most steps change neither place; then the comparison of the places is that of the step before.
    var places = Comparison()
    var (shown, place): (Cursor?, Cursor?) = (nil, nil)
    let steps = record.trace.steps
    for index in steps.indices {
      if let state = record.trace.restoredStates[index] {
        // A new process observes what it restores.
        session = ObservedSession(timeline, state, steps[index].progress, policies)
      }
      for event in steps[index].events {
        if case .phaseStarted = event.kind {
          visit += 1
          if let message = complaint(session.next, beginning: visit, record) {
            found.append(violation(message, at: index))
          }
        }
        session.observe(event)
      }
      if place != record.states[index].cursor || shown != session.cursor {
        (shown, place) = (session.cursor, record.states[index].cursor)
        places = Self.compare(session, with: place, timeline)
      }
      if let message = complaint(session, places, index, record) {
        found.append(violation(message, at: index))
      }
    }
    return found
  }

  /// Compares the place and the phase that are shown with a place.
  private static func compare(_ session: ObservedSession, with place: Cursor?, _ timeline: Timeline) -> Comparison {
    let (shown, phase) = (session.current, place.map { timeline.phase(of: $0.id) })
    var comparison = Comparison()
    if session.cursor != place { comparison.expect("the place", session.cursor?.segment, place?.segment) }
    comparison.expect("the phase", shown?.name, phase?.name)
    comparison.expect("the side", shown?.side, phase?.side)
    comparison.expect("the note", shown?.notes, phase?.notes)
    comparison.expect("the groups", shown?.groups, place.map(timeline.groups(around:)))
    return comparison
  }

  /// What is observed as next must be what then begins, if no move comes between.
  private func complaint(_ next: ObservedPhase?, beginning visit: Int, _ record: TraceRecord) -> String? {
    guard visit > 0, let following = record.follows(visit - 1), next?.id != following.segment else { return nil }
    return "\(next?.name ?? "nothing") is shown as next, then comes \(following.segment)"
  }

  private func complaint(
    _ session: ObservedSession, _ places: Comparison, _ index: Int, _ record: TraceRecord
  ) -> String? {
    let state = record.states[index]
    let progress = SessionProgress(elapsed: state.elapsed, position: state.position, remaining: state.shownRemaining)
    var shown = Comparison()
    shown.expect("the playback", session.playback, record.trace.steps[index].playback)
    shown.expect(places)
    shown.expect("the progress", session.place.extrapolated(to: record.trace.steps[index].now).progress, progress)
    shown.expect("the volume", session.volume, state.volume)
    shown.expect("the device", session.isAudible, state.isAudible)
    shown.expect("the number of undos", session.undoable, state.undoable)
    shown.expect("the number of redos", session.redoable, state.redoable)
    if let ending = session.ending { shown.expect("the end", ending.reason, state.end?.reason) }
    return shown.complaint("is shown as")
  }
}
