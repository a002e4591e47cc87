import Foundation
import Synchronization
import TestSupport

/// A message bus of a test's own, which knows no services but those that the test starts.
final class PrivateBus: Sendable {
  let folder: String
  private let process = Mutex<pid_t>(0)
  private let helpers = Mutex<[pid_t]>([])

  /// Starts the bus, unless it is to come later.
  init(isRunning: Bool = true) throws {
    var template = Array("/tmp/cuebell-bus-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw TestSupportError("no temporary folder") }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let configuration = """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>session</type><listen>\(address)</listen><auth>EXTERNAL</auth>
        <policy context="default">
          <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
        </policy>
      </busconfig>
      """
    try configuration.write(toFile: "\(folder)/bus.conf", atomically: false, encoding: .utf8)
    if isRunning { try start() }
  }

  deinit {
    for helper in helpers.withLock(\.self) { kill(helper, SIGKILL) }
    end()
    try? FileManager.default.removeItem(atPath: folder)
  }

  var address: String { "unix:path=\(folder)/bus" }

  /// What a run in this session finds in its environment.
  var environment: [String: String] {
    [
      "DBUS_SESSION_BUS_ADDRESS": address, "DBUS_SYSTEM_BUS_ADDRESS": address, "XDG_RUNTIME_DIR": folder,
      "PATH": "/nonexistent",
    ]
  }

  /// Starts the bus, and returns once it can be reached.
  func start() throws {
    let daemon = try spawn("exec dbus-daemon --config-file=bus.conf --nofork --nopidfile")
    process.withLock { $0 = daemon }
    guard Timeout.wait(until: { output("busctl --address=\(address) list") != "" }) else {
      throw TestSupportError("the bus can't be reached")
    }
  }

  /// Ends the bus at once; it leaves its socket.
  func end() {
    process.withLock { process in
      if process > 0 { kill(process, SIGKILL) }
      process = 0
    }
    try? FileManager.default.removeItem(atPath: "\(folder)/bus")
  }

  /// Stops the bus from answering, or lets it answer again.
  func stop(_ isStopped: Bool) { kill(process.withLock(\.self), isStopped ? SIGSTOP : SIGCONT) }

  /// What a line of shell prints in this session, without the line break at its end; empty if it fails.
  func output(_ line: String) -> String {
    let text = try? shell("cd \(folder); \(exports); { \(line); } || true")
    return (text ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Starts a program that ends with this bus; what it prints goes to a file in the folder.
  @discardableResult
  func spawn(_ command: String, output: String = "output") throws -> pid_t {
    let text = try shell("cd \(folder); \(exports); { \(command); } >\(output) 2>&1 & echo $!")
    guard let process = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw TestSupportError("no process: \(text)")
    }
    helpers.withLock { $0.append(process) }
    return process
  }

  /// What a program has printed so far.
  func text(of file: String) -> String { (try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)) ?? "" }

  private var exports: String {
    "export PATH=/usr/bin:/bin "
      + ["DBUS_SESSION_BUS_ADDRESS", "DBUS_SYSTEM_BUS_ADDRESS"].map { "\($0)=\(address)" }.joined(separator: " ")
  }
}
