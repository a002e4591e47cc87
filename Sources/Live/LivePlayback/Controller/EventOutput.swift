package import AudioMixing
import Glibc
package import HostSystem
import SessionReporting
import StrictJSON
import WorkoutModel

/// Writes the events and lines of a live session to stdout, stderr and a log file, without blocking.
package final class EventOutput {
  /// Whether events take the place of lines on stdout.
  package let isJSON: Bool
  private let out: LineWriter
  private let messages: LineWriter
  private let log: (file: Log, writer: LineWriter)?

  package struct Log {
    fileprivate let path: String
    fileprivate let descriptor: Int32

    /// Opens the file and keeps its content, because the run may not begin.
    package init(_ path: String) throws(SinkError) {
      descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw .cannotWrite("\(path): \(Errno.last)") }
      self.path = path
    }
  }

  /// An output to stdout, stderr and `log`, which is unchanged if there is no thread; with `isJSON` stdout gets the
  /// events.
  package init(isJSON: Bool, log: Log?) throws(NoThread) {
    self.isJSON = isJSON
    messages = try LineWriter(STDERR_FILENO, dropped: Self.droppedLines)
    out = try LineWriter(STDOUT_FILENO, dropped: isJSON ? Self.droppedEvents : Self.droppedLines)
    self.log = try log.map { (log) throws(NoThread) in
      let writer = try LineWriter(log.descriptor, dropped: Self.droppedEvents)
      ftruncate(log.descriptor, 0)
      return (log, writer)
    }
  }

  @Sendable private static func droppedLines(_ gap: LineWriter.Gap) -> String {
    "(\(gap.count) lines were dropped: the reader was too slow)"
  }

  /// The event that replaces dropped ones: it has the number of the first of them and the time of the last one written,
  /// so that times never decrease.
  @Sendable private static func droppedEvents(_ gap: LineWriter.Gap) -> String {
    let fields: JSONFields = [
      "api": SessionEvent.api, "seq": gap.before, "t": gap.after, "event": "dropped", "dropped": gap.count,
    ]
    return fields.line()
  }

  var takesEvents: Bool { isJSON || log != nil }

  func event(_ line: String, at instant: Duration) {
    if isJSON { out.put(line, at: instant) }
    log?.writer.put(line, at: instant)
  }

  func line(_ line: String) { out.put(line) }

  /// Writes a diagnostic as one line; control characters in it, such as those of file names, are replaced.
  func message(_ text: String) { messages.put(SafeText.filtered(text)) }

  /// Waits until everything is written, except for a reader that doesn't read; reports an incomplete log and returns
  /// `false`.
  func close() -> Bool {
    out.finish()
    log?.writer.finish()
    let failure = log?.writer.failure
    if let log, let failure {
      message("\(log.file.path): \(failure); the log is incomplete")
    }
    messages.finish()
    return failure == nil
  }
}
