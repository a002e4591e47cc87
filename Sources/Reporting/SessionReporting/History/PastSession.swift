package import WorkoutModel

package struct PastSession: Equatable, Sendable {
  package enum State: Equatable, Sendable {
    case completed
    /// The user ended it early.
    case stopped
    case failed
    /// Its process or machine was killed; it can be resumed.
    case interrupted
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

    /// Whether the workout has not been completed so far.
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
  package let programme: ProgrammeSession?
  package let state: State
  /// The start; incorrect if the wall clock was.
  package let began: CivilTime
  package let ended: CivilTime?
  /// The planned length; `nil` if a phase ends only by the user.
  package let planned: Duration?
  package let active: Duration
  /// The speed; any speed but 1 is a rehearsal, which doesn't count as training time.
  package let speed: Int
  /// The numbers of cues that were heard, of those that were late, and of those that were missed.
  package let heard: Int
  package let late: Int
  package let missed: Int
  /// Whether the session can be resumed: it was not completed, no process runs it, and its position was stored.
  package let canBeResumed: Bool
  /// The number of rows that could not be written.
  package let lost: Int
  /// The user's remark, and how hard it was, from 1 to 10 (rate of perceived exertion).
  package let note: String?
  package let rpe: Int?

  package init(
    id: Int64, name: String, file: String?, programme: ProgrammeSession?, state: State, began: CivilTime,
    ended: CivilTime?, planned: Duration?, active: Duration, speed: Int, heard: Int, late: Int, missed: Int,
    canBeResumed: Bool, lost: Int, note: String?, rpe: Int?
  ) {
    (self.id, self.name, self.file, self.programme, self.state) = (id, name, file, programme, state)
    (self.began, self.ended, self.planned, self.active, self.speed) = (began, ended, planned, active, speed)
    (self.heard, self.late, self.missed, self.lost) = (heard, late, missed, lost)
    (self.note, self.rpe) = (note, rpe)
    self.canBeResumed = canBeResumed
  }

  package var trained: Duration { speed == 1 ? active : .zero }
}

package struct SessionDetail: Equatable, Sendable {
  package let session: PastSession
  /// The workout in its canonical form, and its digest in the version that wrote it.
  package let text: String
  package let digest: String
  /// The completed rounds, in the order of their groups in the file.
  package let rounds: [RoundCount]
  package let runs: [Run]
  package let phases: [Phase]
  package let pauses: [Pause]
  package let actions: [Action]
  package let cues: [Cue]
  package let notes: [Note]
  package let measurements: [Measurement]

  package init(
    session: PastSession, text: String, digest: String, rounds: [RoundCount], runs: [Run], phases: [Phase],
    pauses: [Pause], actions: [Action], cues: [Cue], notes: [Note] = [], measurements: [Measurement] = []
  ) {
    (self.session, self.text, self.digest, self.rounds, self.runs) = (session, text, digest, rounds, runs)
    (self.phases, self.pauses, self.actions, self.cues) = (phases, pauses, actions, cues)
    (self.notes, self.measurements) = (notes, measurements)
  }

  /// The repetitions of all completed phases; `nil` if no phase had any.
  package var reps: Int? {
    let counted = phases.filter { $0.reps != nil && $0.place != nil }
    // A phase that the user went back to counts once, in its last state.
    let last = Dictionary(counted.map { ([$0.path, $0.place], $0) }, uniquingKeysWith: { $1 })
    return counted.isEmpty ? nil : last.values.reduce(0) { $0 + ($1.isDone == true ? $1.reps ?? 0 : 0) }
  }

  package struct Run: Equatable, Sendable {
    package let start: Duration
    /// The time without a process before it, and whether that is known or only estimated from the wall clock.
    package let gap: Duration
    package let isExact: Bool
    /// Its start in UTC, and the machine's time and the identity of its boot then.
    package let began: CivilTime
    package let boot: Duration
    package let bootID: String
    package let process: Int

    package init(
      start: Duration, gap: Duration, isExact: Bool, began: CivilTime, boot: Duration, bootID: String, process: Int
    ) {
      (self.start, self.gap, self.isExact, self.process) = (start, gap, isExact, process)
      (self.began, self.boot, self.bootID) = (began, boot, bootID)
    }
  }

  package struct Phase: Equatable, Sendable {
    package let path: String
    package let name: String
    package let intensity: String
    package let set: Int?
    package let sets: Int?
    package let planned: Duration?
    /// The start in session time, including pauses and interruptions, and in active time.
    package let began: Duration
    package let elapsed: Duration
    /// The active time spent in it; `nil` if it hasn't ended.
    package let active: Duration?
    /// The enclosing sets, outermost first, separated by dots; `nil` if they aren't known.
    package let place: String?
    package let reps: Int?
    /// Whether it was completed, neither left nor cut off early; `nil` if that isn't known.
    package let isDone: Bool?
    /// Why it ended, if it was an open one and was completed or cut off.
    package let cause: String?
    /// Whether it is what the phase before it took beyond its planned end.
    package var isOvertime: Bool { path.hasSuffix(".overtime") }

    package init(
      path: String, name: String, intensity: String, set: Int?, sets: Int?, planned: Duration?, began: Duration,
      elapsed: Duration, active: Duration?, place: String?, reps: Int?, isDone: Bool?,
      cause: String? = nil
    ) {
      (self.path, self.name, self.intensity, self.set, self.sets) = (path, name, intensity, set, sets)
      (self.planned, self.began, self.elapsed) = (planned, began, elapsed)
      (self.active, self.place) = (active, place)
      (self.reps, self.isDone, self.cause) = (reps, isDone, cause)
    }
  }

  package struct Pause: Equatable, Sendable {
    package let began: Duration
    /// The end; `nil` if it lasts. The end of the session also ends it.
    package let ended: Duration?
    package let elapsed: Duration
    package let reason: String

    package init(began: Duration, ended: Duration?, elapsed: Duration, reason: String) {
      (self.began, self.ended, self.elapsed, self.reason) = (began, ended, elapsed, reason)
    }
  }

  package struct Action: Equatable, Sendable {
    package let at: Duration
    /// The active time then; `nil` in a session of an earlier version.
    package let elapsed: Duration?
    package let name: String
    package let refusal: String?
    package let position: Duration
    /// The source of the action, and the client's name for itself.
    package let origin: String?
    package let client: String?

    package init(
      at: Duration, elapsed: Duration? = nil, name: String, refusal: String?, position: Duration, origin: String?,
      client: String?
    ) {
      (self.at, self.elapsed, self.name, self.refusal, self.position) = (at, elapsed, name, refusal, position)
      (self.origin, self.client) = (origin, client)
    }
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
    /// The active time when it was settled; `nil` in a session of an earlier version.
    package let elapsed: Duration?

    package init(
      cue: String, kind: String, phase: String, set: Int?, due: Duration, at: Duration?, late: Duration?,
      outcome: String, cause: String?, sound: String?, say: String?, position: Duration, elapsed: Duration? = nil
    ) {
      (self.cue, self.kind, self.phase, self.set, self.due) = (cue, kind, phase, set, due)
      (self.at, self.late, self.outcome, self.cause) = (at, late, outcome, cause)
      (self.sound, self.say, self.position, self.elapsed) = (sound, say, position, elapsed)
    }
  }
}

extension SessionDetail {
  /// That a cue was moved, left out or cut short, and why.
  package struct Note: Equatable, Sendable {
    package let at: Duration
    /// The active time then.
    package let elapsed: Duration
    package let cue: String
    package let kind: String
    package let change: String
    package let due: Duration
    package let say: String
    package let reason: String
    /// The role of the cue to which its words gave way.
    package let speaker: String?

    package init(
      at: Duration, elapsed: Duration, cue: String, kind: String, change: String, due: Duration, say: String,
      reason: String, speaker: String?
    ) {
      (self.at, self.elapsed, self.cue, self.kind, self.change) = (at, elapsed, cue, kind, change)
      (self.due, self.say, self.reason, self.speaker) = (due, say, reason, speaker)
    }
  }
}

/// One session of a programme in the history.
package struct ProgrammeSession: Equatable, Sendable {
  /// The name of the programme.
  package let programme: String
  /// The session's number, counted from 1.
  package let number: Int

  /// Session `number` of a programme.
  package init(programme: String, number: Int) {
    self.programme = programme
    self.number = number
  }
}
