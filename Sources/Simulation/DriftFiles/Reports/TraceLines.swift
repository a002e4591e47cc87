public import DriftSimulation
public import SessionReporting
import WorkoutEngine
import WorkoutModel

/// Writes a run as lines of JSON: the scenario, then the events of the session with the readings of the host's clocks.
///
/// A long run is written stretch by stretch; the law: the lines are the same.
public struct TraceLines {
  private let scenario: Scenario
  /// The first event; `nil` once it has been written.
  private var hello: SessionEvent.Kind?
  private var lines: EventEncoder

  /// Writes the run of a scenario.
  ///
  /// - Parameters:
  ///   - scenario: The scenario; the first line contains it in full.
  ///   - hello: The first event.
  ///   - frameOf: The frame of a session time.
  public init(of scenario: Scenario, hello: SessionEvent.Kind, frameOf: @escaping @Sendable (Duration) -> Int?) {
    self.scenario = scenario
    self.hello = hello
    lines = EventEncoder(frameOf: frameOf)
  }

  /// The lines of the next steps of the run, each ending in a line feed.
  public mutating func text(of trace: Trace) -> String {
    var text = ""
    if let hello {
      var more = JSONText()
      more.add("scenario", raw: ScenarioWriter.line(scenario))
      more.add(clocks: trace.clocks(at: .zero))
      text = lines.line(SessionEvent(at: .zero, kind: hello), and: more) + "\n"
    }
    hello = nil
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
