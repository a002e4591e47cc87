extension Engine {
  /// The result of a call of `send`.
  public struct Reaction: Equatable, Sendable {
    /// The effects, each with its exact instant.
    public var effects: [Effect] = []
    /// The events.
    public var events: [EngineEvent] = []
    /// The cues whose outcomes are among the events, in their order, as they were planned.
    package internal(set) var settled: [ScheduledWarning] = []
    /// The cues that were left out because nobody knows the value that their words mention.
    package internal(set) var unknown: [ScheduledWarning] = []

    /// Creates a reaction, for a host of one's own.
    public init(effects: [Effect] = [], events: [EngineEvent] = []) {
      (self.effects, self.events) = (effects, events)
    }

    /// Whether the call changed anything that a restored session needs. After a transition, a cue or an accepted action
    /// the host stores the session.
    package var isWorthStoring: Bool { isTransition || events.contains { $0.kind.cue != nil } }

    /// Whether the call changed more than what follows from the state before it and the time that has passed since.
    package var isTransition: Bool {
      effects.contains { $0.kind == .journal }
        || events.contains { event in
          switch event.kind {
          case .actionTaken(let report): report.result == .accepted && !report.action.isMeasurement
          case .stateChanged: true
          default: false
          }
        }
    }

    /// Whether two reactions have the same effects and events.
    public static func == (a: Reaction, b: Reaction) -> Bool { a.effects == b.effects && a.events == b.events }
  }
}
