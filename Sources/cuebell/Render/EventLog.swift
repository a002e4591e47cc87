import CueAudio
import SessionReporting

/// The events of a render, written as lines when they occur.
final class EventLog {
  private var lines = EventEncoder { FrameClock().frame(at: $0) }
  private let file: OutputFile
  private var failure: (any Error)?

  /// A log with the final name `path`, beginning with `hello`.
  init(_ path: String, _ hello: SessionEvent.Kind) throws {
    file = try OutputFile(path)
    add(SessionEvent(at: .zero, kind: hello))
  }

  /// Adds an event; `commit` reports an error.
  func add(_ event: SessionEvent) {
    guard failure == nil else { return }
    do { try file.write(lines.line(event) + "\n") } catch { failure = error }
  }

  /// Renames the log to its final name.
  func commit() throws {
    if let failure { throw failure }
    try file.commit()
  }
}
