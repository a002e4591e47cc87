public import SessionControl
public import WorkoutEngine

extension DesktopIntegration {
  /// What the desktop is to know of a session, and what it may ask of it; the closures are called on its thread.
  public struct Settings: Sendable {
    /// The name of the workout.
    public var workout: String
    /// Who wrote it.
    public var author: String?
    /// What the machine is kept from.
    public var inhibits = InhibitPolicy.idle
    /// Whether notifications are shown.
    public var notifies = true
    /// What becomes of other players.
    public var others = OthersPolicy.mix
    /// How many times as fast as real time the session is.
    public var speed = 1
    /// The environment, which says where the buses are and where other players are remembered.
    public var environment: [String: String]
    /// Session time as it is heard.
    public var now: @Sendable () -> Duration
    /// Makes the session do something.
    public var perform: CommandPerformer
    /// How long it takes to say something; `nil` where that isn't known.
    public var phraseLength: @Sendable (Phrase) -> Duration? = { _ in nil }
    /// Receives a line for the user.
    public var remark: @Sendable (String) -> Void = { _ in }
    /// Receives what is held, whenever that changes: some of `portal`, `portal-screen`, `screensaver`, `logind-idle`,
    /// `logind-sleep` and `logind-delay`, in this order.
    public var showInhibitors: @Sendable ([String]) -> Void = { _ in }
    /// The machine is about to sleep: it waits for at most 0.9 s until `ready` is called, from any thread.
    public var sleepIsNear: @Sendable (_ ready: @escaping @Sendable () -> Void) -> Void = { $0() }
    /// The machine has slept, or doesn't sleep after all.
    public var sleepIsOver: @Sendable () -> Void = {}

    /// Settings for a workout, the rest being the defaults.
    public init(
      workout: String, author: String? = nil, environment: [String: String], now: @escaping @Sendable () -> Duration,
      perform: @escaping CommandPerformer
    ) {
      self.workout = workout
      self.author = author
      self.environment = environment
      self.now = now
      self.perform = perform
    }
  }
}
