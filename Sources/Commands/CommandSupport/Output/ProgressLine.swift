import Glibc
import HostSystem
package import SessionReporting
import Synchronization

/// The last line of a terminal while the command does long work: how much is done, and the time left.
///
/// A thread repaints it four times a second on stderr, if that is a terminal. It is erased before any other line of the
/// command, at the end of the work, and by a signal.
package struct ProgressLine {
  /// The line on the terminal; every writer to the terminal holds the lock.
  private struct State {
    var isActive = false
    var isShown = false
  }

  private static let intervalMilliseconds: Int32 = 250
  private static let eraser = "\r\u{1B}[K"
  private static let state = Mutex(State())

  private let end = Mailbox<Bool>(capacity: 1)

  /// Begins to show what `progress` returns, which another thread calls; `nil` without a terminal or a thread.
  package init?(_ progress: @escaping @Sendable () -> ProgressText) {
    let terminal = unsafe getenv("TERM").map { unsafe String(cString: $0) }
    guard isatty(STDERR_FILENO) == 1, let terminal, terminal != "dumb" else { return nil }
    let (end, began) = (end, ContinuousClock.now)
    let painter = try? HostThread {
      while true {
        end.wait(milliseconds: Self.intervalMilliseconds)
        if !end.drain().messages.isEmpty { return }
        Self.paint(progress(), after: ContinuousClock.now - began)
      }
    }
    guard let painter else { return nil }
    painter.detach()
    TerminalRestorer.change(farewell: Self.eraser) { $0.output = STDERR_FILENO }
    Self.state.withLock { $0.isActive = true }
  }

  package func finish() {
    end.put(true)
    Self.changeWithoutLine { $0.isActive = false }
    TerminalRestorer.change { $0.output = -1 }
  }

  /// Erases the line, writes others, and keeps it from being painted among them.
  static func withoutLine<Result: Sendable>(_ write: () -> Result) -> Result { changeWithoutLine { _ in write() } }

  private static func changeWithoutLine<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    state.withLock { state in
      if state.isShown { _ = OutputWriter.write(eraser, to: STDERR_FILENO) }
      state.isShown = false
      return body(&state)
    }
  }

  private static func paint(_ progress: ProgressText, after elapsed: Duration) {
    let line = progress.line(after: elapsed, columns: FileDescriptor.standardError.terminalSize?.columns ?? 80)
    state.withLock { state in
      guard state.isActive, isInForeground else { return }
      state.isShown = true
      _ = OutputWriter.write(eraser + line, to: STDERR_FILENO)
    }
  }

  /// Whether the terminal is not in use by another job of its shell.
  private static var isInForeground: Bool {
    let group = tcgetpgrp(STDERR_FILENO)
    return group < 0 || group == getpgrp()
  }
}
