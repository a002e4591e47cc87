#if Serve
import DisplayServer
import Glibc
import HostSystem
import Logging

/// A line for each request, without what could let somebody in: tokens are in fields, bodies and fragments only.
struct RequestLog {
  private static let label = "cuebell-serve"

  private let logger = Logger(label: label)

  /// Has all loggers of this process write to stderr: problems and, where that is wanted, requests.
  static func open(verbose: Bool) {
    let writer = LogWriter()
    LoggingSystem.bootstrap { label in
      LineHandler(writer, level: verbose && label == Self.label ? .info : .warning)
    }
  }

  func note(_ head: RequestHead, _ status: Int) {
    // What leads nowhere may be a link whose "#" was lost, and with it a token.
    let path = status == 404 ? "-" : head.path
    logger.info("\(head.method) \(path) \(status)", metadata: ["from": "\(head.peer.text)"])
  }
}

/// Makes a line of each message.
private struct LineHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  var logLevel: Logger.Level
  private let writer: LogWriter

  init(_ writer: LogWriter, level: Logger.Level) {
    self.writer = writer
    logLevel = level
  }

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

/// Writes lines to stderr on a thread of its own: where nobody reads them, the oldest are lost and nothing waits.
private final class LogWriter: Sendable {
  private let lines = Mailbox<String>(capacity: 1_000)

  init() {
    let lines = lines
    try? HostThread {
      while true {
        lines.wait()
        for line in lines.drain().messages { _ = OutputWriter.write(Self.filtered(line) + "\n", to: STDERR_FILENO) }
      }
    }.detach()
  }

  func write(_ line: String) { lines.put(line) }

  /// A line that can't steer a terminal; paths are what anybody likes to send.
  private static func filtered(_ line: String) -> String {
    String(String.UnicodeScalarView(line.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? "\u{FFFD}" : $0 }))
  }
}
#endif
