import Foundation
import Glibc
import HostSystem
import TestSupport
import Testing

/// A service manager's side: a datagram socket.
final class NotifySocket {
  let name: String
  private let descriptor: Int32

  /// Listens at `name`, a path or `@` and a name that is no file.
  init(_ name: String) throws {
    self.name = name
    descriptor = UnixAddress.socket(isStream: false)
    let address = try #require(UnixAddress(name))
    try #require(address.bind(descriptor))
  }

  deinit { close(descriptor) }

  /// What has come, datagram by datagram.
  func messages() -> [String] {
    var messages: [String] = []
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while case let count = unsafe recv(descriptor, &bytes, bytes.count, 0), count >= 0 {
      messages.append(String(decoding: bytes[..<count], as: UTF8.self))
    }
    return messages
  }
}

@Suite struct `A service notifier` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [true, false])
  func `says that the session has begun, where it is, and that it ends`(isFile: Bool) throws {
    let manager = try NotifySocket(isFile ? folder["notify"] : "@cuebell-\(UUID().uuidString)")
    let notifier = try #require(ServiceNotifier(manager.name, watchdog: nil))
    notifier.show("Work,\n3:40 remaining")
    for second in 0..<100 {
      if second > 50 { notifier.begin() }
      notifier.beat(at: .seconds(second))
    }
    notifier.stop()
    #expect(manager.messages() == ["STATUS=Work, 3:40 remaining", "READY=1", "STOPPING=1"])
  }

  @Test func `passes on a sign of life each half of the watchdog's patience, and none where the loop stops`() throws {
    let manager = try NotifySocket(folder["notify"])
    let notifier = try #require(ServiceNotifier(manager.name, watchdog: .seconds(3)))
    notifier.beat(at: .zero)
    #expect(manager.messages() == [], "it has not begun")
    notifier.begin()
    #expect(manager.messages() == ["READY=1"])
    var beats: [Int] = []
    for step in 0..<250 {
      notifier.beat(at: .milliseconds(20 * step))
      beats += manager.messages().map { $0 == "WATCHDOG=1" ? 20 * step : -1 }
    }
    #expect(beats == [0, 1_500, 3_000, 4_500])
    notifier.beat(at: .seconds(60))
    #expect(manager.messages() == ["WATCHDOG=1"])
  }

  @Test func `doesn't mind a manager that isn't there, or never reads`() throws {
    let absent = try #require(ServiceNotifier(folder["nobody"], watchdog: .seconds(1)))
    let manager = try NotifySocket(folder["notify"])
    let notifier = try #require(ServiceNotifier(manager.name, watchdog: .nanoseconds(2)))
    absent.begin()
    notifier.begin()
    for step in 0..<10_000 {
      absent.beat(at: .seconds(step))
      notifier.beat(at: .seconds(step))
    }
    let messages = manager.messages()
    #expect(messages.first == "READY=1" && messages.count < 10_000)
  }

  @Test(arguments: ["", "@", "/", "notify", "vsock:2:1234", "/" + String(repeating: "a", count: 107), "/a\0b"])
  func `takes no name that is none`(name: String) {
    #expect(ServiceNotifier(name, watchdog: nil) == nil)
  }
}

@Suite struct `A socket's address` {
  @Test func `reports whether anything answers there`() throws {
    let folder = try TemporaryFolder()
    #expect(UnixAddress(folder["nobody"])?.call(isStream: false) == .absent)
    #expect(UnixAddress(folder["nobody"] + "/there")?.call(isStream: true) == .absent)
    var manager: NotifySocket? = try NotifySocket(folder["notify"])
    #expect(manager != nil && UnixAddress(folder["notify"])?.call(isStream: false) == .answers)
    manager = nil
    // The file of a socket stays where its process ended.
    #expect(UnixAddress(folder["notify"])?.call(isStream: false) == .refuses(.connectionRefused))
  }
}

@Suite struct `The session's lock` {
  @Test func `is free when it is released, though a process that is being started still has its file open`() throws {
    let folder = try TemporaryFolder()
    let path = folder["session.lock"]
    var copies: [Int32] = []
    defer { for copy in copies { close(copy) } }
    do {
      let lock = try SessionLock(at: path, holder: "pid 1")
      for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
        guard let number = Int32(name),
          (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")) == path
        else { continue }
        copies.append(dup(number))
      }
      _ = consume lock
    }
    #expect(!copies.isEmpty)
    #expect(try SessionLock.holder(at: path) == nil)
  }

  @Test func `reports who holds it without being touched`() throws {
    let folder = try TemporaryFolder()
    let path = folder["session.lock"]
    #expect(try SessionLock.holder(at: path) == nil)
    #expect(!FileManager.default.fileExists(atPath: path))
    do {
      let lock = try SessionLock(at: path, holder: "pid 1, \"A\"")
      #expect(try SessionLock.holder(at: path) == "pid 1, \"A\"")
      _ = consume lock
    }
    #expect(try SessionLock.holder(at: path) == nil)
    #expect(throws: SessionLock.Failure.unavailable("\(folder["session.lock/x"]): Not a directory")) {
      try SessionLock.holder(at: folder["session.lock/x"])
    }
  }
}
