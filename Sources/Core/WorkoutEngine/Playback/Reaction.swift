extension Engine {
  /// The result of a call of `send`.
  public struct Reaction: Equatable, Sendable {
    /// The effects, each with its exact instant.
    public var effects: [Effect] = []
    /// The events.
    public var events: [EngineEvent] = []
    /// The cues whose outcomes are among the events, in their order, as they were planned.
    package internal(set) var settled: [ScheduledWarning] = []

    /// Whether the call changed anything that a restored session needs. After a transition, a cue or an accepted action
    /// the host stores the session.
    public var isWorthStoring: Bool {
      effects.contains { $0.kind == .journal }
        || events.contains { event in
          switch event.kind {
          case .actionTaken(_, .accepted, _, _), .cueSettled, .stateChanged: true
          default: false
          }
        }
    }

    /// Whether two reactions have the same effects and events.
    public static func == (a: Reaction, b: Reaction) -> Bool { a.effects == b.effects && a.events == b.events }
  }
}

/// Collects what a call of `send` returns, and counts what is reported.
struct SessionRecorder: Sendable {
  /// The effects, in the order in which they were decided.
  var effects: [Effect] = []
  private var events: [EngineEvent] = []
  private var settled: [ScheduledWarning] = []
  /// The counts so far, without the action being applied.
  private(set) var counts: SessionCounts

  init(_ counts: SessionCounts = SessionCounts()) { self.counts = counts }

  mutating func emit(_ kind: Effect.Kind, at instant: Duration) { effects.append(Effect(due: instant, kind: kind)) }

  mutating func report(_ kind: consuming EngineEvent.Kind, at instant: Duration, _ progress: SessionProgress) {
    events.append(EngineEvent(at: instant, kind: kind, progress: progress))
  }

  /// Reports and counts the outcome of a cue.
  mutating func report(
    _ report: consuming CueReport, of cue: ScheduledWarning, at instant: Duration, _ progress: SessionProgress
  ) {
    counts.count(report.outcome)
    settled.append(cue)
    self.report(.cueSettled(report), at: instant, progress)
  }

  mutating func report(_ kind: EngineEvent.Kind, at instant: Duration, _ environment: CueEnvironment) {
    report(kind, at: instant, SessionProgress(at: instant, environment.timer, in: environment.context))
  }

  mutating func count(_ action: Action, _ result: ActionResult) { counts.count(action, result) }

  /// Removes and returns what has been collected.
  mutating func drainReaction() -> Engine.Reaction {
    defer { (effects, events, settled) = ([], [], []) }
    return Engine.Reaction(effects: effects, events: events, settled: settled)
  }
}
