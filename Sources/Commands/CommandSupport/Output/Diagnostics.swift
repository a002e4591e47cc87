import ArgumentParser
package import Logging
import StrictJSON
import Synchronization

package struct Verbosity: ParsableArguments {
  @Flag(name: [.short, .long], help: "Print only problems and the end.")
  package var quiet = false

  @Flag(name: [.short, .long], help: "Print diagnostics on stderr, too.")
  package var verbose = false

  package init() {}

  package func validate() throws { if verbose { Diagnostics.turnOn() } }
}

package enum Diagnostics {
  /// The log, which is disabled by default.
  package static let log = Logger(label: "cuebell") { _ in DiagnosticHandler() }

  fileprivate static let isOn = Atomic<Bool>(false)
  /// The destination of lines; initially stderr.
  private static let destination = Mutex<@Sendable (String) -> Void> { Streams.err($0) }

  package static var areOn: Bool { isOn.load(ordering: .relaxed) }

  fileprivate static func turnOn() { isOn.store(true, ordering: .relaxed) }

  /// Redirects lines, such as to a writer that doesn't block; `nil` restores stderr.
  package static func send(to writer: (@Sendable (String) -> Void)?) {
    destination.withLock { $0 = writer ?? { Streams.err($0) } }
  }

  fileprivate static func write(_ line: String) { destination.withLock { $0 }(line) }
}

/// Writes a line for each message: `debug: device opened name=default`.
private struct DiagnosticHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level {
    get { Diagnostics.isOn.load(ordering: .relaxed) ? .debug : .critical }
    // Only the command line sets the level.
    set {}
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let particulars = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
    let words = ["\(event.level): \(event.message)"] + particulars.map { "\($0.key)=\(Self.word("\($0.value)"))" }
    Diagnostics.write(words.joined(separator: " "))
  }

  /// A value, quoted if necessary to distinguish it from its neighbours.
  private static func word(_ value: String) -> String {
    value.isEmpty || value.contains { $0 == " " || $0 == "\"" } ? value.json.line() : value
  }
}
