import CQREncode

package struct QRCode {
  private let width: Int
  private let isDark: [Bool]
  /// The width of the quiet zone, in modules.
  private static let margin = 4

  /// Encodes a text; `nil` if it is too long.
  ///
  /// A text that is too long for the usual error correction gets less.
  package init?(_ text: String) {
    let medium = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M)
    guard let code = unsafe medium ?? QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
    defer { unsafe QRcode_free(code) }
    let width = Int(unsafe code.pointee.width)
    guard let data = unsafe code.pointee.data else { return nil }
    self.width = width
    isDark = (0..<width * width).map { unsafe data[$0] & 1 == 1 }
  }

  package var columns: Int { width + 2 * Self.margin }

  /// The code in characters of two modules each, one above the other, dark on light. On a terminal, escape sequences
  /// set these colours.
  package func text(isTerminal: Bool) -> String {
    let range = -Self.margin..<width + Self.margin
    return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
      let line = range.map { column -> String in
        switch (module(row, column), module(row + 1, column)) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }.joined()
      return isTerminal ? "\u{1B}[30;107m\(line)\u{1B}[0m" : line
    }.joined(separator: "\n")
  }

  /// The code as an SVG image with its quiet zone, dark on light.
  package var svg: String {
    let dark = isDark.indices.filter { isDark[$0] }.map { index in
      "M\(index % width + Self.margin) \(index / width + Self.margin)h1v1h-1z"
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(columns) \(columns)" shape-rendering="crispEdges">\
      <path fill="#fff" d="M0 0h\(columns)v\(columns)h-\(columns)z"/><path d="\(dark.joined())"/></svg>

      """
  }

  private func module(_ row: Int, _ column: Int) -> Bool {
    (0..<width).contains(row) && (0..<width).contains(column) && isDark[row * width + column]
  }
}
