public import DriftSimulation
public import SessionReporting
import WorkoutEngine
import WorkoutModel

/// Writes a trace as lines of JSON: the scenario, then the events of the session with the readings of the host's
/// clocks.
public enum TraceLines {
  /// The lines of a trace, each ending in a line feed.
  ///
  /// - Parameters:
  ///   - trace: The run.
  ///   - scenario: The scenario; the first line contains it in full.
  ///   - hello: The first event.
  ///   - frameOf: The frame of a session time.
  /// - Returns: The text.
  public static func text(
    _ trace: Trace, of scenario: Scenario, hello: SessionEvent.Kind, frameOf: @escaping @Sendable (Duration) -> Int?
  ) -> String {
    var lines = EventEncoder(frameOf: frameOf)
    var more = JSONText()
    more.add("scenario", raw: ScenarioWriter.line(scenario))
    more.add(clocks: trace.clocks(at: .zero))
    var text = lines.line(SessionEvent(at: .zero, kind: hello), and: more) + "\n"
    for step in trace.steps {
      for event in step.events {
        var more = JSONText()
        more.add(clocks: trace.clocks(at: lines.time(of: SessionEvent(event))))
        text += lines.line(SessionEvent(event), and: more) + "\n"
      }
    }
    return text
  }
}

extension JSONText {
  /// Adds the readings of the wall clock, since 1970, and of the monotonic clock, in nanoseconds.
  fileprivate mutating func add(clocks: VirtualClock.Reading) {
    add("wall", clocks.wall)
    add("monotonic", clocks.monotonic)
  }
}
