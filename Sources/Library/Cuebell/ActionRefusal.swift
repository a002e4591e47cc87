/// An action that a session has refused; the session is as it was.
///
/// ```swift
/// let session = try WorkoutSession(workout, clock: .continuous)
/// do { try await session.send(.done) } catch { message = "\(error)" }
/// ```
public struct ActionRefusal: Error, Equatable, Sendable, CustomStringConvertible {
  /// The action.
  public let action: Action
  /// Why.
  public let reason: RefusalReason

  /// Creates the refusal of an action.
  public init(_ action: Action, _ reason: RefusalReason) {
    self.action = action
    self.reason = reason
  }

  /// The refusal as a sentence: "pause was refused: the workout is over".
  public var description: String { "\(action.name) was refused: \(reason)" }
}

extension Engine.Reaction {
  /// Why the action was refused; `nil` if it was accepted.
  var refusal: RefusalReason? { events.lazy.compactMap(\.kind.refusal).first }
}
