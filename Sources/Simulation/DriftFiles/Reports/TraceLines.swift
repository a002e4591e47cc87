package import DriftSimulation
package import SessionReporting
import StrictJSON
import WorkoutEngine

package enum TraceLines {
  /// The scenario, then the events of the session with the readings of the host's clocks; each line ends in a newline.
  ///
  /// - Parameters:
  ///   - verdict: The verdict on the run; the first line contains its scenario in full.
  ///   - hello: The first event.
  ///   - frameOf: The frame of a session time.
  /// - Returns: The lines.
  package static func text(
    of verdict: Verdict, hello: SessionEvent.Kind, frameOf: @escaping @Sendable (Duration) -> Int?
  ) -> String {
    let trace = verdict.trace
    var lines = EventEncoder(frameOf: frameOf)
    var more: JSONFields = ["scenario": JSONOutput.raw(ScenarioWriter.line(verdict.scenario))]
    more.add(trace.clocks(at: .zero).fields)
    var text = lines.line(SessionEvent(at: .zero, kind: hello), and: more) + "\n"
    for step in trace.steps {
      // Measurements that are accepted have events of their own.
      for event in step.events where !event.isAcceptedMeasurement {
        let event = SessionEvent(event)
        text += lines.line(event, and: trace.clocks(at: lines.time(of: event)).fields) + "\n"
      }
    }
    return text
  }
}

extension EngineEvent {
  fileprivate var isAcceptedMeasurement: Bool { kind.acceptedAction?.isMeasurement ?? false }
}

extension VirtualClock.Reading {
  /// The readings of the wall clock, since 1970, and of the monotonic clock, in nanoseconds.
  fileprivate var fields: JSONFields { ["wall": wall, "monotonic": monotonic] }
}
