public import WorkoutEngine
public import WorkoutModel

/// A whole workout as a rehearsal ran it: its phases, its cues, and what was moved or left out.
public struct Plan: Sendable {
  /// A line of the plan: a phase that begins, a cue, or a note about one.
  public enum Row: Equatable, Sendable {
    case phase(PhaseReport)
    case cue(CueReport)
    case note(PlanNote)

    /// Where it lies in the plan.
    public var at: Duration {
      switch self {
      case .phase(let phase): phase.start
      case .cue(let cue): cue.due
      case .note(let note): note.mark
      }
    }
  }

  /// More rows than this are not kept; `leftOver` says how many there would be.
  public static let capacity = 20_000

  /// What was rehearsed.
  public let workout: Workout
  /// `nil` where a phase ends only when the user says so.
  public let total: Duration?
  /// By time; at one time the phase first.
  public private(set) var rows: [Row] = []
  /// How many rows there were beyond `capacity`.
  public private(set) var leftOver = 0

  /// Runs `rehearsal` to its end.
  public init(of timeline: Timeline, _ rehearsal: Rehearsal) {
    self.init(of: timeline)
    var notes: Set<String> = []
    var rehearsal = rehearsal
    rehearsal.run { reaction, newNotes in
      for event in reaction.events { take(event) }
      // A plan made anew finds the same things again.
      for note in newNotes where notes.insert("\(note.kind)\(note.key)").inserted { add(.note(note)) }
    }
  }

  /// A plan without rows, for a session that tells what it does as it goes.
  public init(of timeline: Timeline) {
    workout = timeline.workout
    total = timeline.total
  }

  /// Adds what a session tells of its phases and cues.
  public mutating func take(_ event: EngineEvent) {
    switch event.kind {
    case .phaseStarted(let phase):
      endPhase(at: phase.start)
      add(.phase(phase))
    case .finished: endPhase(at: event.at)
    case .cueSettled(let cue): add(.cue(cue))
    default: break
    }
  }

  /// Open phases are planned up to a cut, and may be done before.
  private mutating func endPhase(at instant: Duration) {
    guard let last = rows.lastIndex(where: { if case .phase = $0 { true } else { false } }) else { return }
    if case .phase(let phase) = rows[last] { rows[last] = .phase(phase.ended(by: instant)) }
  }

  private mutating func add(_ row: Row) {
    guard rows.count < Self.capacity else {
      leftOver += 1
      return
    }
    // What is told comes nearly in order; what is equal keeps the order in which it happened.
    var place = rows.count
    while place > 0, (row.at, row.rank) < (rows[place - 1].at, rows[place - 1].rank) { place -= 1 }
    rows.insert(row, at: place)
  }

  /// The phases among the rows, in their order.
  public var phases: [PhaseReport] {
    rows.compactMap { if case .phase(let phase) = $0 { phase } else { nil } }
  }

  /// The cues among the rows, each with its outcome.
  public var cues: [CueReport] {
    rows.compactMap { if case .cue(let cue) = $0 { cue } else { nil } }
  }

  /// The notes among the rows: what was moved or left out, and why.
  public var notes: [PlanNote] {
    rows.compactMap { if case .note(let note) = $0 { note } else { nil } }
  }
}

extension Plan.Row {
  fileprivate var rank: Int {
    switch self {
    case .phase: 0
    case .cue: 1
    case .note: 2
    }
  }
}
