import FoundationEssentials
import SessionHistory
import SessionReporting
import WorkoutModel

extension RankedScore {
  /// The score of a recorded run beside earlier sessions; `nil` for a rehearsal, if it has none, or if the history
  /// can't be read.
  init?(of journal: Journal?, _ workout: Workout, _ options: RunOptions) {
    guard options.speed == 1, let scoring = Scoring(workout), let session = journal?.completeSession,
      let place = try? HistoryLocation(ProcessInfo.processInfo.environment),
      let store = try? HistoryStore(at: place, for: .reading),
      let score = try? store.score(of: Int64(session), by: scoring)
    else { return nil }
    self = score
  }
}
