import Glibc

/// Puts a terminal into the mode in which keys arrive at once and unseen, and back.
public struct TerminalKeys: ~Copyable {
  private let descriptor: Int32
  private let saved: termios

  /// Takes the terminal at `descriptor`; `nil` where it is none.
  public init?(_ descriptor: Int32) {
    var mode = termios()
    guard isatty(descriptor) == 1, unsafe tcgetattr(descriptor, &mode) == 0 else { return nil }
    self.descriptor = descriptor
    saved = mode
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
    _ = unsafe tcsetattr(descriptor, TCSADRAIN, &mode)
  }

  deinit {
    var mode = saved
    _ = unsafe tcsetattr(descriptor, TCSADRAIN, &mode)
  }
}
