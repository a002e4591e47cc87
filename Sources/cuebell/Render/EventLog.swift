import CueAudio
import SessionReporting

/// The events of a render, written as lines while they come.
final class EventLog {
  private var lines = EventEncoder { FrameClock().frame(at: $0) }
  private let file: OutputFile
  private var failure: (any Error)?

  /// A log that will be called `path`, beginning with `hello`.
  init(_ path: String, _ hello: SessionEvent.Kind) throws {
    file = try OutputFile(path)
    add(SessionEvent(at: .zero, kind: hello))
  }

  /// Adds an event; where that fails, `commit` says so.
  func add(_ event: SessionEvent) {
    guard failure == nil else { return }
    do { try file.write(lines.line(event) + "\n") } catch { failure = error }
  }

  /// Gives the log its name.
  func commit() throws {
    if let failure { throw failure }
    try file.commit()
  }
}
