import WorkoutEngine
import WorkoutModel

/// Consecutive steps of a run that can no longer change.
struct RunStretch {
  let steps: ArraySlice<TraceStep>
  /// The number of steps of the run before these.
  let firstStep: Int
  /// Whether the run has ended with them.
  let isLast: Bool
  let clock: VirtualClock

  /// The reading of the clocks at a moment of session time.
  func clocks(at session: Duration) -> VirtualClock.Reading { clock.reading(atBoot: clock.origin.boot + session) }

  /// Whether another run's clocks had the same readings at each event, here and, if they had them so far, before.
  func hasSameClocks(as other: VirtualClock, soFar hadSameClocks: Bool) -> Bool {
    // The other clock may have lacked changes that followed in the same instant.
    if clock.runs(like: other) { return true }
    return hadSameClocks
      && steps.allSatisfy { step in
        step.events.allSatisfy { clocks(at: $0.at) == other.reading(atBoot: other.origin.boot + $0.at) }
      }
  }
}

/// A run with the same actions as another one but without wake-ups between them.
///
/// It wakes up at the end of each stretch, so that its reactions are no longer than one.
struct UntickedRun<Driver: SessionDriver> {
  /// `nil` once the run depends on more than its actions.
  private var driver: Driver?

  init(_ driver: Driver) { self.driver = driver }

  /// Sends the actions of the next steps.
  mutating func follow(_ stretch: RunStretch) {
    guard var driver else { return }
    // The copy that is changed must be the only one.
    self.driver = nil
    for step in stretch.steps where !step.isTick {
      guard let action = step.action else { return }
      // Time that was counted before a sleep was noticed counts for both.
      if case .suspended(let gap) = action, step.now - gap < step.previous {
        _ = driver.send(.tick, at: ObservedTime(session: step.previous, clocks: stretch.clocks(at: step.previous)))
      }
      _ = driver.send(action, at: ObservedTime(session: step.now, clocks: stretch.clocks(at: step.now)))
    }
    if let last = stretch.steps.last {
      _ = driver.send(.tick, at: ObservedTime(session: last.now, clocks: stretch.clocks(at: last.now)))
    }
    self.driver = driver
  }

  /// The state after the last step of the other run; `nil` if that depended on more than its actions.
  var state: EngineState? { driver?.state }
}
