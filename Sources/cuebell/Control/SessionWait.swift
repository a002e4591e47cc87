import ArgumentParser
import CommandSupport
import SessionControl
import StrictJSON

/// Waits until a run reaches a state.
struct SessionWait {
  private enum Goal {
    case phase(String)
    case paused, finished
  }

  private let goal: Goal

  /// Parses the state: `phase NAME`, `paused` or `finished`.
  init(_ words: [String]) throws(ControlError) {
    switch (words.first, words.count) {
    case ("phase", 2...): goal = .phase(words.dropFirst().joined(separator: " "))
    case ("paused", 1): goal = .paused
    case ("finished", 1): goal = .finished
    default: throw .invalid("\"wait\" needs something to wait for: phase NAME, paused or finished")
    }
  }

  /// Waits; ends the command with status 4 if the workout is over before that.
  func run(on connection: LiveRunConnection, _ patience: Duration?) throws {
    let deadline = patience.map { ContinuousClock.now + $0 }
    var line = try connection.ask(#"{"watch":["playback","phase"]}"#).object
    while true {
      let values = line["values"] ?? line["change"]
      if let values, isReached(values) { return }
      switch values?["playback"]?.text {
      case "stopped": throw Exit.fail(.stoppedEarly, "The workout was stopped.")
      case "failed": throw Exit.fail(.stoppedEarly, "The workout has failed.")
      case "completed": throw Exit.fail(.stoppedEarly, "The workout is complete.")
      default: line = try connection.next(within: deadline.map { $0 - .now }).object
      }
    }
  }

  private func isReached(_ values: JSONValue) -> Bool {
    switch goal {
    case .phase(let name): values["phase"]?["name"]?.text?.lowercased() == name.lowercased()
    case .paused: values["playback"]?.text == "paused"
    case .finished: values["playback"]?.text == "completed"
    }
  }
}
