package import SessionControl
import WorkoutEngine

/// The kind of sleep that a run prevents while its timer runs.
package enum InhibitPolicy: String, CaseIterable, Sendable {
  /// Automatic sleep. The user can still suspend the machine.
  case idle
  /// All sleep.
  case sleep
  /// Nothing.
  case none
}

/// The settings and callbacks of `DesktopIntegration`; the closures are called on its thread.
package struct DesktopSettings: Sendable {
  package var inhibits = InhibitPolicy.idle
  package var notifies = true
  package var others = OtherPrograms.mix
  /// The strap whose heart rate is read; `nil` for none.
  package var strap: StrapChoice?
  /// The environment, which has the addresses of the buses and the folder of the records of other players.
  package var environment: [String: String]
  package var now: @Sendable () -> Duration
  package var perform: CommandPerformer
  package var remark: @Sendable (String) -> Void = { _ in }
  /// Receives the active inhibitors when they change: some of `portal`, `portal-screen`, `screensaver`,
  /// `logind-idle`, `logind-sleep` and `logind-delay`, in this order.
  package var showInhibitors: @Sendable ([String]) -> Void = { _ in }
  /// Called before the machine sleeps, which is delayed until `ready` is called from any thread, for at most 0.9 s.
  package var sleepIsNear: @Sendable (_ ready: @escaping @Sendable () -> Void) -> Void = { $0() }
  /// Called after a sleep, or when a sleep was cancelled.
  package var sleepIsOver: @Sendable () -> Void = {}

  package init(
    environment: [String: String], now: @escaping @Sendable () -> Duration, perform: @escaping CommandPerformer
  ) {
    self.environment = environment
    self.now = now
    self.perform = perform
  }
}
