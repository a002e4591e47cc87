public import DriftSimulation
public import SessionReporting
import WorkoutEngine
import WorkoutModel

/// A run as lines of JSON.
public enum TraceLines {
  /// The scenario, then the events of the session with the readings of the host's clocks; each line ends in a newline.
  ///
  /// - Parameters:
  ///   - verdict: The verdict on the run; the first line contains its scenario in full.
  ///   - hello: The first event.
  ///   - frameOf: The frame of a session time.
  /// - Returns: The lines.
  public static func text(
    of verdict: Verdict, hello: SessionEvent.Kind, frameOf: @escaping @Sendable (Duration) -> Int?
  ) -> String {
    let trace = verdict.trace
    var lines = EventEncoder(frameOf: frameOf)
    var more = JSONText()
    more.add("scenario", raw: ScenarioWriter.line(verdict.scenario))
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
