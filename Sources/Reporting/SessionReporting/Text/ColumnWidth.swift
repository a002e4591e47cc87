import WorkoutModel

/// The width of text on a terminal, in columns.
///
/// Scalars are counted one by one, as by most terminals and by `wcwidth` of POSIX: wide and fullwidth ones take two
/// columns (Unicode Standard Annex #11, East Asian Width, data of Unicode 17.0), combining marks, joiners and tags take
/// none, all others one.
package enum ColumnWidth {
  /// The number of columns of a printable scalar: 0, 1 or 2.
  package static func of(_ scalar: Unicode.Scalar) -> Int {
    // Common narrow scalars, without a table lookup.
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    case .format where !isBehindDigits(scalar.value): return 0
    default: break
    }
    // The second and third part of a Hangul syllable combine with the first.
    if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value) { return 0 }
    return WideScalars.contain(scalar.value) ? 2 : 1
  }

  /// Whether a scalar is a sign that the digits after it are written into, the only formats that are seen.
  private static func isBehindDigits(_ value: UInt32) -> Bool {
    switch value {
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: true
    default: false
    }
  }

  package static func of(_ text: String) -> Int { text.unicodeScalars.reduce(0) { $0 + of($1) } }
}

enum WideScalars {
  /// Sorted; unassigned scalars between two ranges are included.
  private static let ranges: [(UInt32, UInt32)] = [
    (0x1100, 0x115F), (0x231A, 0x231B), (0x2329, 0x232A), (0x23E9, 0x23EC), (0x23F0, 0x23F0), (0x23F3, 0x23F3),
    (0x25FD, 0x25FE), (0x2614, 0x2615), (0x2630, 0x2637), (0x2648, 0x2653), (0x267F, 0x267F), (0x268A, 0x268F),
    (0x2693, 0x2693), (0x26A1, 0x26A1), (0x26AA, 0x26AB), (0x26BD, 0x26BE), (0x26C4, 0x26C5), (0x26CE, 0x26CE),
    (0x26D4, 0x26D4), (0x26EA, 0x26EA), (0x26F2, 0x26F3), (0x26F5, 0x26F5), (0x26FA, 0x26FA), (0x26FD, 0x26FD),
    (0x2705, 0x2705), (0x270A, 0x270B), (0x2728, 0x2728), (0x274C, 0x274C), (0x274E, 0x274E), (0x2753, 0x2755),
    (0x2757, 0x2757), (0x2795, 0x2797), (0x27B0, 0x27B0), (0x27BF, 0x27BF), (0x2B1B, 0x2B1C), (0x2B50, 0x2B50),
    (0x2B55, 0x2B55), (0x2E80, 0x303E), (0x3041, 0x3247), (0x3250, 0xA4C6), (0xA960, 0xA97C), (0xAC00, 0xD7A3),
    (0xF900, 0xFAFF), (0xFE10, 0xFE19), (0xFE30, 0xFE6B), (0xFF01, 0xFF60), (0xFFE0, 0xFFE6), (0x16FE0, 0x18DF2),
    (0x1AFF0, 0x1B2FB), (0x1D300, 0x1D376), (0x1F004, 0x1F004), (0x1F0CF, 0x1F0CF), (0x1F18E, 0x1F18E),
    (0x1F191, 0x1F19A), (0x1F200, 0x1F320), (0x1F32D, 0x1F335), (0x1F337, 0x1F37C), (0x1F37E, 0x1F393),
    (0x1F3A0, 0x1F3CA), (0x1F3CF, 0x1F3D3), (0x1F3E0, 0x1F3F0), (0x1F3F4, 0x1F3F4), (0x1F3F8, 0x1F43E),
    (0x1F440, 0x1F440), (0x1F442, 0x1F4FC), (0x1F4FF, 0x1F53D), (0x1F54B, 0x1F54E), (0x1F550, 0x1F567),
    (0x1F57A, 0x1F57A), (0x1F595, 0x1F596), (0x1F5A4, 0x1F5A4), (0x1F5FB, 0x1F64F), (0x1F680, 0x1F6C5),
    (0x1F6CC, 0x1F6CC), (0x1F6D0, 0x1F6D2), (0x1F6D5, 0x1F6DF), (0x1F6EB, 0x1F6EC), (0x1F6F4, 0x1F6FC),
    (0x1F7E0, 0x1F7F0), (0x1F90C, 0x1F93A), (0x1F93C, 0x1F945), (0x1F947, 0x1F9FF), (0x1FA70, 0x1FAF8),
    (0x20000, 0x3FFFD),
  ]

  static func contain(_ value: UInt32) -> Bool {
    let place = ranges.partitioningIndex { $0.1 >= value }
    return place < ranges.count && ranges[place].0 <= value
  }
}

package enum LineWrap {
  /// The lines of a printable text, each at most `columns` columns wide: broken at spaces, and within words that are
  /// longer than a line.
  ///
  /// There is at least one line.
  package static func lines(_ text: String, columns: Int) -> [String] {
    let columns = max(2, columns)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let width = ColumnWidth.of(line)
      if !line.isEmpty, width + 1 + ColumnWidth.of(String(word)) <= columns {
        line += " " + word
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = ""
      for character in word {
        if ColumnWidth.of(line) + ColumnWidth.of(String(character)) > columns, !line.isEmpty {
          lines.append(line)
          line = ""
        }
        line.append(character)
      }
    }
    if !line.isEmpty || lines.isEmpty { lines.append(line) }
    return lines
  }
}
