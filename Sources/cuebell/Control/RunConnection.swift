import ArgumentParser
import ControlSocket
import FoundationEssentials
import Glibc
import SessionControl
import SessionReporting
import WorkoutFiles
import WorkoutModel

/// A connection of `ctl` to one run; what goes wrong ends the command with its status.
struct RunConnection {
  /// The name of the run.
  let name: String
  /// What the run told when it was connected to.
  let greeting: JSONObject
  let client: ControlClient
  private let timeout: Duration

  /// Connects to the run called `name`, or where that is `nil`, to the only one, or to the one that holds the audio
  /// session.
  init(to name: String?, timeout: Duration, _ environment: [String: String]) throws {
    if let name {
      try self.init(name, timeout, environment)
      return
    }
    let runs = ControlEndpoint.runs(environment)
    guard let first = runs.first else { throw Exit.fail(Exit.unavailable, "No workout is running.") }
    if runs.count == 1 {
      try self.init(first, timeout, environment)
      return
    }
    for run in runs {
      guard let connection = try? RunConnection(run, timeout, environment) else { continue }
      if case .text? = try connection.values(of: "owner")["owner"]?.value.content {
        self = connection
        return
      }
    }
    let list = runs.joined(separator: ", ")
    throw Exit.fail(Exit.usage, "Several workouts are running: \(list). Name one with --to.")
  }

  private init(_ name: String, _ timeout: Duration, _ environment: [String: String]) throws {
    guard let path = name.contains("/") ? name : ControlEndpoint.path(of: name, environment) else {
      throw Exit.fail(Exit.unavailable, "There is no run: neither XDG_RUNTIME_DIR nor HOME is set.")
    }
    do throws(ControlClient.Failure) {
      client = try ControlClient(path)
    } catch {
      switch error {
      case .absent:
        let others = ControlEndpoint.runs(environment)
        let list = others.isEmpty ? "no workout is running" : "running: \(others.joined(separator: ", "))"
        throw Exit.fail(Exit.unavailable, "There is no run called \(SafeText.filtered(name)); \(list).")
      case .notPermitted: throw Exit.fail(Exit.notPermitted, "The run \(SafeText.filtered(name)) is another user's.")
      case .other(let reason): throw Exit.fail(Exit.unavailable, reason)
      }
    }
    self.name = name
    self.timeout = timeout
    switch client.read(until: .now + timeout) {
    case .line(let line):
      guard let object = JSONLine(line), let version = object.number("control") else {
        throw Exit.fail(Exit.protocolVersion, "What listens at \(path) is no run.")
      }
      guard version == Double(ControlReply.version) else {
        throw Exit.fail(
          Exit.protocolVersion, "The run speaks version \(version) of the protocol, this command version 1.")
      }
      greeting = object.object
    // A run hangs up at once on a client that isn't its user's.
    case .end: throw Exit.fail(Exit.notPermitted, "The run \(SafeText.filtered(name)) hung up.")
    case .timeout, .other: throw Self.late
    }
  }

  private static var late: ExitCode { Exit.fail(Exit.held, "The run gives no answer.") }

  // MARK: Requests

  /// The reply to a line; other lines that come before it are passed over.
  func reply(to line: String) throws -> String {
    guard client.send(line) else { throw over }
    let deadline = ContinuousClock.now + timeout
    while true {
      switch client.read(until: deadline) {
      case .line(let line): if JSONLine(line)?.object["ok"] != nil { return try checked(line) }
      case .end: throw over
      case .timeout, .other: throw Self.late
      }
    }
  }

  private var over: ExitCode { Exit.fail(Exit.unavailable, "The run is over.") }

  /// The reply, where nothing is refused; otherwise the command ends with the status of the refusal.
  private func checked(_ line: String) throws -> String {
    guard let reply = JSONLine(line), reply.text("error") != nil else { return line }
    let reason = SafeText.filtered(reply.text("reason") ?? "refused")
    switch reply.text("error") {
    case "busy": throw Exit.fail(Exit.held, reason)
    case "version": throw Exit.fail(Exit.protocolVersion, reason)
    case "malformed", "unknown", "invalid": throw Exit.fail(Exit.usage, reason)
    default: throw Exit.fail(Exit.refused, reason)
    }
  }

  /// Sends a command; what it changes is for the run to show.
  func command(_ line: String) throws {
    let reply = JSONLine(try reply(to: line))
    if case .bool(false)? = reply?.object["changed"]?.value.content { Streams.err("Nothing changes.") }
  }

  /// The values of properties.
  func values(of names: String) throws -> JSONObject {
    guard let reply = JSONLine(try reply(to: "get \(names)")), case .object(let values)? = reply.content("values")
    else {
      throw Exit.fail(Exit.protocolVersion, "The run's answer can't be read.")
    }
    return values
  }

  /// Prints events until the run is over.
  func watch(_ names: [String]) throws {
    _ = try reply(to: "events " + names.joined(separator: " "))
    while case .line(let line) = client.read(until: nil) { try Streams.out(line) }
  }

  /// Sends the lines of stdin, and prints what comes back, until both are at their end.
  func passLines() throws {
    var sent = 0
    var answered = 0
    var isOpen = true
    while isOpen || answered < sent {
      switch client.read(until: isOpen ? nil : .now + timeout, or: isOpen ? STDIN_FILENO : nil) {
      case .line(let line):
        if JSONLine(line)?.object["ok"] != nil { answered += 1 }
        try Streams.out(line)
      case .end: return
      case .timeout: throw Self.late
      case .other:
        guard let line = readLine() else {
          isOpen = false
          continue
        }
        if line.isEmpty || line.hasPrefix("#") { continue }
        sent += 1
        guard client.send(line) else { return }
      }
    }
  }
}

/// A line of JSON that a run has sent.
struct JSONLine {
  let object: JSONObject

  /// `nil` where the line is no object.
  init?(_ line: String) {
    guard let document = try? JSONReader.read(Array(line.utf8), maximumSize: 64 << 20),
      case .object(let object) = document.root.content
    else { return nil }
    self.object = object
  }

  func content(_ key: String) -> JSONValue.Content? { object[key]?.value.content }
  func text(_ key: String) -> String? { object.text(key) }
  func number(_ key: String) -> Double? { object.number(key) }
}

extension JSONObject {
  func text(_ key: String) -> String? { if case .text(let text)? = self[key]?.value.content { text } else { nil } }

  func number(_ key: String) -> Double? {
    if case .number(let number)? = self[key]?.value.content { number.double } else { nil }
  }

  /// Nanoseconds.
  func duration(_ key: String) -> Duration? {
    guard case .number(let number)? = self[key]?.value.content else { return nil }
    return Int(number.text).map { .nanoseconds($0) }
  }

  func object(_ key: String) -> JSONObject? {
    if case .object(let object)? = self[key]?.value.content { object } else { nil }
  }
}
