import Glibc
import LiveHost
import SessionReporting

/// Where the events and lines of a live session go: stdout, and a log file.
final class EventOutput {
  let isJSON: Bool
  private let out: LineWriter
  private let log: LineWriter?

  init(_ options: RunOptions) throws {
    isJSON = options.json
    out = LineWriter(STDOUT_FILENO, dropped: options.json ? Self.droppedEvents : Self.droppedLines)
    guard let path = options.log else {
      log = nil
      return
    }
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw Exit.fail(Exit.cannotWrite, "\(path): \(unsafe String(cString: strerror(errno)))")
    }
    log = LineWriter(descriptor, dropped: Self.droppedEvents)
  }

  @Sendable private static func droppedLines(_ count: Int) -> String {
    "(\(count) lines that nobody read in time were left out)"
  }

  @Sendable private static func droppedEvents(_ count: Int) -> String {
    var json = JSONText()
    json.add("api", SessionEvent.api)
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

  /// Waits until all is written, but not for a reader that doesn't read.
  func close() {
    out.finish()
    log?.finish()
  }
}
