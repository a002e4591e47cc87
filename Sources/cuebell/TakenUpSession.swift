import SessionHistory
import WorkoutEngine

/// A session of the history with which a live run goes on.
struct TakenUpSession {
  let store: HistoryStore
  let session: UnfinishedSession
  let start: SessionStart
  /// What the user is told of it.
  let remark: String
  /// After which pause it goes on by itself; `nil` for when the user says so.
  let goingOnAfter: Duration?

  /// The volume that the user had chosen.
  var volume: Double { start.volume }

  /// Claims it for this process, when nothing can keep it from going on any more; another that has it ends the command.
  func claimed(with header: SessionHeader, standingAs engine: Engine) throws -> ResumedSession {
    do throws(ResumeRefusal) {
      return try HistoryPatience.watch { () throws(ResumeRefusal) in
        try store.claim(session, with: header, standingAs: engine)
      }
    } catch {
      throw Resume.failure(error)
    }
  }
}
