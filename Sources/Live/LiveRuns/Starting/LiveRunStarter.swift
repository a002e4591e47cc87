import Glibc
import HostSystem
import Synchronization
import WorkoutModel

/// Starts runs in separate sessions, so that they survive this process.
package actor LiveRunStarter {
  /// The arguments that resume a session: the run stays paused at first.
  package static let resuming = ["resume", "--go-on-after", "5s"]

  /// The time limit for a starting run until its socket exists, and the interval at which that is checked.
  private static let (patience, interval) = (Duration.seconds(15), Duration.milliseconds(50))
  private static let runs = 32

  private let command: String
  private let logs: String
  private let hub: LiveRunHub
  /// Whether a run is starting: two at once would both find the audio session free.
  private var isStarting = false

  /// A starter with the path of the command, and the folder for the logs of runs, which is created if necessary.
  package init(_ command: String, logs: String, hub: LiveRunHub) {
    (self.command, self.logs, self.hub) = (command, logs, hub)
  }

  /// Starts a run by the command's arguments, with a text as its input, and returns its name when it can be controlled;
  /// `log` is the name of its log.
  package func start(
    _ arguments: [String], input: String? = nil, log name: String
  ) async throws(CommandFailure) -> String {
    guard !isStarting else { throw CommandFailure(.busy, "another run is starting") }
    isStarting = true
    defer { isStarting = false }
    guard await hub.reports().count < Self.runs else { throw CommandFailure(.refused, "too many workouts are running") }
    if let problem = OwnPath.makeFolder(logs) { throw CommandFailure(.failed, problem) }
    let log = "\(logs)/\(name).log"
    unsafe unlink(log)
    let child: StartedRun
    do throws(Errno) { child = try StartedRun([command] + arguments, input: input, log: log) } catch {
      throw CommandFailure(.failed, "the command can't be started: \(error)")
    }
    let deadline = HostTime.now + Self.patience
    while HostTime.now < deadline {
      if let status = child.status { throw Self.failure(status, said: Self.lastLine(of: log)) }
      let report = await hub.reports().first { $0.process == Int(child.process) }
      if let report { return report.name }
      try? await Task.sleep(for: Self.interval)
    }
    throw CommandFailure(.failed, "the workout was started, but doesn't answer")
  }

  /// The error for a run that failed to start, by its exit status and its last line.
  private static func failure(_ status: Int32, said line: String?) -> CommandFailure {
    switch status {
    case 64, 65, 66: CommandFailure(.invalid, line ?? "the workout can't be played")
    case 69, 75: CommandFailure(.refused, line ?? "another run holds the sound")
    default: CommandFailure(.failed, line ?? "the workout ended at once")
    }
  }

  private static func lastLine(of path: String) -> String? {
    RegularFile.text(of: path, atMost: 16_384, followsLinks: false)?.split(separator: "\n").last
      .map { SafeText.filtered($0) }
  }
}

/// A started process, whose exit status is recorded in the background.
private final class StartedRun: Sendable {
  let process: pid_t
  private let ending = Mutex<Int32?>(nil)

  var status: Int32? { ending.withLock(\.self) }

  init(_ words: [String], input: String?, log: String) throws(Errno) {
    let source = try input.map { (text) throws(Errno) in try MemoryFile(text) }
    let child = try ChildProcess(
      words, input: source.map { .descriptor($0.descriptor) } ?? .nothing, output: .file(log), errors: .file(log),
      inSession: true)
    // The run has a copy of its descriptor.
    withExtendedLifetime(source) {}
    process = child.identifier
    // Without a thread, the process stays a zombie until this one ends.
    try? HostThread { [self] in
      let status = child.wait().status
      ending.withLock { $0 = status }
    }.detach()
  }
}
