import Glibc

/// A terminal whose keys arrive at once and unseen while it is acquired; Ctrl-C, Ctrl-Z and Ctrl-\ stay signals.
public final class TerminalKeys {
  /// Where the keys are read.
  public let descriptor: Int32
  /// Whether the keys arrive.
  public private(set) var isAcquired = false
  /// The mode to go back to.
  private var saved = termios()
  private var parser = KeyParser()

  /// The terminal at `descriptor`; `nil` if it is none.
  public init?(_ descriptor: Int32) {
    guard isatty(descriptor) == 1 else { return nil }
    self.descriptor = descriptor
  }

  deinit { restore() }

  /// Acquires the keys, or acquires them again after another program has set the terminal; only in the foreground.
  public func acquire() {
    guard JobControl.isForeground(descriptor) else { return }
    var mode = termios()
    guard unsafe tcgetattr(descriptor, &mode) == 0 else { return }
    // After a stop by a signal that can't be caught, the terminal is in this process's mode or the one that the shell
    // has set.
    let isOurs = mode.c_lflag & tcflag_t(ICANON | ECHO) == 0
    if !isOurs || !isAcquired { saved = mode }
    isAcquired = true
    // Signals don't throw away what is on its way to the screen.
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    mode.c_lflag |= tcflag_t(ISIG | NOFLSH)
    unsafe withUnsafeMutableBytes(of: &mode.c_cc) { controls in
      unsafe controls[Int(VMIN)] = 1
      unsafe controls[Int(VTIME)] = 0
    }
    TerminalRestorer.change { plan in
      plan.input = descriptor
      plan.mode = saved
    }
    // Not TCSADRAIN: a stopped terminal would hold it up for ever.
    _ = unsafe tcsetattr(descriptor, TCSANOW, &mode)
  }

  /// Restores the mode that the terminal had.
  public func restore() {
    guard isAcquired else { return }
    var mode = saved
    _ = unsafe tcsetattr(descriptor, TCSANOW, &mode)
    forget()
  }

  /// Leaves the terminal as it is: it is gone, or it belongs to another program now.
  public func forget() {
    guard isAcquired else { return }
    isAcquired = false
    TerminalRestorer.change { $0.input = -1 }
  }

  /// The keys that have been typed; `nil` if no more will come.
  package func read() -> [TerminalKey]? {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
    // A terminal that has gone away stays readable for ever.
    guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) ? [] : nil }
    return parser.keys(in: bytes[..<count])
  }
}

/// A key of a terminal.
package enum TerminalKey: Equatable, Sendable {
  /// A key that stands for a character of ASCII.
  case character(Unicode.Scalar)
  case left
  case right
  case escape
}

/// Finds the keys among the bytes that a terminal sends.
///
/// Arrows, function keys and the like are sent as sequences (ECMA-48: CSI with parameters 0x30 to 0x3F, intermediates
/// 0x20 to 0x2F and a final byte 0x40 to 0x7E; or SS3 and one byte) whose bytes must not be taken for keys: F9 holds a
/// `0`. Of these only the arrows to the left and right are keys here; the others are left out, as is whatever isn't
/// ASCII.
package struct KeyParser {
  private enum State {
    case plain, escape, single
    /// Whether parameters have been sent: an arrow with Shift or Ctrl has some.
    case sequence(isPlain: Bool)
  }

  private var state = State.plain

  /// Nothing has been sent yet.
  package init() {}

  /// The keys in `bytes`, which continue the previous ones.
  package mutating func keys(in bytes: some Sequence<UInt8>) -> [TerminalKey] {
    var keys: [TerminalKey] = []
    for byte in bytes {
      switch (state, byte) {
      case (_, 0x1B): state = .escape
      case (.escape, UInt8(ascii: "[")): state = .sequence(isPlain: true)
      case (.escape, UInt8(ascii: "O")): state = .single
      case (.sequence, 0x20...0x3F): state = .sequence(isPlain: false)
      case (.sequence(isPlain: true), _), (.single, _):
        state = .plain
        if let arrow = Self.arrow(byte) { keys.append(arrow) }
      // With Alt a key is sent behind an escape: it is another key then.
      case (.escape, _), (.sequence, _): state = .plain
      case (.plain, 0..<0x80): keys.append(.character(Unicode.Scalar(byte)))
      case (.plain, _): break
      }
    }
    // A sequence comes in one piece: this was the key Escape.
    if case .escape = state {
      state = .plain
      keys.append(.escape)
    }
    return keys
  }

  private static func arrow(_ byte: UInt8) -> TerminalKey? {
    switch byte {
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    default: nil
    }
  }
}
