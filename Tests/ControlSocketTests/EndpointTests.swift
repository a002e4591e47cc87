import ControlSocket
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite struct `The socket of a run` {
  private static let name = LiveRunName(ofFile: "tabata.json")

  private func mode(of path: String) -> mode_t? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }

  private func failure(_ open: () throws(ControlEndpoint.Failure) -> ControlEndpoint) -> ControlEndpoint.Failure? {
    do throws(ControlEndpoint.Failure) {
      _ = try open()
      return nil
    } catch { return error }
  }

  @Test(
    arguments: [
      ("Workouts/tabata.json", "tabata"), ("-", "workout"), ("", "workout"), ("My Tabata (2).json", "my-tabata-2"),
      ("Übung.json", "bung"), ("a.b.json", "a-b"), ("/x/.hidden", "workout"), ("___.json", "___"),
      ("0123456789012345678901234567890123456789.json", "01234567890123456789012345678901"),
    ])
  func `is named by the file`(file: String, name: String) { #expect(LiveRunName(ofFile: file).text == name) }

  @Test(
    arguments: [
      ("Morning", "morning"), ("5k.week1", "5k-week1"), ("5k.Week 1", "5k-week-1"), ("kitchen-2_b", "kitchen-2_b"),
      ("../x", "x"), (String(repeating: "a", count: 33), String(repeating: "a", count: 32)), ("", nil), ("-.-", nil),
    ])
  func `has a name that is made of any text with a letter or a digit`(text: String, name: String?) {
    #expect(LiveRunName(madeOf: text)?.text == name)
  }

  @Test func `is found by a valid name`() {
    #expect(LiveRunName("kitchen-2_b")?.text == "kitchen-2_b")
    for name in ["", "Kitchen", "a b", "../x", "a.sock", String(repeating: "a", count: 33)] {
      #expect(LiveRunName(name) == nil, "\(name)")
    }
  }

  @Test func `is the user's from birth and has the next name where one is taken`() throws {
    let folder = try socketFolder()
    let mask = umask(0)
    defer { umask(mask) }
    let first = try ControlEndpoint(in: folder.path, name: Self.name)
    let second = try ControlEndpoint(in: folder.path, name: Self.name)
    #expect(first.path == folder["tabata.sock"] && second.name == "tabata-2")
    #expect(mode(of: first.path) == 0o600 && mode(of: folder["tabata.lock"]) == 0o600)
    let long = try #require(LiveRunName(String(repeating: "x", count: 32)))
    let (one, two) = (
      try ControlEndpoint(in: folder.path, name: long), try ControlEndpoint(in: folder.path, name: long)
    )
    #expect(one.name == long.text && two.name == String(repeating: "x", count: 30) + "-2")
    #expect(try ControlClient.runs(in: folder.path).map(\.name) == ["tabata", "tabata-2", two.name, one.name])
  }

  @Test func `is gone with the run, and its name is free`() throws {
    let folder = try socketFolder()
    do { _ = try ControlEndpoint(in: folder.path, name: Self.name) }
    #expect(mode(of: folder["tabata.sock"]) == nil)
    #expect(try ControlEndpoint(in: folder.path, name: Self.name).name == "tabata")
  }

  @Test func `replaces what a killed run has left, and no living one`() throws {
    let folder = try socketFolder()
    let script = """
      import fcntl, os, socket, sys, time
      lock = open(sys.argv[1] + ".lock", "w"); fcntl.flock(lock, fcntl.LOCK_EX)
      s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1] + ".sock"); s.listen(); os.write(1, b"up\\n")
      time.sleep(600)
      """
    try script.write(toFile: folder["run.py"], atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", folder["run.py"], folder["tabata"]]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    #expect(pipe.fileHandleForReading.availableData == Data("up\n".utf8))
    do {
      let other = try ControlEndpoint(in: folder.path, name: Self.name)
      #expect(other.name == "tabata-2")
    }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(try mode(of: folder["tabata.sock"]) != nil && ControlClient.runs(in: folder.path).isEmpty)
    #expect(try ControlEndpoint(in: folder.path, name: Self.name).name == "tabata")
  }

  @Test func `never belongs to two of a hundred pairs that start at once`() throws {
    let folder = try socketFolder()
    let path = folder.path
    for _ in 0..<100 {
      let names = Mutex<[String]>([])
      let endpoints = Mutex<[ControlEndpoint]>([])
      DispatchQueue.concurrentPerform(iterations: 2) { _ in
        guard let endpoint = try? ControlEndpoint(in: path, name: Self.name) else { return }
        names.withLock { $0.append(endpoint.name) }
        endpoints.withLock { $0.append(endpoint) }
      }
      #expect(names.withLock { $0.sorted() } == ["tabata", "tabata-2"])
    }
  }

  @Test func `is only where the folder is the user's alone`() throws {
    let folder = try socketFolder()
    let environment = ["XDG_RUNTIME_DIR": folder.path]
    let runs = try ControlEndpoint.standardFolder(environment)
    #expect(runs == folder["cuebell/runs"] && mode(of: runs) == 0o700)
    #expect(ControlClient.standardFolder(environment) == runs)
    try #require(unsafe chmod(runs, 0o755) == 0)
    #expect(throws: ControlEndpoint.Failure.self) { try ControlEndpoint.standardFolder(environment) }
    #expect(try ControlEndpoint.standardFolder(["HOME": folder.path]) == folder[".local/state/cuebell/runs"])
    #expect(throws: ControlEndpoint.Failure.self) { try ControlEndpoint.standardFolder([:]) }
  }

  @Test func `has a path that a socket can have`() throws {
    let folder = try socketFolder()
    let long = folder[String(repeating: "x", count: 108 - folder.path.utf8.count - 1)]
    #expect(long.utf8.count == 108)
    guard
      case .unavailable(let reason)? = failure({ () throws(ControlEndpoint.Failure) in
        try ControlEndpoint(at: long, name: Self.name)
      })
    else {
      Issue.record("a path of 108 bytes is taken")
      return
    }
    #expect(reason.contains("at most 107 bytes, this one has 108"))
    #expect(try ControlEndpoint(at: String(long.dropLast()), name: Self.name).path.utf8.count == 107)
  }

  @Test func `takes the place of no file, and of no other program's socket`() throws {
    let folder = try socketFolder()
    try "precious".write(toFile: folder["x.sock"], atomically: true, encoding: .utf8)
    #expect(throws: ControlEndpoint.Failure.self) { try ControlEndpoint(at: folder["x.sock"], name: Self.name) }
    #expect(try String(contentsOfFile: folder["x.sock"], encoding: .utf8) == "precious")
    let first = try ControlEndpoint(at: folder["y.sock"], name: Self.name)
    #expect(
      failure { () throws(ControlEndpoint.Failure) in try ControlEndpoint(at: folder["y.sock"], name: Self.name) }
        == .taken(first.path))
    unsafe unlink(folder["y.lock"])
    #expect(
      failure { () throws(ControlEndpoint.Failure) in try ControlEndpoint(at: folder["y.sock"], name: Self.name) }
        == .taken(first.path))
  }
}
