import WorkoutEngine
import WorkoutModel

/// What a naive reader of the events notes down.
struct EventNotes {
  /// The current visit, by its index.
  private(set) var visit = -1
  private(set) var (phases, pauses): (Set<SegmentID>, Int) = ([], 0)
  private(set) var volume = 0.0
  private(set) var isAudible = true
  private(set) var lastCue: CueKey?
  private(set) var ending: FinishReason?

  /// A new process has its own device, unless the session is over, and counts what it has seen.
  mutating func restart(isAudible: Bool) {
    (phases, pauses, lastCue, ending) = ([], 0, nil, nil)
    self.isAudible = isAudible
  }

  mutating func read(_ event: EngineEvent) {
    switch event.kind {
    case .phaseStarted(let report):
      visit += 1
      if !report.isOvertime { phases.insert(report.id) }
    case .paused: pauses += 1
    case .actionTaken:
      switch event.kind.acceptedAction {
      case .setVolume(let volume): self.volume = volume
      case .audioLost: isAudible = false
      case .audioRestored: isAudible = true
      default: break
      }
    case .cueSettled(let cue) where cue.at != nil: lastCue = cue.cue
    case .coached(let report) where report.cue.at != nil: lastCue = report.cue.cue
    case .finished(let end): ending = end.reason
    default: break
    }
  }
}
