import SessionControl
import Synchronization
import WorkoutEngine
import WorkoutModel

/// Passes the heart rate of a strap to the session, and tells the user what becomes of the strap.
final class StrapMeasurements: Sendable {
  private let settings: DesktopSettings
  /// Whether the strap was lost, and whether it was told that its measurements are refused.
  private let state = Mutex((wasLost: false, isRefused: false))

  init(_ settings: DesktopSettings) { self.settings = settings }

  func follow(_ strap: HeartRateStrap, _ news: HeartRateStraps.News) {
    switch news {
    case .found, .reading(.noContact): break
    case .connected:
      let isBack = state.withLock(\.wasLost)
      settings.remark(isBack ? "\(strap.name) is back." : "The heart rate comes from \(strap.name).")
    case .lost:
      state.withLock { $0.wasLost = true }
      settings.remark("\(strap.name) is lost; looking for it.")
    case .reading(.rate(let rate)):
      settings.perform(.measure(.heartRate, rate), .from(.system, name: strap.name)) { [self] answer in
        if case .refused(let reason) = answer { complain(of: strap, reason) }
      }
    }
  }

  func complain(_ reason: String) { settings.remark("No heart rate: \(reason). The workout continues.") }

  /// Tells once that the session refuses the measurements.
  private func complain(of strap: HeartRateStrap, _ reason: String) {
    let isNew = state.withLock { state in
      defer { state.isRefused = true }
      return !state.isRefused
    }
    if isNew { settings.remark("The heart rate of \(strap.name) isn't used: \(reason).") }
  }
}
