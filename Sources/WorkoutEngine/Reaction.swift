extension Engine {
  /// What a call of `send` leads to.
  public struct Reaction: Equatable, Sendable {
    /// What must happen, each with its exact instant.
    public var effects: [Effect] = []
    /// What has happened.
    public var events: [EngineEvent] = []

    /// Whether it has changed what a session that is taken up again must know: after a transition, a cue or an accepted
    /// action its host stores it.
    public var isWorthKeeping: Bool {
      effects.contains { $0.kind == .journal }
        || events.contains { event in
          switch event.kind {
          case .actionTaken(_, .accepted, _, _), .cueSettled, .stateChanged: true
          default: false
          }
        }
    }
  }
}
