public import WorkoutModel

/// What was done in a session and what became of its cues, in order: together with the workout it is the session.
///
/// ```swift
/// var log = SessionLog(seed: timeline.seed)
/// let reaction = engine.send(.start, at: .zero)
/// log.record(reaction.events, engine.state.facts)
/// let same = try Engine(replaying: log, timeline, to: engine.now)
/// ```
///
/// The law: the session that a log tells up to an instant has the state of the one that wrote it.
public struct SessionLog: Equatable, Sendable {
  /// The part of a session that one process has run, on its own clock.
  public struct Run: Equatable, Sendable {
    /// Where it began.
    public let start: Start
    /// The behaviour that its user had chosen.
    public let policies: Policies
    /// What has happened in it.
    public var entries: [Entry] = []
    /// How often.
    public var counts = SessionCounts()

    /// A run without entries.
    public init(_ start: Start = .beginning, _ policies: Policies = Policies()) {
      (self.start, self.policies) = (start, policies)
    }
  }

  /// The place at which a run begins.
  public enum Start: Equatable, Sendable {
    /// The start of the workout.
    case beginning
    /// Paused where the run before had come at an instant of its clock; its own is at `clock` then.
    case continued(after: Duration, clock: Duration = .zero)
    /// Paused in a phase of a workout that has changed since.
    case phase(SegmentID, progress: Duration, elapsed: Duration)
  }

  /// Something that has happened in a session.
  public enum Entry: Equatable, Sendable {
    /// An accepted action, or a measurement.
    case action(Action, at: Duration)
    /// The moment of a cue has come.
    case cue(Fact)
    /// The coach has spoken of a signal. When he can depends on the words of the plan, which a log doesn't tell.
    case coached(CoachCall, Signal, at: Duration)
    /// The oldest of the words that were asked for have been said, or left out.
    case said(at: Duration)
  }

  /// The seed of the session's random moments and orders.
  public let seed: UInt64
  /// The processes that ran it, in order.
  public private(set) var runs: [Run]
  /// The number of the last fact of the present run.
  private var lastFact = 0

  /// The log of a session that has not begun.
  public init(seed: UInt64, _ policies: Policies = Policies()) {
    self.init(seed: seed, runs: [Run(.beginning, policies)])
  }

  /// The log of a session that was run by these processes.
  public init(seed: UInt64, runs: [Run]) { (self.seed, self.runs) = (seed, runs) }

  /// Begins a run in another process, whose engine has these facts.
  public mutating func begin(_ run: Run, _ facts: Facts) {
    runs.append(run)
    lastFact = facts.count
  }

  /// Adds what a call of `send` has changed; `facts` are those of the engine after it.
  public mutating func record(_ events: [EngineEvent], _ facts: Facts) {
    guard let run = runs.indices.last else { return }
    runs[run].entries += events.compactMap(Entry.init) + facts.entries(after: lastFact).map(Entry.cue)
    for event in events { runs[run].counts.count(event) }
    lastFact = facts.count
  }

  /// The number of facts that it tells.
  package var factCount: Int {
    runs.reduce(0) { count, run in count + run.entries.count { if case .cue = $0 { true } else { false } } }
  }

  /// Whether two logs tell the same.
  public static func == (a: SessionLog, b: SessionLog) -> Bool { a.seed == b.seed && a.runs == b.runs }
}

extension SessionLog.Entry {
  /// The action, or the words outside the plan, that an event reports; `nil` if it changed nothing.
  package init?(_ event: EngineEvent) {
    switch event.kind {
    case .actionTaken(let report) where report.result == .accepted: self = .action(report.action, at: event.at)
    case .coached(let report): self = .coached(report.call, report.signal, at: report.cue.due)
    case .said(let cue): self = .said(at: cue.due)
    default: return nil
    }
  }
}

extension SessionCounts {
  /// Counts what an event tells of an action or a cue.
  mutating func count(_ event: EngineEvent) {
    switch event.kind {
    case .actionTaken(let report) where !report.action.isMeasurement: count(report.action, report.result)
    case .cueSettled(let cue): count(cue.outcome)
    default: break
    }
  }
}

/// Why a log can't be replayed.
public enum ReplayError: Error, Equatable, Sendable, CustomStringConvertible {
  /// It names a phase that the workout doesn't have.
  case otherWorkout
  /// Some of it is missing.
  case incomplete
  /// The session has been completed.
  case completed

  /// The explanation.
  public var description: String { explanation }

  /// The message for the user.
  package var explanation: String {
    switch self {
    case .otherWorkout: "the session is of another workout, or the workout has been changed since"
    case .incomplete: "the session was recorded by an earlier version, or some of its records were lost"
    case .completed: "the session was completed"
    }
  }
}
