import LiveRuns
import StrictJSON
import WorkoutModel

/// The intensity that lamps show: as on screens that of the last stage, and the highest one in overtime.
extension LiveRunReport {
  private struct Stage {
    /// The session time from which it is shown, in nanoseconds.
    let from: Int
    let intensity: String
  }

  var isOvertime: Bool { self["phase"]?["overtime"]?.bool ?? false }

  /// The intensity at an instant of the boot clock; `nil` without a phase.
  func shownIntensity(at boot: Duration) -> String? {
    if isOvertime { return Intensity.high.rawValue }
    let now = sessionTime(at: boot)
    let stage = now.flatMap { now in stages.last { $0.from <= now } }
    return stage?.intensity ?? self["phase"]?["intensity"]?.text
  }

  /// The instant of the boot clock at which the next stage begins; `nil` if only an event leads to one.
  func nextStage(after boot: Duration) -> Duration? {
    let now = isRunning ? sessionTime(at: boot) : nil
    guard let epoch, let next = now.flatMap({ now in stages.first { $0.from > now } }) else { return nil }
    return .nanoseconds(epoch) + .nanoseconds(next.from) / speed
  }

  private var stages: [Stage] {
    guard let phaseStart else { return [] }
    return (self["phase"]?["stages"]?.list ?? []).compactMap { stage in
      guard let from = stage["from"]?.integer, let intensity = stage["intensity"]?.text else { return nil }
      return Stage(from: phaseStart + from, intensity: intensity)
    }
  }

  private var isRunning: Bool { self["place"]?["rate"]?.integer ?? 0 != 0 }

  /// Session time, which stands at the place where no time passes.
  private func sessionTime(at boot: Duration) -> Int? {
    guard isRunning else { return self["place"]?["t"]?.integer }
    return epoch.map { Int((boot - .nanoseconds($0)).inNanoseconds) * speed }
  }
}
