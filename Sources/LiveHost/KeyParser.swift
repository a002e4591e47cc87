/// Finds the keys among the bytes that a terminal sends.
///
/// Arrows, function keys and the like are sent as sequences (ECMA-48: CSI with parameters 0x30 to 0x3F, intermediates
/// 0x20 to 0x2F and a final byte 0x40 to 0x7E; or SS3 and one byte) whose bytes must not be taken for keys: F9 holds a
/// `0`. They are left out, as is whatever isn't ASCII.
package struct KeyParser {
  private enum State {
    case plain, escape, sequence, single
  }

  private var state = State.plain

  /// Nothing has been sent yet.
  package init() {}

  /// The keys in `bytes`, which go on where the last ones ended.
  package mutating func keys(in bytes: some Sequence<UInt8>) -> [Unicode.Scalar] {
    var keys: [Unicode.Scalar] = []
    for byte in bytes {
      switch (state, byte) {
      case (_, 0x1B): state = .escape
      case (.escape, UInt8(ascii: "[")): state = .sequence
      case (.escape, UInt8(ascii: "O")): state = .single
      case (.sequence, 0x20...0x3F): break
      // With Alt a key is sent behind an escape: it is another key then.
      case (.escape, _), (.sequence, _), (.single, _): state = .plain
      case (.plain, 0..<0x80): keys.append(Unicode.Scalar(byte))
      case (.plain, _): break
      }
    }
    // A sequence comes in one piece: this was the key Escape, which means nothing here.
    if state == .escape { state = .plain }
    return keys
  }
}
