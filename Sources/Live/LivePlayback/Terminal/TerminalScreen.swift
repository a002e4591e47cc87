import Glibc
import HostSystem

/// Draws on a terminal without blocking.
///
/// It uses the alternate screen, so that the previous content is restored. The terminal may be stopped (Ctrl-S) or
/// slow: pending output is kept, and nothing more is drawn until it has been written.
final class TerminalScreen {
  private let descriptor: Int32
  /// The same terminal, opened again: it is non-blocking only here, and other users of `descriptor` are not affected.
  let output: Int32
  private(set) var isUp = false
  private var rest: ArraySlice<UInt8> = []

  /// Alternate screen, hidden cursor, no line wrapping.
  private static let greeting = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[0m\u{1B}[2J\u{1B}[H"
  /// The time for which a blocked terminal may delay the end.
  private static let patience = Duration.milliseconds(500)

  /// The terminal at `descriptor`; `nil` if it is not the controlling terminal of this process.
  init?(_ descriptor: Int32) {
    guard isatty(descriptor) == 1, tcgetpgrp(descriptor) >= 0 else { return nil }
    let opened = unsafe open("/dev/tty", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard opened >= 0 else { return nil }
    self.descriptor = descriptor
    output = opened
  }

  deinit {
    leave()
    close(output)
  }

  /// Whether it may be drawn on: a background process must leave the terminal alone.
  var isForeground: Bool { tcgetpgrp(output) == getpgrp() }

  /// Columns and rows; 80 and 24 if the terminal doesn't report them.
  var size: (columns: Int, rows: Int) {
    guard let size = FileDescriptor(rawValue: output).terminalSize, size.rows > 0 else { return (80, 24) }
    return size
  }

  /// Begins to draw, or begins again after another program has drawn.
  func enter() {
    guard isForeground else { return }
    isUp = true
    TerminalRestorer.change { $0.output = output }
    rest = []
    write(Self.greeting)
  }

  /// Whether output is pending; `output` becomes writable when it can be written.
  var isBusy: Bool { !rest.isEmpty }

  /// Writes what the terminal accepts now, and keeps the rest; does nothing once the terminal is gone.
  func write(_ text: String) {
    guard isUp else { return }
    rest += text.utf8
    flush()
  }

  func flush() {
    while !rest.isEmpty {
      do throws(Errno) {
        let pending = rest
        let count = try unsafe pending.span.withUnsafeBytes { (bytes) throws(Errno) in
          try unsafe FileDescriptor(rawValue: output).write(some: bytes)
        }
        rest = pending.dropFirst(count)
      } catch {
        return error == .resourceTemporarilyUnavailable ? () : forget()
      }
    }
  }

  func leave() {
    guard isUp else { return }
    rest += TerminalRestorer.goodbye.utf8
    flush()
    if isBusy { unblock() }
    let deadline = SuspendingClock.now + Self.patience
    while isBusy, .now < deadline {
      PollSet.wait(for: POLLOUT, on: output, atMost: .milliseconds(50))
      flush()
    }
    forget()
  }

  /// Leaves the terminal unchanged: it is gone, or it belongs to another program now.
  func forget() {
    guard isUp else { return }
    isUp = false
    rest = []
    TerminalRestorer.change { $0.output = -1 }
  }

  /// Ends a stop by Ctrl-S: output continues once flow control is off.
  private func unblock() {
    var mode = termios()
    guard unsafe tcgetattr(descriptor, &mode) == 0, mode.c_iflag & tcflag_t(IXON) != 0 else { return }
    let before = mode
    mode.c_iflag &= ~tcflag_t(IXON)
    _ = unsafe tcsetattr(descriptor, TCSANOW, &mode)
    mode = before
    _ = unsafe tcsetattr(descriptor, TCSANOW, &mode)
  }
}
