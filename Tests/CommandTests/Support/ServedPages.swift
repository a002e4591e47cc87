import Glibc
import TestSupport

/// A server of pages in a home of its own, as `cuebell serve` starts it.
final class ServedPages {
  let home: TemporaryHome
  let port: Int
  let server: Child
  /// The token of those who may act.
  let control: String

  /// Starts a server whose runs have the options `runs`.
  init(
    _ home: TemporaryHome, port: Int? = nil, title: String? = nil, folder: String? = nil, options: [String] = [],
    runs: [String] = ["--silent"]
  ) throws {
    let port = try port ?? HTTPConnection.freePort()
    self.home = home
    self.port = port
    let named = title.map { ["--title", $0] } ?? []
    let words =
      ["serve", "--listen", "127.0.0.1:\(port)", "--workouts", folder ?? home.folder, "--verbose"] + named + options
    server = try Child([Project.command] + words + ["--"] + runs, in: home)
    let link = try server.line { $0.hasPrefix("Remote") }
    control = link.split(separator: "=").last.map(String.init) ?? ""
  }

  /// Sends a request as a program does, with the token of those who may act.
  func send(_ method: String = "GET", _ path: String, _ body: String = "", fields: [String] = []) throws -> HTTPAnswer {
    let connection = try HTTPConnection(port)
    connection.send(head(method, path, ["Content-Length: \(body.utf8.count)", "Connection: close"] + fields) + body)
    return try HTTPAnswer(connection.rest())
  }

  /// The header of a request.
  func head(_ method: String, _ path: String, _ fields: [String] = []) -> String {
    let all = [
      "\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Authorization: Bearer \(control)",
      "Content-Type: application/json",
    ]
    return (all + fields).joined(separator: "\r\n") + "\r\n\r\n"
  }

  /// Asks a run for something.
  func ask(_ run: String, _ request: String) throws -> HTTPAnswer {
    try send("POST", "/api/runs/\(run)/requests", request)
  }

  /// The events at a path.
  func events(_ path: String, after last: Int? = nil) throws -> PageEvents {
    let connection = try HTTPConnection(port)
    connection.send(head("GET", path, last.map { ["Last-Event-ID: \($0)"] } ?? []))
    return PageEvents(connection)
  }

  /// Ends the server at once.
  func kill() throws {
    server.signal(SIGKILL)
    _ = try server.finish()
  }

  /// The process of a run.
  func process(of run: String) throws -> pid_t {
    let text = try send("GET", "/api/runs/\(run)").body
    guard let pid = text.firstMatch(of: #/"pid":([0-9]+)/#).flatMap({ pid_t($0.output.1) }) else {
      throw Failure("no process in \(text)")
    }
    return pid
  }
}

/// Events as a page gets them; the sizes of the chunks that HTTP sends them in are no fields.
final class PageEvents {
  struct Event {
    let name: String
    let data: String
    let id: Int?
  }

  private let connection: HTTPConnection

  init(_ connection: HTTPConnection) { self.connection = connection }

  /// The next event; `nil` at the end of the connection.
  func next() throws -> Event? {
    var fields: [String: String] = [:]
    let deadline = ContinuousClock.now + Timeout.limit
    while ContinuousClock.now < deadline, let line = try connection.line() {
      if line.isEmpty {
        if let name = fields["event"] {
          return Event(name: name, data: fields["data"] ?? "", id: fields["id"].flatMap { Int($0) })
        }
        fields = [:]
      }
      let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
      if parts.count == 2 { fields[parts[0]] = String(parts[1].drop { $0 == " " }) }
    }
    return nil
  }

  /// The next event of a name, or the next that also holds a text.
  func next(_ name: String, with part: String = "") throws -> Event {
    let deadline = ContinuousClock.now + Timeout.limit
    while ContinuousClock.now < deadline, let event = try next() {
      if event.name == name, event.data.contains(part) { return event }
    }
    throw Failure("no event \(name) with \(part)")
  }
}
