import Glibc
import HostThreads
import LiveHost
import SessionReporting

/// Where the events and lines of a live session go: stdout, stderr, and a log file. Nobody who writes ever waits.
final class EventOutput {
  let isJSON: Bool
  private let out: LineWriter
  private let messages: LineWriter
  private let log: (file: Log, writer: LineWriter)?

  /// A file that is open to be written.
  struct Log {
    let path: String
    let descriptor: Int32
  }

  /// Opens the log that is wished for, and leaves what it holds: whether the run begins is not yet known.
  static func log(_ path: String?) throws -> Log? {
    guard let path else { return nil }
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Exit.fail(Exit.cannotWrite, "\(path): \(Outflow.explanation(of: errno))") }
    return Log(path: path, descriptor: descriptor)
  }

  /// - Throws: `NoThread` where there is none to write from; the log is as it was.
  init(isJSON: Bool, log: Log?, _ clock: BootClock) throws(NoThread) {
    self.isJSON = isJSON
    messages = try LineWriter(STDERR_FILENO, dropped: Self.droppedLines)
    let droppedEvents = { @Sendable count, before in Self.droppedEvents(count, before, at: clock.now()) }
    out = try LineWriter(STDOUT_FILENO, dropped: isJSON ? droppedEvents : Self.droppedLines)
    self.log = try log.map { (log) throws(NoThread) in
      let writer = try LineWriter(log.descriptor, dropped: droppedEvents)
      ftruncate(log.descriptor, 0)
      return (log, writer)
    }
  }

  @Sendable private static func droppedLines(_ count: Int, _: Int) -> String {
    "(\(count) lines that nobody read in time were left out)"
  }

  /// The event that stands for others; it bears the number of the first of them.
  private static func droppedEvents(_ count: Int, _ before: Int, at instant: Duration) -> String {
    var json = JSONText()
    json.add("api", SessionEvent.api)
    json.add("seq", before)
    json.add("t", instant)
    json.add("event", "dropped")
    json.add("dropped", count)
    return json.object
  }

  /// Whether anybody wants events.
  var takesEvents: Bool { isJSON || log != nil }

  /// Writes an event's line.
  func event(_ line: String) {
    if isJSON { out.put(line) }
    log?.writer.put(line)
  }

  /// Writes a line for people.
  func line(_ line: String) { out.put(line) }

  /// Writes a diagnostic, one line; names in it, of files above all, can't steer the terminal.
  func message(_ text: String) { messages.put(SafeText.filtered(text)) }

  /// Waits until all is written, but not for a reader that doesn't read; `false`, after a word about it, where the log
  /// is not whole.
  func close() -> Bool {
    out.finish()
    log?.writer.finish()
    let failure = log?.writer.failure
    if let log, let failure {
      message("\(log.file.path): \(Outflow.explanation(of: failure)); the log isn't whole")
    }
    messages.finish()
    return failure == nil
  }
}
