#if Serve
import DisplayServer
import Glibc
import HostSystem
import Logging
import WorkoutModel

/// Logs one line per request. Tokens don't occur in paths, so they are not logged.
struct RequestLog {
  private static let label = "cuebell-serve"

  private let logger = Logger(label: label)

  /// Makes all loggers of this process write by `LogWriter`: problems and, if `verbose`, requests.
  static func bootstrap(verbose: Bool) {
    LoggingSystem.bootstrap { label in
      LineHandler(logLevel: verbose && label == Self.label ? .info : .warning)
    }
  }

  func record(_ method: String, _ path: String, _ status: Int, from peer: PeerAddress) {
    // An unknown path may be a link that lost its "#", and contain a token.
    let path = status == 404 ? "-" : path
    logger.info("\(method) \(path) \(status)", metadata: ["from": "\(peer.text)"])
  }
}

private struct LineHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let particulars = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
    let words = ["\(event.level): \(event.message)"] + particulars.map { "\($0.key)=\($0.value)" }
    LogWriter.write(words.joined(separator: " "))
  }
}

/// Writes lines to stderr on a dedicated thread; if stderr blocks, the oldest are dropped.
enum LogWriter {
  /// How long the end of the process waits for the last lines, in milliseconds: stderr may block.
  private static let patience: Int32 = 1_000
  private static let thread = WorkThread(capacity: 1_000)

  /// Starts the thread: later there may be none left.
  static func open() { _ = thread }

  static func write(_ line: String) {
    // Clients choose the paths.
    thread.later { _ = OutputWriter.write(SafeText.filtered(line) + "\n", to: STDERR_FILENO) }
  }

  /// Waits until all lines are written.
  static func flush() { thread.wait(milliseconds: patience) }
}
#endif
