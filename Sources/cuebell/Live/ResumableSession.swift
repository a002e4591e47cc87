import SessionHistory
import WorkoutEngine

/// A session of the history that a live run resumes.
struct ResumableSession {
  let store: HistoryStore
  let session: UnfinishedSession
  let start: SessionStart
  /// The message about it for the user.
  let remark: String
  /// The pause after which it resumes automatically; `nil` if it waits for the user.
  let resumesAfter: Duration?

  /// The volume that the user had set.
  var volume: Double { start.volume }

  /// Claims it for this process, when nothing else can prevent the resume; if another process has it, the command ends.
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
