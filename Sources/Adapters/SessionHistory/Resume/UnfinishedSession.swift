import WorkoutEngine
import WorkoutModel

package struct UnfinishedSession: Equatable, Sendable {
  package let id: Int64
  package let name: String
  /// The absolute path of the workout file; `nil` for stdin.
  package let file: String?
  /// The speed of each of its runs relative to real time.
  package let speed: Int
  /// The workout at the time, in its canonical form.
  package let text: String
  /// Whether the user stopped it; otherwise it failed, or its process or machine was killed.
  package let isStopped: Bool
  package let hasFailed: Bool
  /// The phase of its position, its set, and the progress in it.
  package let phase: String?
  package let set: Int?
  package let intoPhase: Duration
  package let elapsed: Duration
  package let position: Duration
  /// How long it has played beyond its last recorded state.
  package let played: Duration
  /// Whether it has played from that state on; if it was paused in it, a cue due exactly there has begun, even if
  /// `played` is zero.
  let hasPlayed: Bool
  /// Its last sign of life, in session time and by the clocks of the machine.
  let now: Duration
  let last: ClockReading
  let process: ProcessIdentity?
  /// The session time at which its last run began.
  let runStart: Duration
  /// Its volume, in dB relative to the normal level, whether or not its workout has changed since.
  package let volume: Double?
  /// The seed of its random moments and orders.
  package let seed: UInt64
  /// What has happened in it; `nil` if it was recorded by a version that kept no log, or rows of it are lost.
  var log: SessionLog?

  /// The refusal for a session that has played to its end, which its process couldn't record any more.
  package var wasCompleted: ResumeRefusal { .completed(id: id, name: name, earlier: nil) }

  /// The time since its last sign of life.
  package func gap(to moment: ClockReading) -> SessionGap {
    SessionGap(from: last, to: moment).shortened(by: played / speed)
  }
}

/// The reason why a session can't be resumed.
package enum ResumeRefusal: Error, Equatable, Sendable {
  case noSession
  case unknown(id: Int64)
  /// It has been completed; `earlier` is the newest session before it that hasn't.
  case completed(id: Int64, name: String, earlier: Int64?)
  case running(id: Int64, process: Int)
  /// Another process has resumed it since it was found.
  case movedOn(id: Int64)
  case history(HistoryError)

  package var explanation: String {
    switch self {
    case .noSession: "There is nothing to resume: no session was interrupted, stopped or failed."
    case .unknown(let id): "There is no session \(id)."
    case .completed(let id, let name, nil): "There is nothing to resume: session \(id), \"\(name)\", was completed."
    case .completed(let id, let name, let earlier?):
      "Session \(id), \"\(name)\", was completed. To resume an earlier one that wasn't: cuebell resume \(earlier)"
    case .running(let id, let process):
      "Session \(id) is running, in process \(process)."
    case .movedOn(let id): "Session \(id) was resumed by another process meanwhile; try again."
    case .history(let error): "The history is not available: \(error.explanation)."
    }
  }
}
