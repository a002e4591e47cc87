package import SessionReporting
package import WorkoutEngine

/// An observer of a session, such as the control socket or the desktop integration.
///
/// The session calls it from several threads, and it must return immediately.
package protocol SessionFollower: AnyObject, Sendable {
  /// Receives events for the observed session, in order: when they are heard, or when a request is answered after they
  /// were decided.
  ///
  /// No reply to a request is sent before.
  func observe(_ events: [SessionEvent])

  /// Receives an event when it is heard, also as a line of JSON without a line break.
  func follow(_ event: SessionEvent, line: String)

  /// Receives an event of the engine when it is decided, up to half a second before it is heard.
  func followAhead(_ event: EngineEvent)

  /// Sets whether the session is displayed on a terminal.
  func watch(_ isWatched: Bool)

  /// Signals that the session is over; no call follows.
  func finish()
}

extension SessionFollower {
  /// Does nothing.
  package func observe(_ events: [SessionEvent]) {}
  /// Does nothing.
  package func follow(_ event: SessionEvent, line: String) {}
  /// Does nothing.
  package func followAhead(_ event: EngineEvent) {}
  /// Does nothing.
  package func watch(_ isWatched: Bool) {}
  /// Does nothing.
  package func finish() {}
}

/// Performs a client's command; the answer may arrive on any thread.
package typealias CommandPerformer =
  @Sendable (ControlCommand, ActionOrigin, _ answer: @escaping @Sendable (ControlAnswer) -> Void) -> Void
