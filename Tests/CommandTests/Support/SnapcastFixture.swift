import Foundation
import Glibc
import StrictJSON
import Synchronization

/// A Snapcast server of Debian's on free ports of this machine.
final class SnapcastFixture {
  let home: TemporaryHome
  /// The arguments of `--snapcast` and `--server`.
  let address: String
  /// The port of a `tcp` stream, where a source says `PORT`.
  private let (control, stream, source): (Int, Int, Int)
  private let sources: [String]
  private var server: Child?
  private var players: [Child] = []

  /// Starts a server with `sources`, in which `FOLDER` is the working folder and `PORT` a free port; `prepare` writes
  /// files that it needs.
  init(_ sources: [String], buffer: Int = 500, prepare: (TemporaryHome) throws -> Void = { _ in }) throws {
    home = try TemporaryHome()
    try prepare(home)
    (control, stream, source) = (try Self.port(), try Self.port(), try Self.port())
    self.sources = sources
    address = "127.0.0.1:\(control):\(stream)"
    try start(buffer: buffer)
  }

  private static func port() throws -> Int { try LoopbackSocket.freePort() }

  /// The address of its control port.
  var controlAddress: String { "127.0.0.1:\(control)" }

  /// Starts it, for the first time or again.
  func start(buffer: Int) throws {
    let lines = sources.map { line in
      "source = " + line.replacing("FOLDER", with: home.folder).replacing("PORT", with: "\(source)")
    }
    try home.write(
      """
      [server]
      datadir = \(home.folder)/data
      [http]
      enabled = false
      [tcp]
      bind_to_address = 127.0.0.1
      port = \(control)
      [stream]
      bind_to_address = 127.0.0.1
      port = \(stream)
      buffer = \(buffer)
      \(lines.joined(separator: "\n"))
      """, to: "snapserver.conf")
    _ = try home.shell("mkdir -p data")
    server = try Child(["/usr/bin/snapserver", "-c", "snapserver.conf", "--logging.sink", "null"], in: home)
    try server?.wait { try self.home.cuebell("rooms", "--server", self.address).code == 0 }
  }

  /// Kills the server at once.
  func killServer() throws {
    server?.signal(SIGKILL)
    _ = try server?.finish()
  }

  /// Starts the player of a room; waits until the server knows it. What it plays is in the file of that name.
  func addRoom(_ id: String) throws {
    players.append(
      try Child(
        [
          "/usr/bin/snapclient", "-h", "127.0.0.1", "-p", "\(stream)", "--hostID", id, "--logsink", "null", "--player",
          "file:filename=\(home.path(id))",
        ], in: home))
    // A stream may have the same identifier.
    try players.last?.wait { try self.rooms("--json").out.contains(#""id": "\#(id)", "name""#) }
  }

  /// Starts a run of `w.json` on a stream, whose name is also the run's.
  func run(on stream: String) throws -> Child {
    let words = ["run", "w.json", "--json", "--snapcast", address, "--stream", stream, "--name", stream.lowercased()]
    return try Child([Project.command] + words, in: home)
  }

  /// The zero of a run's session time, in seconds of the boot-time clock.
  func zero(ofRun name: String) throws -> Double {
    let socket = "$XDG_RUNTIME_DIR/cuebell/runs/\(name.lowercased()).sock"
    let greeting = try home.shell("sleep 0.3 | socat - UNIX-CONNECT:\(socket)").out
    guard let epoch = JSONObject(line: greeting.utf8.prefix { $0 != 10 })?["epoch"]?.integer else {
      throw Failure("no greeting: \(greeting)")
    }
    return Double(epoch) / 1e9
  }

  /// The command `rooms` with some words.
  func rooms(_ words: String...) throws -> ProcessResult {
    try Child([Project.command, "rooms", "--server", address] + words, in: home).finish()
  }

  func end() {
    for process in players + [server].compactMap(\.self) { process.signal(SIGKILL) }
  }
}

/// What the player of a room plays, which it writes to a file a tenth of a second at a time, and when.
final class RoomRecording: Sendable {
  private let path: String
  private let known = Mutex<(begin: Double, bytes: Int, isOver: Bool)>((.infinity, 0, false))

  /// Watches the file of a room.
  init(_ id: String, of fixture: SnapcastFixture) {
    path = fixture.home.path(id)
    DispatchQueue(label: "recording").async { [self] in while watch() { usleep(1_000) } }
  }

  /// Looks whether the file has grown; a player whose server was away begins it again.
  private func watch() -> Bool {
    var status = stat()
    let bytes = unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
    var time = timespec()
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return known.withLock { known in
      if bytes < known.bytes { known = (.infinity, 0, known.isOver) }
      if bytes > known.bytes {
        let instant = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        known.begin = min(known.begin, instant - Double(known.bytes) / 192_000)
        known.bytes = bytes
      }
      return !known.isOver
    }
  }

  /// When sounds of the file began so far, in seconds of the boot-time clock.
  func moments() throws -> [Double] {
    let begin = known.withLock { $0.begin }
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let samples = (0..<data.count / 2).map { index in
      let (low, high) = (Int(data[2 * index]), Int(data[2 * index + 1]))
      return Float(Int16(truncatingIfNeeded: low | high << 8)) / 32_768
    }
    return Onsets(samples).moments.map { begin + $0 }
  }

  func end() { known.withLock { $0.isOver = true } }
}
