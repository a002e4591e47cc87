import ArgumentParser
import CommandSupport
import ControlSocket
import FoundationEssentials
import Snapcast
import StrictJSON
import WorkoutModel

/// `rooms`: lists and changes the rooms of a Snapcast server.
struct Rooms: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List and change the rooms of a Snapcast server.",
    discussion: """
      Examples:
        cuebell rooms
        cuebell rooms volume Kitchen 60
        cuebell rooms --server gym.lan latency "Hall 2" 40

      Verbs:
        \(RoomVerb.help.joined(separator: "\n  "))

      A room is named by its name or its id; --json prints both. cuebell run NAME --snapcast localhost plays in all \
      rooms. Status: 0 done, 64 usage, 66 no such room or stream, 69 no server within 3 s.
      """)

  @Option(
    help: ArgumentHelp(
      "The server, with its ports if they aren't 1705 and 1704; by default that of this machine.",
      valueName: "host[:control[:stream]]"))
  var server: SnapcastAddress?

  @Flag(help: "Without a verb: print one JSON object.")
  var json = false

  @Argument(help: "What to do; by default list.", completion: .list(RoomVerb.allCases.map(\.rawValue)))
  var verb: String?

  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The room and its new value.", valueName: "word"))
  var words: [String] = []

  mutating func validate() throws {
    words = try words.afterOptions()
    let isList = try stream == nil && change() == nil
    guard isList || !json else { throw ValidationError("--json works only without a verb.") }
  }

  private var stream: String? { verb == RoomVerb.control.rawValue && words.count == 1 ? words[0] : nil }

  /// The change that the words ask for; `nil` to list the rooms.
  private func change() throws -> RoomChange? {
    guard let verb else { return nil }
    do throws(RoomChange.Problem) { return try RoomChange(verb, words) } catch {
      throw ValidationError(Suggestion.sentence(error.reason))
    }
  }

  func run() throws {
    if let stream { return try control(stream) }
    try Streams.out(try result(of: try change()))
  }

  private func control(_ stream: String) throws {
    let folder: String
    do throws(ControlEndpoint.Failure) {
      folder = try ControlEndpoint.standardFolder(ProcessInfo.processInfo.environment)
    } catch {
      throw Exit.fail(.unavailable, "No run can be found: \(error.explanation).")
    }
    try Exit.unlessExhausted("The buttons don't work") {
      try ControlScript(ofRun: LiveRunName(ofFile: stream), in: folder).serve()
    }
  }

  private func result(of change: RoomChange?) throws -> String {
    do throws(SnapcastFault) {
      var client = try SnapcastClient(server ?? .local)
      let status = try client.status()
      if let change { return try change.apply(to: status, through: &client) }
      if json { return RoomList(status).fields(buffer: try? client.buffer()).line() }
      return RoomList(status).text
    } catch {
      throw Exit.fail(error)
    }
  }
}
