import ArgumentParser
import CommandSupport
import SessionHistory
import WorkoutEngine
import WorkoutModel

/// A session of the history that a live run resumes.
struct ResumableSession {
  let store: HistoryStore
  let session: UnfinishedSession
  let start: SessionStart
  /// Where it was paused; `nil` if the user wants only problems.
  let remark: String?
  /// The pause after which it resumes automatically; `nil` if it waits for the user.
  let resumesAfter: Duration?

  /// The engine, paused at its start, and the events before that of which the history doesn't know; a session that
  /// can't be restored ends the command.
  func engine(
    _ timeline: Timeline, _ durations: PhraseDurations, _ policies: Policies
  ) throws -> (engine: Engine, unrecorded: [EngineEvent]) {
    do throws(ReplayError) { return try start.resumed(timeline, durations, policies) } catch {
      if error == .completed { throw session.wasCompleted.status }
      throw Exit.fail(.badInput, error.explanation)
    }
  }

  /// Claims it for this process, when nothing else can prevent the resume; if another process has it, the command ends.
  func claimed(
    with header: SessionHeader, resumingAs engine: Engine, after unrecorded: [EngineEvent]
  ) throws -> ResumedSession {
    do throws(ResumeRefusal) {
      return try HistoryPatience.watch { () throws(ResumeRefusal) in
        try store.claim(session, with: header, resumingAs: engine, from: start, after: unrecorded)
      }
    } catch {
      throw error.status
    }
  }
}

extension ResumeRefusal {
  /// The status for a session that can't be resumed, after a message.
  var status: ExitCode {
    let code: ExitCode =
      switch self {
      case .noSession, .unknown, .completed: .noInput
      case .running, .movedOn: .held
      case .history: .cannotWrite
      }
    return Exit.fail(code, SafeText.filtered(explanation))
  }
}
