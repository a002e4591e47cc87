import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite struct `A run as a service` {
  /// The manager's end: a socket that a run finds in its environment.
  private final class ServiceManager {
    private let socket: Descriptor

    init(at path: String) throws { socket = try Descriptor.listening(at: path, datagrams: true) }

    /// The next message; a manager that hears nothing for a minute has waited in vain.
    func next() throws -> String {
      var waiting = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
      try #require(unsafe poll(&waiting, 1, Int32(Timeout.milliseconds)) == 1, "no message came")
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = unsafe recv(socket.number, &bytes, bytes.count, 0)
      return String(decoding: bytes[..<max(count, 0)], as: UTF8.self)
    }

    /// The messages up to the first that `isLast`.
    func messages(upTo isLast: (String) -> Bool) throws -> [String] {
      var messages: [String] = []
      while messages.last.map(isLast) != true { messages.append(try next()) }
      return messages
    }
  }

  private func start(_ socket: String, _ variables: String, in home: TemporaryHome) throws -> Child {
    try home.write(WorkoutText.small, to: "w.json")
    let line = "NOTIFY_SOCKET=\(socket) \(variables) exec \"$CUEBELL\" run --silent --json w.json"
    return try Child(["/bin/sh", "-c", line], in: home)
  }

  @Test func `notifies its manager of its start, position, liveness and end`() throws {
    let home = try TemporaryHome()
    let manager = try ServiceManager(at: home.path("notify"))
    let run = try start("$PWD/notify", "WATCHDOG_USEC=200000 WATCHDOG_PID=$$", in: home)
    let begin = try manager.messages { $0 == "WATCHDOG=1" }
    #expect(begin == ["STATUS=Ready, 0:10 remaining", "READY=1", "WATCHDOG=1"])
    run.signal(SIGSTOP)
    // What it had sent before it was stopped.
    _ = poll(nil, 0, 300)
    run.signal(SIGCONT)
    #expect(try manager.messages { $0 == "WATCHDOG=1" }.last == "WATCHDOG=1")
    run.signal(SIGTERM)
    let end = try manager.messages { $0 == "STOPPING=1" }
    #expect(end.contains { $0.hasPrefix("STATUS=stopped after 0:0") })
    #expect(try run.finish().code == 143)
  }

  @Test func `gives no sign of life to a watchdog that is meant for another, nor does a child speak for it`() throws {
    let home = try TemporaryHome()
    // A name that is no file, like those of user managers; the folder's name makes it unique.
    let name = "@cuebell" + home.folder.replacing("/", with: "-")
    let manager = try ServiceManager(at: name)
    let run = try start(name, "WATCHDOG_USEC=1000 WATCHDOG_PID=1", in: home)
    try run.line { $0.contains(#""event": "cue""#) }
    // The speech worker has the environment that the run had when it started it.
    let tasks = "/proc/\(run.identifier)/task"
    let children = try FileManager.default.contentsOfDirectory(atPath: tasks).flatMap { task in
      // A thread may end before it is looked at.
      ((try? String(contentsOfFile: "\(tasks)/\(task)/children", encoding: .utf8)) ?? "").split(separator: " ")
    }
    try #require(!children.isEmpty)
    for child in children {
      let environment = try String(contentsOfFile: "/proc/\(child)/environ", encoding: .utf8)
      #expect(
        environment.contains("CUEBELL=") && !environment.contains("NOTIFY_") && !environment.contains("WATCHDOG_"))
    }
    run.signal(SIGTERM)
    let messages = try manager.messages { $0 == "STOPPING=1" }
    #expect(messages.contains("READY=1") && !messages.contains("WATCHDOG=1"))
    #expect(try run.finish().code == 143)
  }

  @Test(arguments: [("tabata", "tabata"), ("Morning", "morning"), ("5k.week1", "5k-week1")])
  func `plays the workout that its unit is named after, whatever the name`(instance: String, name: String) throws {
    let home = try TemporaryHome.withoutSound()
    try home.write(WorkoutText.small, to: "cuebell/workouts/\(instance).json")
    let unit = try String(contentsOfFile: "\(Project.root)/Packaging/systemd/cuebell@.service", encoding: .utf8)
    let line = try #require(unit.split(separator: "\n").first { $0.hasPrefix("ExecStart=/bin/sh -c '") })
    let script = line.dropFirst("ExecStart=/bin/sh -c '".count).dropLast()
      .replacing("/usr/local/bin/cuebell", with: Project.command).replacing("%E", with: home.folder)
      .replacing("%i", with: instance).replacing("$$", with: "$")
    let result = try home.shell("CUEBELL_OPTIONS='--silent --speed 50'\n\(script)")
    #expect(result.code == 0, "\(result)")
    // A run that has ended leaves the lock of its name.
    #expect(FileManager.default.fileExists(atPath: home.path("../runtime/cuebell/runs/\(name).lock")))
  }

  @Test func `has a limit of memory, as have the server and the bridge`() throws {
    for unit in try Self.units() {
      #expect(try String(contentsOfFile: unit, encoding: .utf8).contains("\nMemoryMax="), "\(unit)")
    }
  }

  @Test func `may do little else than play, as the server and the bridge`() throws {
    let home = try TemporaryHome()
    for unit in try Self.units() {
      // The exposure by which systemd judges is from 0 to 10, the threshold in tenths of it.
      let result = try home.shell("systemd-analyze security --no-pager --offline=yes --threshold=30 '\(unit)'")
      #expect(result.code == 0, "\(result)")
    }
  }

  private static func units() throws -> [String] {
    let folder = "\(Project.root)/Packaging/systemd"
    let units = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".service") }
    try #require(units.count == 3)
    return units.map { "\(folder)/\($0)" }
  }

  @Test(arguments: ["$PWD/nobody", "@nobody-here", "rubbish", ""])
  func `doesn't mind a manager that isn't there`(socket: String) throws {
    let home = try TemporaryHome()
    try home.write(WorkoutText.small, to: "w.json")
    let result = try home.shell(
      "NOTIFY_SOCKET=\(socket) WATCHDOG_USEC=x \"$CUEBELL\" run --silent --speed 50 w.json")
    #expect(result.code == 0 && result.err.isEmpty)
  }
}
