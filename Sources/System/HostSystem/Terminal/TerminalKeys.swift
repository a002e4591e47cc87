import Glibc

/// Reads keys from a terminal at once and without echo; Ctrl-C, Ctrl-Z and Ctrl-\ remain signals.
package final class TerminalKeys {
  package let descriptor: Int32
  package private(set) var isAcquired = false
  private var saved = termios()
  private var parser = KeyParser()

  package init?(_ descriptor: Int32) {
    guard isatty(descriptor) == 1 else { return nil }
    self.descriptor = descriptor
  }

  deinit { restore() }

  /// Sets the mode, or sets it again after another program has changed the terminal; only in the foreground.
  package func acquire() {
    guard JobControl.isForeground(descriptor) else { return }
    var mode = termios()
    guard unsafe tcgetattr(descriptor, &mode) == 0 else { return }
    // After a stop by a signal that can't be caught, the terminal has the mode of this process or that of the shell.
    let isOurs = mode.c_lflag & tcflag_t(ICANON | ECHO) == 0
    if !isOurs || !isAcquired { saved = mode }
    isAcquired = true
    // NOFLSH: signals don't discard pending output.
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
    // Not TCSADRAIN: a stopped terminal would block it for ever.
    _ = unsafe tcsetattr(descriptor, TCSANOW, &mode)
  }

  package func restore() {
    guard isAcquired else { return }
    var mode = saved
    _ = unsafe tcsetattr(descriptor, TCSANOW, &mode)
    forget()
  }

  /// Leaves the terminal unchanged: it is gone, or it belongs to another program now.
  package func forget() {
    guard isAcquired else { return }
    isAcquired = false
    TerminalRestorer.change { $0.input = -1 }
  }

  /// The keys typed so far; `nil` at the end of input.
  package func read() -> [TerminalKey]? {
    do throws(Errno) {
      let bytes = try FileDescriptor(rawValue: descriptor).read(atMost: 64)
      // A terminal that has gone away stays readable for ever.
      return bytes.isEmpty ? nil : parser.keys(in: bytes)
    } catch {
      return error == .resourceTemporarilyUnavailable ? [] : nil
    }
  }
}

package enum TerminalKey: Equatable, Sendable {
  case character(Unicode.Scalar)
  case left
  case right
  case escape
}

/// Parses keys from the bytes that a terminal sends.
///
/// Arrows, function keys and the like are sent as sequences (ECMA-48: CSI with parameters 0x30 to 0x3F, intermediates
/// 0x20 to 0x2F and a final byte 0x40 to 0x7E; or SS3 and one byte) whose bytes must not be mistaken for keys: that of
/// F9 contains a `0`. Only the left and right arrows are returned as keys; other sequences are ignored.
package struct KeyParser {
  private enum State {
    case plain, escape, single
    /// Parameters have been received if not `isPlain`: an arrow with Shift or Ctrl has some.
    case sequence(isPlain: Bool)
  }

  private var state = State.plain
  /// The bytes of a character of UTF-8 that isn't complete.
  private var partial: [UInt8] = []

  package init() {}

  /// The keys in `bytes`, which continue the previous input.
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
      // With Alt a key is preceded by an escape, which makes it another key.
      case (.escape, _), (.sequence, _): state = .plain
      case (.plain, 0..<0x80): keys.append(.character(Unicode.Scalar(byte)))
      case (.plain, _): if let character = character(endingIn: byte) { keys.append(.character(character)) }
      }
    }
    // A sequence arrives in one piece, so this was the Escape key.
    if case .escape = state {
      state = .plain
      keys.append(.escape)
    }
    return keys
  }

  /// The character that a byte beyond ASCII completes.
  private mutating func character(endingIn byte: UInt8) -> Unicode.Scalar? {
    let isFirst = byte >= 0xC0
    if isFirst || partial.count == 4 { partial = [] }
    partial.append(byte)
    // Those below U+00A0 are control characters.
    guard let scalar = String(validating: partial, as: UTF8.self)?.unicodeScalars.first, scalar.value >= 0xA0 else {
      return nil
    }
    partial = []
    return scalar
  }

  private static func arrow(_ byte: UInt8) -> TerminalKey? {
    switch byte {
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    default: nil
    }
  }
}
