import WorkoutEngine
import WorkoutModel

struct BeatsFollowPlan: Invariant {
  let number = "I19"
  let law = "Beats lie a whole number of periods after the start of their phase in the plan, and nowhere else."

  func violations(in record: TraceRecord) -> [Violation] {
    var found: [Violation] = []
    var beats: Beats?
    let possible = Self.possible(record)
    let steps = record.trace.steps
    for index in steps.indices {
      // Nothing sounds in the new process.
      if steps[index].restoration != nil { beats = nil }
      for effect in steps[index].effects {
        guard case .metronome(let command) = effect.kind else { continue }
        guard case .start(let metronome, let origin, _) = command else {
          beats = nil
          continue
        }
        let started = Beats(metronome: metronome, origin: origin)
        beats = started
        if let instants = possible[started], instants.contains(where: { effect.due <= $0 }) { continue }
        found.append(violation("at \(effect.due) beats were to count from \(origin)", at: index))
      }
      let expected = Self.expected(record, index)
      guard beats != expected else { continue }
      // What ends when frozen time that is still to come is over keeps its beats until then.
      if record.states[index].mode == .running, record.states[index].isAtEnd, beats != nil { continue }
      let origins = [beats, expected].map { $0.map { "from \($0.origin)" } ?? "nowhere" }
      found.append(violation("beats count \(origins[0]), expected \(origins[1])", at: index))
      beats = expected
    }
    return found
  }

  /// A metronome and the instant of its first beat.
  private struct Beats: Hashable {
    let metronome: Metronome
    let origin: Duration
  }

  /// The beats that are required after a step; `nil` if there must be none.
  private static func expected(_ record: TraceRecord, _ index: Int) -> Beats? {
    let state = record.states[index]
    guard let origin = state.phaseOrigin, record.visits.indices.contains(state.visit),
      let metronome = record.oracle.metronome(of: record.visits[state.visit].segment)
    else { return nil }
    return Beats(metronome: metronome, origin: origin)
  }

  /// All beats that are possible at any time, each with the instants at which the timer started with them.
  private static func possible(_ record: TraceRecord) -> [Beats: [Duration]] {
    var possible: [Beats: [Duration]] = [:]
    let (visits, intervals) = (record.visits, record.last.visits.intervals)
    for index in visits.indices {
      guard let metronome = record.oracle.metronome(of: visits[index].segment) else { continue }
      let end = index + 1 < visits.count ? visits[index + 1].firstInterval : intervals.count
      for interval in intervals[visits[index].firstInterval..<end] {
        let origin = interval.instant + (visits[index].start - interval.position)
        possible[Beats(metronome: metronome, origin: origin), default: []].append(interval.instant)
      }
    }
    return possible
  }
}
