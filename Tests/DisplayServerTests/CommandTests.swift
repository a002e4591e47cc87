#if Serve
import DisplayServer
import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct `Pictures of a listed library` {
  /// Lists two workouts, one behind a link that leads out of its folder, and counts the listings.
  private static let script = """
    #!/bin/sh
    case "$1" in
      list)
        echo >>FOLDER/lists
        printf %s '{"workouts": [{"name": "a", "file": "FOLDER/library/a.json"},'
        echo '{"name": "b", "file": "FOLDER/library/b.json"}]}' ;;
      show) echo "<svg>$*</svg>" ;;
      *) echo '{"sessions": []}' ;;
    esac
    """

  @Test func `need no listing each, but for one that isn't where it was`() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder["library"], withIntermediateDirectories: true)
    for file in ["library/a.json", "library/b.json", "other.json"] {
      try "{}".write(toFile: folder[file], atomically: false, encoding: .utf8)
    }
    let script = Self.script.replacing("FOLDER", with: folder.path)
    try script.write(toFile: folder["command"], atomically: false, encoding: .utf8)
    _ = unsafe chmod(folder["command"], 0o700)
    let test = try TestServer(command: folder["command"])
    let token = try #require(TestServer.tokens).control
    func statuses(_ paths: String...) async throws -> [Int] {
      var statuses: [Int] = []
      for path in paths {
        statuses.append(try await test.send("GET", "/api/workouts" + path, token: token).status)
      }
      return statuses
    }
    func listings() -> Int { (try? String(contentsOfFile: folder["lists"], encoding: .utf8).count) ?? 0 }
    #expect(try await statuses("", "/a/strip.svg", "/b/strip.svg", "/a/picture.svg") == [200, 200, 200, 200])
    #expect(listings() == 1)
    _ = unsafe unlink(folder["library/b.json"])
    _ = unsafe symlink(folder["other.json"], folder["library/b.json"])
    #expect(try await statuses("/b/strip.svg", "/a/strip.svg", "/b/strip.svg") == [404, 200, 404])
    #expect(listings() == 3)
  }
}

@Suite struct `The strip of a past session` {
  /// Draws the strips of two sessions, and has no others.
  private static let script = """
    #!/bin/sh
    case "$*" in
      "history --svg - --strip 1" | "history --svg - --strip 2") echo "<svg><path/></svg>" ;;
      *) exit 66 ;;
    esac
    """

  @Test func `is there for each session, and for no other`() async throws {
    let folder = try TemporaryFolder()
    try Self.script.write(toFile: folder["command"], atomically: false, encoding: .utf8)
    _ = unsafe chmod(folder["command"], 0o700)
    let test = try TestServer(command: folder["command"])
    let token = try #require(TestServer.tokens).control
    for (session, status) in [(1, 200), (2, 200), (3, 404), (0, 404), (-1, 404)] {
      let reply = try await test.send("GET", "/api/history/\(session)/strip.svg", token: token)
      #expect(reply.status == status && reply.text.contains("<path/>") == (status == 200), "\(reply.text)")
    }
  }
}

/// Commands that the server runs for its pages.
@Suite struct `A plan that takes long` {
  /// Lists two workouts, and hangs where it is to show one of them.
  private static let script = """
    #!/bin/sh
    case "$1 $3" in
      list*)
        printf %s '{"workouts": [{"name": "slow", "file": "FOLDER/slow.json"},'
        echo '{"name": "fast", "file": "FOLDER/fast.json"}]}' ;;
      *slow.json) echo $$ >FOLDER/pid; exec sleep 600 ;;
      show*) echo '{"plan": "fast"}' ;;
      *) echo '{"sessions": []}' ;;
    esac
    """

  @Test func `delays no other request`() async throws {
    let folder = try TemporaryFolder()
    for name in ["slow.json", "fast.json"] { try "{}".write(toFile: folder[name], atomically: false, encoding: .utf8) }
    let script = Self.script.replacing("FOLDER", with: folder.path)
    try script.write(toFile: folder["command"], atomically: false, encoding: .utf8)
    _ = unsafe chmod(folder["command"], 0o700)
    let test = try TestServer(command: folder["command"])
    let token = try #require(TestServer.tokens).control
    let slow = Task { try await test.send("GET", "/api/workouts/slow", token: token) }
    while (try? String(contentsOfFile: folder["pid"], encoding: .utf8)) == nil {
      try await Task.sleep(for: .milliseconds(20))
    }
    for (path, text) in [
      ("/api/workouts/fast", "fast"), ("/api/history", "sessions"), ("/api/workouts", "slow"),
      ("/api/workouts/fast", "fast"),
    ] {
      let reply = try await test.send("GET", path, token: token)
      #expect(reply.status == 200 && reply.text.contains(text), "\(path): \(reply.text)")
    }
    let process = try #require(pid_t(try String(contentsOfFile: folder["pid"], encoding: .utf8).prefix { $0 != "\n" }))
    #expect(kill(process, 0) == 0, "the others waited for it to end")
    kill(process, SIGKILL)
    #expect(try await slow.value.status == 500)
  }
}

@Suite struct `A command that the server runs` {
  /// Reports its niceness in the place of a title, of notes or of a picture; a process yields soon after it begins.
  private static let script = """
    #!/bin/sh
    case "$1 $2" in
      list*) printf '{"workouts": [{"name": "w", "title": "%s", "file": "FOLDER/w.json"}]}' "$(nice)" ;;
      *--svg)
        for attempt in 1 2 3 4 5 6 7 8 9; do [ "$(nice)" = 15 ] || sleep 0.1; done
        echo "<svg>$(nice)</svg>" ;;
      *) printf '{"notes": ["%s"]}' "$(nice)" ;;
    esac
    """

  @Test func `has the server's own priority where somebody waits for it, and yields with pictures`() async throws {
    let folder = try TemporaryFolder()
    try "{}".write(toFile: folder["w.json"], atomically: false, encoding: .utf8)
    try Self.script.replacing("FOLDER", with: folder.path).write(
      toFile: folder["command"], atomically: false, encoding: .utf8)
    _ = unsafe chmod(folder["command"], 0o700)
    let test = try TestServer(command: folder["command"])
    let token = try #require(TestServer.tokens).control
    let own = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
    for (method, path, niceness) in [
      ("GET", "/api/workouts", "\"\(own)\""), ("GET", "/api/workouts/w", "\"\(own)\""),
      ("POST", "/api/check?workout=w", "\"\(own)\""), ("GET", "/api/workouts/w/picture.svg", ">15<"),
      ("GET", "/api/workouts/w/strip.svg", ">15<"), ("GET", "/api/history/picture.svg", ">15<"),
    ] {
      let reply = try await test.send(method, path, token: token)
      #expect(reply.status == 200 && reply.text.contains(niceness), "\(path): \(reply.text)")
    }
  }
}
#endif
