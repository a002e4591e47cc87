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

  /// Makes all loggers of this process write by `writer`: problems and, if `verbose`, requests.
  static func bootstrap(_ writer: LogWriter, verbose: Bool) {
    LoggingSystem.bootstrap { label in
      LineHandler(logLevel: verbose && label == Self.label ? .info : .warning, writer: writer)
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
  let writer: LogWriter

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let particulars = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
    let words = ["\(event.level): \(event.message)"] + particulars.map { "\($0.key)=\($0.value)" }
    writer.write(words.joined(separator: " "))
  }
}

/// Writes lines to stderr on a dedicated thread; if stderr blocks, the oldest lines are dropped.
final class LogWriter: Sendable {
  private enum Entry {
    case line(String)
    /// Reports that the lines before it are written.
    case mark(Mailbox<Bool>)
  }

  /// How long the end of the process waits for the last lines, in milliseconds: stderr may block.
  private static let patience: Int32 = 1_000

  private let entries = Mailbox<Entry>(capacity: 1_000)

  func open() {
    let entries = entries
    try? HostThread {
      while true {
        entries.wait()
        for entry in entries.drain().messages {
          switch entry {
          // Clients choose the paths.
          case .line(let line): _ = OutputWriter.write(SafeText.filtered(line) + "\n", to: STDERR_FILENO)
          case .mark(let mark): mark.put(true)
          }
        }
      }
    }.detach()
  }

  fileprivate func write(_ line: String) { entries.put(.line(line)) }

  /// Waits until all lines are written.
  func flush() {
    let mark = Mailbox<Bool>(capacity: 1)
    entries.put(.mark(mark))
    mark.wait(milliseconds: Self.patience)
  }
}
#endif
