import Glibc

/// Puts a terminal into the mode in which keys arrive at once and unseen, and back.
public struct TerminalKeys: ~Copyable {
  private let descriptor: Int32
  private let saved: termios

  /// Takes the terminal at `descriptor`; `nil` where it is none.
  public init?(_ descriptor: Int32) {
    // A process in the background may not touch the terminal: it would be stopped.
    signal(SIGTTOU, SIG_IGN)
    signal(SIGTTIN, SIG_IGN)
    guard Self.isForeground(descriptor) else { return nil }
    var mode = termios()
    guard isatty(descriptor) == 1, unsafe tcgetattr(descriptor, &mode) == 0 else { return nil }
    self.descriptor = descriptor
    saved = mode
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
    _ = unsafe tcsetattr(descriptor, TCSADRAIN, &mode)
  }

  /// Whether the terminal at `descriptor` listens to this process.
  public static func isForeground(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1 && tcgetpgrp(descriptor) == getpgrp()
  }

  deinit {
    var mode = saved
    _ = unsafe tcsetattr(descriptor, TCSADRAIN, &mode)
  }
}
