import SessionHistory
import WorkoutEngine

/// A session of the history that a live run resumes.
struct ResumableSession {
  let store: HistoryStore
  let session: UnfinishedSession
  let start: SessionStart
  /// The message about it for the user.
  let remark: String
  /// After which pause it resumes by itself; `nil` if it waits for the user.
  let resumesAfter: Duration?

  /// The volume that the user had chosen.
  var volume: Double { start.volume }

  /// Claims it for this process, when nothing can prevent it from resuming; another that has it ends the command.
  func claimed(with header: SessionHeader, resumingAs engine: Engine) throws -> ResumedSession {
    do throws(ResumeRefusal) {
      return try HistoryPatience.watch { () throws(ResumeRefusal) in
        try store.claim(session, with: header, resumingAs: engine)
      }
    } catch {
      throw Resume.failure(error)
    }
  }
}
