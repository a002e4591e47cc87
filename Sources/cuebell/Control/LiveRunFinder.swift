import ArgumentParser
import CommandSupport
import ControlSocket
import FoundationEssentials
import HostSystem
import StrictJSON
import WorkoutModel

struct LiveRunFinder {
  private let folder = ControlClient.standardFolder(ProcessInfo.processInfo.environment)

  /// The live runs; if their folder is another user's, the command ends.
  private func runs() throws -> [ControlClient.FoundRun] {
    guard let folder else { return [] }
    do throws(ControlClient.Failure) { return try ControlClient.runs(in: folder) } catch {
      throw Exit.fail(.notPermitted, "\(folder) belongs to another user, who alone can control its runs.")
    }
  }

  var names: [String] { (try? runs().map(\.name)) ?? [] }

  /// A connection to the run with a name or a socket path; without either, to the only run, or of several to the one
  /// that holds the audio session.
  func connection(to name: String?, _ patience: Duration) throws -> LiveRunConnection {
    if let name {
      if name.contains("/") { return try LiveRunConnection(name, FullPath.absolute(name), patience) }
      guard let folder, LiveRunName(name) != nil else {
        throw Exit.fail(.unavailable, "No run has the name \(Excerpt.quoted(name)).")
      }
      return try LiveRunConnection(name, "\(folder)/\(name).sock", patience)
    }
    let runs = try runs()
    if runs.count <= 1 {
      guard let run = runs.first else { throw Exit.fail(.unavailable, "No workout is running.") }
      return try LiveRunConnection(run.name, run.path, patience)
    }
    for run in runs {
      guard let connection = try? LiveRunConnection(run.name, run.path, patience),
        let reply = try? connection.ask(#"{"get":["owner"]}"#).object
      else { continue }
      if reply["values"]?["owner"]?.text != nil { return connection }
    }
    let names = runs.map(\.name).joined(separator: ", ")
    throw Exit.fail(.usage, "Several workouts are running: choose one with --to NAME: \(names).")
  }

  /// Prints the live runs, one per line.
  func list(json: Bool, _ patience: Duration) throws {
    for run in try runs() {
      guard let connection = try? LiveRunConnection(run.name, run.path, patience),
        let reply = try? connection.ask(#"{"get":["playback","reason","phase"]}"#).object,
        let values = reply["values"]
      else {
        if !json { try Streams.out(SafeText.filtered("\(run.name)  doesn't answer")) }
        continue
      }
      let workout = connection.greeting["workout"]?.text ?? ""
      let playback = values["playback"]?.text ?? ""
      if json {
        let fields: JSONFields = [
          "name": run.name, "workout": workout, "playback": playback, "pid": connection.greeting["pid"]?.integer,
          "socket": run.path,
        ]
        try Streams.out(fields.line())
      } else {
        let phase = values["phase"]?["name"]?.text.map { ", \($0)" } ?? ""
        let state = LiveRunStatus(greeting: connection.greeting, values: values).playback
        try Streams.out(SafeText.filtered("\(run.name)  \(workout)  \(state)\(phase)"))
      }
    }
  }
}
