/// Digits of 3 × 5 points, for terminals and pictures.
enum DigitPoints {
  static let height = 5
  /// The minus signs of all sets of glyphs.
  static let allMinus: Set<Character> = ["-", "\u{2212}"]

  /// The rows from the top, with the leftmost point in the highest bit.
  private static let digits: [[UInt8]] = [
    [0b111, 0b101, 0b101, 0b101, 0b111], [0b010, 0b110, 0b010, 0b010, 0b111], [0b111, 0b001, 0b111, 0b100, 0b111],
    [0b111, 0b001, 0b111, 0b001, 0b111], [0b101, 0b101, 0b111, 0b001, 0b001], [0b111, 0b100, 0b111, 0b001, 0b111],
    [0b111, 0b100, 0b111, 0b101, 0b111], [0b111, 0b001, 0b001, 0b001, 0b001], [0b111, 0b101, 0b111, 0b101, 0b111],
    [0b111, 0b101, 0b111, 0b001, 0b111],
  ]
  private static let minus: [UInt8] = [0b000, 0b000, 0b111, 0b000, 0b000]
  private static let colon: [UInt8] = [0b0, 0b1, 0b0, 0b1, 0b0]

  /// The points of a text, row by row; digits are one column apart.
  static func raster(_ text: String) -> (points: [[Bool]], width: Int) {
    var points = Array(repeating: [Bool](), count: height)
    for (index, character) in text.enumerated() {
      let isMinus = allMinus.contains(character)
      let number = character.wholeNumberValue.flatMap { digits.indices.contains($0) ? digits[$0] : nil }
      let digit = isMinus ? minus : number
      for row in 0..<height {
        if index > 0 { points[row].append(false) }
        let bits = digit?[row] ?? colon[row]
        for bit in stride(from: digit == nil ? 0 : 2, through: 0, by: -1) { points[row].append(bits >> bit & 1 == 1) }
      }
    }
    return (points, points.first?.count ?? 0)
  }
}
