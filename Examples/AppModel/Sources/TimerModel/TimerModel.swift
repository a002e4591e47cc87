import Cuebell

/// What the screen of an interval timer shows.
package struct TimerModel: Equatable, Sendable {
  package private(set) var title = ""
  package private(set) var sets = ""
  package private(set) var isPaused = false
  package private(set) var isOver = false

  package init(_ place: Place) {
    if let phase = place.phase { show(phase.name, phase.set, phase.sets) }
    show(place.playback)
  }

  /// Follows the session.
  package mutating func show(_ event: EngineEvent) {
    switch event.kind {
    case .phaseStarted(let phase): show(phase.name, phase.set, phase.sets)
    case .stateChanged(let report): show(report.to)
    case .actionTaken(let report): show(report.to)
    default: break
    }
  }

  private mutating func show(_ name: String, _ set: Int?, _ count: Int?) {
    title = name
    sets = set.map { "Set \($0)" + (count.map { " of \($0)" } ?? "") } ?? ""
  }

  private mutating func show(_ playback: PlaybackState) {
    if case .paused = playback { isPaused = true } else { isPaused = false }
    isOver = playback.isOver
    if isOver { (title, sets) = ("Done", "") }
  }
}

/// A workout of intervals, as its user has chosen them.
package func intervals(sets: Int, work: Duration, rest: Duration) throws -> Workout {
  try Workout("Intervals") {
    Sets(sets) {
      Phase("Work", for: work)
      if rest > .zero { Phase("Rest", for: rest, .low, skip: .last) }
    }
  }
}
