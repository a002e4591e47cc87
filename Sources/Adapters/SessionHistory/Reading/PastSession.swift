package import SessionReporting
import WorkoutModel

/// A session of the history, as a list has it.
package struct PastSession: Equatable, Sendable {
  /// What has become of it.
  package enum State: Equatable, Sendable {
    case completed
    /// The user ended it before its time.
    case stopped
    case failed
    /// Its process was killed, or the machine; it can be resumed.
    case interrupted
    /// It runs, in a process of this number.
    case running(process: Int)

    package var name: String {
      switch self {
      case .completed: "completed"
      case .stopped: "stopped"
      case .failed: "failed"
      case .interrupted: "interrupted"
      case .running: "running"
      }
    }

    /// Whether the workout was not completed, according to what is known so far.
    package var isPartial: Bool {
      switch self {
      case .completed, .running: false
      case .stopped, .failed, .interrupted: true
      }
    }
  }

  package let id: Int64
  package let name: String
  package let file: String?
  /// The session of a programme that it was.
  package let programme: ProgrammeSession?
  package let state: State
  /// When it began; where the wall clock was wrong, so is this.
  package let began: CivilTime
  package let ended: CivilTime?
  /// As planned; `nil` if a phase ends only when the user says so.
  package let planned: Duration?
  /// Active time.
  package let active: Duration
  /// Any speed but 1 is a rehearsal, which doesn't count as training time.
  package let speed: Int
  /// Cues that were heard, those of them that came late, and those that were missed.
  package let heard: Int
  package let late: Int
  package let missed: Int
  /// Whether the session can be resumed: it was not completed, no process runs it, and its position was stored.
  package let canBeResumed: Bool
  /// Rows that could not be written.
  package let lost: Int

  /// The time that counts as trained.
  package var trained: Duration { speed == 1 ? active : .zero }
}

/// A session in full.
package struct SessionDetail: Equatable, Sendable {
  package let session: PastSession
  /// The workout in its canonical form, and its digest in the version that wrote it.
  package let text: String
  package let digest: String
  /// The rounds done, in the order of their groups in the file.
  package let rounds: [RoundCount]
  package let runs: [Run]
  package let phases: [Phase]
  package let pauses: [Pause]
  package let actions: [Action]
  package let cues: [Cue]

  /// The repetitions of all phases done; `nil` if no phase had any.
  package var reps: Int? {
    let counted = phases.filter { $0.reps != nil && $0.place != nil }
    // A phase that the user went back to counts once, as it was at last.
    let last = Dictionary(counted.map { ([$0.path, $0.place], $0) }, uniquingKeysWith: { $1 })
    return counted.isEmpty ? nil : last.values.reduce(0) { $0 + ($1.isDone == true ? $1.reps ?? 0 : 0) }
  }

  /// A process that ran the session.
  package struct Run: Equatable, Sendable {
    package let start: Duration
    /// How long no process ran it before, and whether that is known or only inferred from the wall clock.
    package let gap: Duration
    package let isExact: Bool
    /// What the clocks said when it began, and the number of the process.
    package let moment: ClockReading
    package let process: Int
  }

  package struct Phase: Equatable, Sendable {
    /// Its place in the workout.
    package let path: String
    package let name: String
    package let intensity: String
    package let set: Int?
    package let sets: Int?
    package let planned: Duration?
    /// In the time of the session, pauses and interruptions counted.
    package let began: Duration
    /// The active time spent in it; `nil` if it hasn't been left.
    package let active: Duration?
    /// The sets around it, outermost first, separated by dots; `nil` if they aren't known.
    package let place: String?
    /// How often something was to be done in it.
    package let reps: Int?
    /// Whether it was done, neither left nor cut before; `nil` if that isn't known.
    package let isDone: Bool?
  }

  package struct Pause: Equatable, Sendable {
    package let began: Duration
    /// `nil` if it lasts; the end of the session ends it, too.
    package let ended: Duration?
    package let elapsed: Duration
    package let reason: String
  }

  package struct Action: Equatable, Sendable {
    package let at: Duration
    package let name: String
    package let refusal: String?
    package let position: Duration
    /// By which way it was asked for, and what the client calls itself.
    package let origin: String?
    package let client: String?
  }

  package struct Cue: Equatable, Sendable {
    package let cue: String
    package let kind: String
    package let phase: String
    package let set: Int?
    package let due: Duration
    package let at: Duration?
    package let late: Duration?
    package let outcome: String
    package let cause: String?
    package let sound: String?
    package let say: String?
    package let position: Duration
  }
}
