public import WorkoutEngine

/// A model of an app that drives an engine, to be judged by `judge`.
///
/// ```swift
/// struct Screen: EngineHost {
///   var engine: Engine
///   var name = ""
///   init(_ engine: Engine) { self.engine = engine }
///
///   mutating func send(_ action: Action, at now: Duration, soundsFrom: Duration) -> Engine.Reaction {
///     let reaction = engine.send(action, at: now, soundsFrom: soundsFrom)
///     for case .phaseStarted(let phase) in reaction.events.map(\.kind) { name = phase.name }
///     return reaction
///   }
/// }
/// report(try judge(Screen.init, of: workout))
/// ```
public protocol EngineHost: Sendable {
  /// The engine that it drives.
  var engine: Engine { get set }

  /// Does what the app does with an action: passes it to the engine at this instant of session time, and returns the
  /// reaction. Sounds can begin from `soundsFrom` on.
  mutating func send(_ action: Action, at now: Duration, soundsFrom: Duration) -> Engine.Reaction

  /// What is wrong with the model, by the app's own laws; `nil` if nothing is. It is asked after each action.
  var complaint: String? { get }
}

extension EngineHost {
  /// Passes the action to the engine.
  public mutating func send(_ action: Action, at now: Duration, soundsFrom: Duration) -> Engine.Reaction {
    engine.send(action, at: now, soundsFrom: soundsFrom)
  }

  /// Nothing is wrong.
  public var complaint: String? { nil }
}
