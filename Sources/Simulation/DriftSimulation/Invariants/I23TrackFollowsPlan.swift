import WorkoutEngine
import WorkoutModel

struct TrackFollowsPlan: Invariant {
  let number = "I23"
  let law = "The track of a phase is where the phase is, stands still in a pause, and ends with it."

  func violations(in record: TraceRecord) -> [Violation] {
    var found: [Violation] = []
    var heard: HeardTrack?
    var silence = Silence()
    let steps = record.trace.steps
    for index in steps.indices {
      // Nothing sounds in the new process.
      if steps[index].restoration != nil { heard = nil }
      // The device slept as long as the host, and what was counted meanwhile is left out afterwards.
      let isFrozen = record.scenario.whenSuspended == .freeze && record.states[index].mode == .running
      var sleep = isFrozen ? steps[index].sleep : nil
      for effect in steps[index].effects {
        guard case .track(let command) = effect.kind else { continue }
        // What was due before the sleep slept, too.
        if let (start, gap) = sleep, effect.due > start {
          heard?.hold(at: start, for: gap)
          sleep = nil
        }
        HeardTrack.perform(command, at: effect.due, on: &heard)
      }
      if let (start, gap) = sleep { heard?.hold(at: start, for: gap) }
      silence.follow(index, record)
      if let message = complaint(heard, steps[index].now, silence, record.states[index], record) {
        found.append(violation(message, at: index))
      }
    }
    return found
  }

  private func complaint(
    _ heard: HeardTrack?, _ now: Duration, _ silence: Silence, _ state: ReferenceState, _ record: TraceRecord
  ) -> String? {
    if state.mode != .running, let heard, !heard.isPlaying, !heard.isCut,
      let message = overtime("the track", heard.fade.silentAt, beyond: silence.byLeft)
    {
      return message
    }
    switch state.mode {
    case .idle: return nil
    case .over, .closing: return heard?.isPlaying ?? false ? "the track plays on at the end" : nil
    case .running, .paused:
      let track = record.oracle.track(of: record.visits[state.visit].segment.node)
      guard let heard, !heard.isStopped, let start = state.phaseStart else {
        // Where the user has left the last phase, its track has ended.
        return track == nil || state.isAtEnd ? nil : "the track isn't there"
      }
      if heard.name != track { return "the track of another phase is there" }
      if heard.isPlaying != (state.mode == .running) { return "the track \(heard.isPlaying ? "plays" : "is silent")" }
      // Where the user has left the last phase, it stands where it was left.
      if !heard.isPlaying, state.isAtEnd { return nil }
      let (position, expected) = (heard.position(at: now), state.position - start)
      return position == expected ? nil : "the track is at \(position), its phase at \(expected)"
    }
  }
}

extension ReferenceState {
  /// Whether nothing of the current phase is left.
  var isAtEnd: Bool { cursor?.end == position }
}
