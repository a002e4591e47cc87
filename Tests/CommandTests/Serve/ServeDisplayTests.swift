import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// `run --display`, and the links to a server.
@Suite(.serialized) struct `A run with a display` {
  private func home() throws -> TemporaryHome {
    let home = try TemporaryHome.withoutSound()
    try home.write(WorkoutText.slow, to: "w.json")
    return home
  }

  private func isReached(_ port: Int) -> Bool { (try? HTTPConnection(port)) != nil }

  private func start(_ home: TemporaryHome, _ port: Int) throws -> Child {
    let run = try home.start("run", "--silent", "--json", "w.json", "--display", "127.0.0.1:\(port)")
    try run.waitForPhase()
    #expect(Timeout.wait { isReached(port) })
    return run
  }

  @Test func `has its server for as long as it lasts, and prints the links`() throws {
    let (home, port) = (try home(), try HTTPConnection.freePort())
    let run = try start(home, port)
    let connection = try HTTPConnection(port)
    connection.send("GET /api/runs/w HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close\r\n\r\n")
    #expect(try HTTPAnswer(connection.rest()).body.contains(#""pid":\#(run.identifier)"#))
    try run.wait(forError: "http://localhost:\(port)/wall")
    _ = try run.stop()
    #expect(Timeout.wait { !isReached(port) })
  }

  @Test func `has its server again where that is killed, and takes it along where it is killed itself`() throws {
    let (home, port) = (try home(), try HTTPConnection.freePort())
    let run = try start(home, port)
    for _ in 0..<3 {
      let server = try #require(try servers(of: run.identifier).first)
      kill(server, SIGKILL)
      #expect(try Timeout.wait { try !servers(of: run.identifier).contains(server) && isReached(port) })
    }
    run.signal(SIGKILL)
    _ = try run.finish()
    #expect(Timeout.wait { !isReached(port) })
  }

  @Test func `runs without a display where the address is taken, and a server says what helps`() throws {
    let (home, port) = (try home(), try HTTPConnection.freePort())
    let first = try start(home, port)
    let other = try self.home().cuebell(
      "run", "--silent", "--speed", "50", "w.json", "--display", "127.0.0.1:\(port)")
    #expect(other.code == 0 && other.err.contains("The display is not available: 127.0.0.1:\(port)"), "\(other)")
    // The server of one's own shows it, too.
    let second = try home.cuebell(
      "run", "--silent", "--speed", "50", "w.json", "--display", "127.0.0.1:\(port)")
    #expect(second.code == 0 && second.err.contains("http://localhost:\(port)/wall"), "\(second)")
    #expect(!second.err.contains("not available"), "\(second)")
    let server = try home.cuebell("serve", "--listen", "127.0.0.1:\(port)")
    #expect(server.code == 69 && server.err.contains("in use. If that is a server of yours, --links"), "\(server)")
    _ = try first.stop()
  }

  @Test func `has links that a phone's camera reads`() throws {
    let (home, port) = (try home(), try HTTPConnection.freePort())
    let server = try home.start("serve", "--listen", "0.0.0.0:\(port)")
    let first = try server.line { !$0.isEmpty }
    // Without a network there is nothing to print.
    guard first.hasPrefix("Wall") else { return server.signal(SIGKILL) }
    let link = try server.line { $0.hasPrefix("Remote") }.drop { $0 != "h" }
    try server.line { $0.hasPrefix("Workouts") }
    var rows: [String] = []
    while true {
      let line = try server.line { _ in true }
      if line.isEmpty || line.hasPrefix("Wall") { break }
      rows.append(line)
    }
    try home.write(QRPicture.portableGraymap(rows), to: "code.pgm")
    let read = try home.shell("zbarimg --quiet --raw code.pgm")
    #expect(read.lines.first == String(link), "\(read)")
    server.signal(SIGKILL)
    _ = try server.finish()
  }

  /// The servers that a process has started.
  private func servers(of process: pid_t) throws -> [pid_t] {
    let tasks = "/proc/\(process)/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).flatMap { task -> [pid_t] in
      let text = (try? String(contentsOfFile: "\(tasks)/\(task)/children", encoding: .utf8)) ?? ""
      return text.split(separator: " ").compactMap { pid_t($0) }.filter { child in
        (try? String(contentsOfFile: "/proc/\(child)/comm", encoding: .utf8)) == "cuebell-serve\n"
      }
    }
  }
}

/// A code of blocks as a picture that programs read.
enum QRPicture {
  /// Each module as a square of 8 pixels.
  static func portableGraymap(_ rows: [String]) -> String {
    let width = rows.map(\.count).max() ?? 0
    let lines = rows.flatMap { row -> [[Bool]] in
      let padded = row + String(repeating: " ", count: width - row.count)
      return ["█▀", "█▄"].map { dark in padded.map { dark.contains($0) } }
    }
    let pixels = lines.flatMap { line in
      Array(repeating: line.flatMap { Array(repeating: $0 ? "0" : "255", count: 8) }.joined(separator: " "), count: 8)
    }
    return "P2\n\(width * 8) \(lines.count * 8)\n255\n" + pixels.joined(separator: "\n") + "\n"
  }
}
