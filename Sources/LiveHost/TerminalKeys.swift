import Glibc

/// A terminal whose keys arrive at once and unseen while it is taken; Ctrl-C, Ctrl-Z and Ctrl-\ stay signals.
public final class TerminalKeys {
  /// Where the keys are read.
  public let descriptor: Int32
  /// Whether the keys arrive.
  public private(set) var isTaken = false
  /// The mode to go back to.
  private var saved = termios()
  private var parser = KeyParser()

  /// The terminal at `descriptor`; `nil` where it is none.
  public init?(_ descriptor: Int32) {
    guard isatty(descriptor) == 1 else { return nil }
    self.descriptor = descriptor
  }

  deinit { giveBack() }

  /// Takes the keys, or takes them again after somebody else has set the terminal; only in the foreground.
  public func take() {
    guard JobControl.isForeground(descriptor) else { return }
    var mode = termios()
    guard unsafe tcgetattr(descriptor, &mode) == 0 else { return }
    // Stopped by a signal that nobody can catch, the process finds its own mode, or the one that the shell has set.
    let isOurs = mode.c_lflag & tcflag_t(ICANON | ECHO) == 0
    if !isOurs || !isTaken { saved = mode }
    isTaken = true
    // Signals don't throw away what is on its way to the screen.
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    mode.c_lflag |= tcflag_t(ISIG | NOFLSH)
    unsafe withUnsafeMutableBytes(of: &mode.c_cc) { controls in
      unsafe controls[Int(VMIN)] = 1
      unsafe controls[Int(VTIME)] = 0
    }
    TerminalRescue.change { plan in
      plan.input = descriptor
      plan.mode = saved
    }
    // Not TCSADRAIN: a stopped terminal would hold it up for ever.
    _ = unsafe tcsetattr(descriptor, TCSANOW, &mode)
  }

  /// Sets the terminal as it was.
  public func giveBack() {
    guard isTaken else { return }
    var mode = saved
    _ = unsafe tcsetattr(descriptor, TCSANOW, &mode)
    forget()
  }

  /// Leaves the terminal as it is: it is gone, or it is somebody else's now.
  public func forget() {
    guard isTaken else { return }
    isTaken = false
    TerminalRescue.change { $0.input = -1 }
  }

  /// The keys that have been typed; `nil` where no more will come.
  public func read() -> [Unicode.Scalar]? {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
    // A terminal that has gone away stays readable for ever.
    guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) ? [] : nil }
    return parser.keys(in: bytes[..<count])
  }
}
