public import SessionReporting
public import WorkoutEngine

/// Follows a session from outside: a socket's clients, the desktop.
///
/// The calls come from threads of the session and must return at once.
public protocol SessionFollower: AnyObject, Sendable {
  /// An event that is heard now.
  ///
  /// - Parameters:
  ///   - event: What has happened.
  ///   - line: The event as a line of JSON, without a line break.
  func follow(_ event: SessionEvent, line: String)

  /// An event of the engine as soon as it is decided, up to half a second before it is heard.
  func followAhead(_ event: EngineEvent)

  /// Whether somebody looks at the session on a terminal.
  func watch(_ isWatched: Bool)

  /// The session is over; no call follows.
  func finish()
}

extension SessionFollower {
  /// Makes no difference.
  public func watch(_ isWatched: Bool) {}
}

/// Makes a session do what a client asks for; the answer may come on any thread.
public typealias CommandPerformer =
  @Sendable (ControlCommand, ActionOrigin, _ answer: @escaping @Sendable (ControlAnswer) -> Void) -> Void
