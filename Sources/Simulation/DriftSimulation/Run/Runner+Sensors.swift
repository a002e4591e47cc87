import WorkoutEngine
import WorkoutModel

extension Runner {
  /// The true time at which sensors measure; `nil` if the session is over, or if nothing but their measurements can
  /// come any more.
  func nextSample(before due: ScriptQueue.Due?) -> Duration? {
    guard let next = sensors.next, !reading.playback.isOver else { return nil }
    let isRunning = reading.timer.isRunning && reading.cursor?.end != nil
    return isRunning || due != nil || host.availableAt != nil ? max(next, clock.now) : nil
  }

  /// Delivers what sensors measure; a sleeping host, and one without the session's process, don't receive it.
  mutating func measure() {
    let id = reading.timer.isRunning ? reading.cursor?.id : nil
    let samples = sensors.measure(at: clock.now, id.map { oracle.timeline.phase(of: $0).phase.intensity })
    guard host.wakesUp == nil else { return }
    for sample in samples { deliver(sample.action) }
  }

  mutating func disturbSensor(of signal: Signal, _ change: (inout SensorDisturbance, _ now: Duration) -> Void) {
    sensors.disturb(signal) { [now = clock.now] in change(&$0, now) }
  }
}
