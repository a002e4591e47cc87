public import SessionControl
public import WorkoutEngine

/// The kind of sleep that a run prevents while its timer runs.
public enum InhibitPolicy: String, CaseIterable, Sendable {
  /// Automatic sleep. The user can still suspend the machine.
  case idle
  /// All sleep.
  case sleep
  /// Nothing.
  case none
}

/// How a run treats the sound of other media players.
public enum OthersPolicy: String, CaseIterable, Sendable {
  /// Leaves it unchanged.
  case mix
  /// Lowers it while Cuebell speaks.
  case duck
  /// Pauses it until the workout is over.
  case pause
}

/// The settings and callbacks of `DesktopIntegration`; the closures are called on its thread.
public struct DesktopSettings: Sendable {
  /// The kind of sleep that the run prevents.
  public var inhibits = InhibitPolicy.idle
  /// Whether notifications are shown.
  public var notifies = true
  /// The treatment of other players.
  public var others = OthersPolicy.mix
  /// The speed factor of session time.
  public var speed = 1
  /// The environment, which has the addresses of the buses and the folder of the records of other players.
  public var environment: [String: String]
  /// Returns the audible session time.
  public var now: @Sendable () -> Duration
  /// Performs a command.
  public var perform: CommandPerformer
  /// Returns the length of a phrase; `nil` if it isn't known.
  public var phraseLength: @Sendable (Phrase) -> Duration? = { _ in nil }
  /// Receives a message for the user.
  public var remark: @Sendable (String) -> Void = { _ in }
  /// Receives the active inhibitors when they change: some of `portal`, `portal-screen`, `screensaver`,
  /// `logind-idle`, `logind-sleep` and `logind-delay`, in this order.
  public var showInhibitors: @Sendable ([String]) -> Void = { _ in }
  /// Called before the machine sleeps, which is delayed until `ready` is called from any thread, for at most 0.9 s.
  public var sleepIsNear: @Sendable (_ ready: @escaping @Sendable () -> Void) -> Void = { $0() }
  /// Called after a sleep, or when a sleep was cancelled.
  public var sleepIsOver: @Sendable () -> Void = {}

  /// Settings for a session; the rest are defaults.
  public init(
    environment: [String: String], now: @escaping @Sendable () -> Duration, perform: @escaping CommandPerformer
  ) {
    self.environment = environment
    self.now = now
    self.perform = perform
  }
}
