import ArgumentParser
import CommandSupport
import ControlSocket
import Glibc
import SessionControl
import StrictJSON
import WorkoutModel

/// A connection to a run, whose failures end the command with the right status.
struct LiveRunConnection {
  let client: ControlClient
  let greeting: JSONObject
  let patience: Duration

  init(_ name: String, _ path: String, _ patience: Duration) throws {
    self.patience = patience
    let line: String?
    do throws(ControlClient.Failure) {
      client = try ControlClient(path)
      line = try client.readLine(by: .now + patience)
    } catch {
      throw Self.status(of: error, name)
    }
    guard let line else { throw Self.status(of: client.isAnotherUsers ? .notPermitted : .closed, name) }
    greeting = try Self.object(line)
    guard greeting["control"] != nil else { throw Self.status(ofReply: greeting) ?? ExitCode(1) }
    guard greeting["control"]?.integer == ControlProtocol.version else {
      throw Exit.fail(
        .otherProtocol,
        "\(SafeText.filtered(name)) uses another version of the protocol: use the cuebell that runs it.")
    }
  }

  var name: String { greeting["name"]?.text ?? "the run" }

  // MARK: Requests

  /// Sends a line and returns the next one, which is its reply if nothing is watched.
  func ask(_ line: String) throws -> (object: JSONObject, line: String) {
    try send(line)
    return try next(within: patience)
  }

  func send(_ line: String) throws {
    do throws(ControlClient.Failure) { try client.send(line, by: .now + patience) } catch {
      throw Self.status(of: error, name)
    }
  }

  /// The next line; a line with an error ends the command.
  func next(within patience: Duration?) throws -> (object: JSONObject, line: String) {
    guard let line = try nextLine(within: patience) else { throw Self.status(of: .closed, name) }
    let object = try Self.object(line)
    if let status = Self.status(ofReply: object) { throw status }
    return (object, line)
  }

  func nextLine(within patience: Duration?) throws -> String? {
    do throws(ControlClient.Failure) { return try client.readLine(by: patience.map { .now + $0 }) } catch {
      throw Self.status(of: error, name)
    }
  }

  static func object(_ line: String) throws -> JSONObject {
    guard let object = JSONObject(line: line.utf8) else {
      throw Exit.fail(.otherProtocol, "The process that answers is not a Cuebell run.")
    }
    return object
  }

  /// The exit status for an error reply, after its message; `nil` for other replies.
  static func status(ofReply reply: JSONObject) -> ExitCode? {
    guard reply["ok"]?.bool == false else { return nil }
    let reason = reply["reason"]?.text ?? "not done"
    return Exit.fail(code(of: reply), Suggestion.sentence(reason.prefix(1).uppercased() + reason.dropFirst()))
  }

  private static func status(of failure: ControlClient.Failure, _ name: String) -> ExitCode {
    switch failure {
    case .absent: Exit.fail(.unavailable, "No run has the name \(name).")
    case .notPermitted: Exit.fail(.notPermitted, "The run \(name) belongs to another user.")
    case .noAnswer: Exit.fail(.held, "The run \(name) doesn't answer.")
    case .closed: Exit.fail(.unavailable, "The run \(name) has ended.")
    case .unavailable(let reason): Exit.fail(.unavailable, "\(reason).")
    }
  }
}

extension LiveRunConnection {
  /// Makes a request; a text in it may have any characters.
  func perform(_ words: [String]) throws {
    let fields: JSONFields
    do throws(ControlError) { fields = try ControlRequest.fields(ofWords: words) } catch {
      throw Exit.fail(.usage, Suggestion.sentence(error.reason))
    }
    _ = try ask(fields.line(.compact))
  }

  /// Prints events until the run ends.
  func watch(_ names: [String], ahead: Bool) throws {
    let list = names == ["all"] ? [] : names
    _ = try ask((["events": list, "ahead": ahead] as JSONFields).line(.compact))
    while let line = try nextLine(within: nil) { try Streams.out(line) }
  }

  /// Sends the lines of stdin and prints the replies, until both have ended.
  func forwardLines() throws {
    var (asked, answered) = (0, 0)
    var status: ExitCode?
    var input = StandardInputLines()
    var isOpen = true
    while true {
      // Each reply is awaited before the next line, so that the run's limit is not exceeded.
      while answered < asked {
        guard let line = try nextLine(within: patience) else { throw Self.status(of: .closed, name) }
        let reply = try Self.object(line)
        try Streams.out(line)
        guard reply["ok"] != nil else { continue }
        answered += 1
        if reply["ok"]?.bool == false, status == nil { status = Self.code(of: reply) }
      }
      guard isOpen else { break }
      switch try input.next(orInputOf: client) {
      case .line(let line):
        try send(line)
        if (try? ControlRequest.read(Array(line.utf8))) != .some(nil) { asked += 1 }
      case .input:
        guard let line = try nextLine(within: patience) else { throw Self.status(of: .closed, name) }
        try Streams.out(line)
      case .end:
        isOpen = false
        client.finishSending()
      }
    }
    // Watched values continue to the end of the run.
    while let line = try nextLine(within: nil) { try Streams.out(line) }
    if let status { throw status }
  }

  private static func code(of reply: JSONObject) -> ExitCode {
    switch reply["error"]?.text {
    case "malformed", "unknown", "invalid": .usage
    case "busy": .held
    case "version": .otherProtocol
    default: .refused
    }
  }
}
