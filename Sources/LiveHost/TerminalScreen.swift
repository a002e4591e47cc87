import Glibc

/// A terminal that is drawn on, without ever waiting for it.
///
/// It draws on the alternate screen, so that what was there before comes back. The terminal may be stopped (Ctrl-S) or
/// at the end of a slow line: what it doesn't take at once is kept, and nothing more is drawn until it has taken that.
public final class TerminalScreen {
  /// The terminal as others write to it.
  private let descriptor: Int32
  /// The same terminal, opened anew: only here writing never waits, and whoever shares `descriptor` notices nothing.
  private let output: Int32
  /// Whether it is drawn on.
  public private(set) var isUp = false
  /// What the terminal hasn't taken yet.
  private var rest: ArraySlice<UInt8> = []

  /// The alternate screen, no cursor, no wrapping at the end of a row.
  private static let greeting = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[0m\u{1B}[2J\u{1B}[H"
  /// How long a terminal that takes nothing may hold up the end.
  private static let patience = Duration.milliseconds(500)

  /// The terminal at `descriptor`; `nil` where it is none, or not the one that controls this process.
  public init?(_ descriptor: Int32) {
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

  /// Whether it may be drawn on: whoever is in the background must leave the terminal alone.
  public var isForeground: Bool { tcgetpgrp(output) == getpgrp() }

  /// Columns and rows; those of an ordinary terminal where it doesn't tell.
  public var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard unsafe ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Begins to draw, or begins anew after somebody else has drawn.
  public func enter() {
    guard isForeground else { return }
    isUp = true
    TerminalRescue.change { $0.output = output }
    rest = []
    write(Self.greeting)
  }

  /// Whether the terminal has yet to take what was written; its `pollDescriptor` tells when.
  public var isBusy: Bool { !rest.isEmpty }

  /// What can be polled for room.
  public var pollDescriptor: Int32 { output }

  /// Writes what the terminal takes now, and keeps the rest; nothing once it is gone.
  public func write(_ text: String) {
    guard isUp else { return }
    rest += text.utf8
    flush()
  }

  /// Goes on with what is left.
  public func flush() {
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(output, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count < 0, errno == EAGAIN {
        return
      } else if count >= 0 || errno != EINTR {
        return forget()
      }
    }
  }

  /// Gives the terminal back as it was before.
  public func leave() {
    guard isUp else { return }
    rest += TerminalRescue.goodbye.utf8
    flush()
    if isBusy { unblock() }
    let clock = SuspendingClock()
    let deadline = clock.now + Self.patience
    while isBusy, clock.now < deadline {
      var waiting = [pollfd(fd: output, events: Int16(POLLOUT), revents: 0)]
      _ = unsafe poll(&waiting, 1, 50)
      flush()
    }
    forget()
  }

  /// Leaves the terminal as it is: it is gone, or it is somebody else's now.
  public func forget() {
    guard isUp else { return }
    isUp = false
    rest = []
    TerminalRescue.change { $0.output = -1 }
  }

  /// Ends a stop by Ctrl-S: a terminal whose flow isn't controlled any more goes on.
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
