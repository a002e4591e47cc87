import ArgumentParser
import ControlSocket
import WorkoutFiles
import WorkoutModel

/// The running workouts of this user, as `ctl list` prints them.
struct RunList {
  private let environment: [String: String]

  init(_ environment: [String: String]) { self.environment = environment }

  /// Writes a line for each run: its name, its workout, and what is on.
  func write() throws {
    for name in ControlEndpoint.runs(environment) {
      // A run that hangs or is just ending is listed all the same.
      let connection = try? RunConnection(to: name, timeout: .milliseconds(500), environment)
      let status = try? connection.map { try StatusText($0, values: $0.values(of: StatusText.properties)) }
      let workout = connection?.greeting.text("workout").map { "  \(SafeText.filtered($0))" } ?? ""
      let line = (status ?? nil).map { "  " + $0.line(at: .now) } ?? "  no answer"
      try Streams.out(name + workout + line)
    }
  }
}

/// `ctl wait`: waits until something has come about.
struct RunWait {
  private enum Goal {
    case phase(String)
    case paused
    case finished
  }

  private let goal: Goal

  /// What the words after `wait` say.
  init(_ words: [String]) {
    switch words.first {
    case "phase": goal = .phase(words.dropFirst().joined(separator: " "))
    case "paused": goal = .paused
    default: goal = .finished
    }
  }

  /// Waits; a workout that ends before is status 4 where it was stopped.
  func run(_ connection: inout RunConnection) throws {
    _ = try connection.reply(to: "events phase paused finished")
    if try isReached(connection.values(of: "playback phase")) { return }
    while true {
      guard case .line(let line) = connection.client.read(until: nil) else {
        throw Exit.fail(Exit.stoppedEarly, "The run ended.")
      }
      guard let event = JSONLine(line) else { continue }
      switch (event.text("event"), goal) {
      case ("phase", .phase(let name)): if matches(event.text("name"), name) { return }
      case ("paused", .paused): return
      case ("finished", .finished) where event.text("reason") == "completed": return
      case ("finished", _):
        let reason = event.text("reason") ?? "over"
        throw Exit.fail(Exit.stoppedEarly, "The workout is \(SafeText.filtered(reason)).")
      default: continue
      }
    }
  }

  private func isReached(_ values: JSONObject) throws -> Bool {
    switch goal {
    case .phase(let name): return matches(values.object("phase")?.text("name"), name)
    case .paused: return values.text("playback") == "paused"
    case .finished: return false
    }
  }

  private func matches(_ name: String?, _ wanted: String) -> Bool { name?.lowercased() == wanted.lowercased() }
}
