import Glibc
import LiveHost
import SessionReporting

/// Where the events and lines of a live session go: stdout, stderr, and a log file. Nobody who writes ever waits.
final class EventOutput {
  let isJSON: Bool
  private let out: LineWriter
  private let messages = LineWriter(STDERR_FILENO, dropped: EventOutput.droppedLines)
  private let log: LineWriter?

  init(_ options: RunOptions, _ clock: BootClock) throws {
    isJSON = options.json
    let droppedEvents = { @Sendable count, before in Self.droppedEvents(count, before, at: clock.now()) }
    out = LineWriter(STDOUT_FILENO, dropped: options.json ? droppedEvents : Self.droppedLines)
    guard let path = options.log else {
      log = nil
      return
    }
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw Exit.fail(Exit.cannotWrite, "\(path): \(unsafe String(cString: strerror(errno)))")
    }
    log = LineWriter(descriptor, dropped: droppedEvents)
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
    log?.put(line)
  }

  /// Writes a line for people.
  func line(_ line: String) { out.put(line) }

  /// Writes a diagnostic.
  func message(_ text: String) { messages.put(text) }

  /// Waits until all is written, but not for a reader that doesn't read.
  func close() {
    out.finish()
    messages.finish()
    log?.finish()
  }
}
