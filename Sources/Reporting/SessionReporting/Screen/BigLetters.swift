/// A name in large capitals of 5 rows, for a screen with space for it.
enum BigLetters {
  /// The rows of a letter from the top; `#` is filled.
  private static let letters: [Character: [String]] = [
    "A": [" ## ", "#  #", "####", "#  #", "#  #"], "B": ["### ", "#  #", "### ", "#  #", "### "],
    "C": [" ###", "#   ", "#   ", "#   ", " ###"], "D": ["### ", "#  #", "#  #", "#  #", "### "],
    "E": ["####", "#   ", "### ", "#   ", "####"], "F": ["####", "#   ", "### ", "#   ", "#   "],
    "G": [" ###", "#   ", "# ##", "#  #", " ###"], "H": ["#  #", "#  #", "####", "#  #", "#  #"],
    "I": ["#", "#", "#", "#", "#"], "J": ["   #", "   #", "   #", "#  #", " ## "],
    "K": ["#  #", "# # ", "##  ", "# # ", "#  #"], "L": ["#   ", "#   ", "#   ", "#   ", "####"],
    "M": ["#   #", "## ##", "# # #", "#   #", "#   #"], "N": ["#   #", "##  #", "# # #", "#  ##", "#   #"],
    "O": [" ## ", "#  #", "#  #", "#  #", " ## "], "P": ["### ", "#  #", "### ", "#   ", "#   "],
    "Q": [" ## ", "#  #", "#  #", "# ##", " ###"], "R": ["### ", "#  #", "### ", "# # ", "#  #"],
    "S": [" ###", "#   ", " ## ", "   #", "### "], "T": ["#####", "  #  ", "  #  ", "  #  ", "  #  "],
    "U": ["#  #", "#  #", "#  #", "#  #", " ## "], "V": ["#   #", "#   #", "#   #", " # # ", "  #  "],
    "W": ["#   #", "#   #", "# # #", "## ##", "#   #"], "X": ["#   #", " # # ", "  #  ", " # # ", "#   #"],
    "Y": ["#   #", " # # ", "  #  ", "  #  ", "  #  "], "Z": ["#####", "   # ", "  #  ", " #   ", "#####"],
    "0": [" ## ", "#  #", "#  #", "#  #", " ## "], "1": [" #", "##", " #", " #", " #"],
    "2": ["### ", "   #", " ## ", "#   ", "####"], "3": ["### ", "   #", " ## ", "   #", "### "],
    "4": ["#  #", "#  #", "####", "   #", "   #"], "5": ["####", "#   ", "### ", "   #", "### "],
    "6": [" ## ", "#   ", "### ", "#  #", " ## "], "7": ["####", "   #", "  # ", " #  ", " #  "],
    "8": [" ## ", "#  #", " ## ", "#  #", " ## "], "9": [" ## ", "#  #", " ###", "   #", " ## "],
    "Ä": ["#  #", " ## ", "#  #", "####", "#  #"], "Ö": ["#  #", " ## ", "#  #", "#  #", " ## "],
    "Ü": ["#  #", "    ", "#  #", "#  #", " ## "], "-": ["   ", "   ", "###", "   ", "   "],
    " ": ["  ", "  ", "  ", "  ", "  "], ",": [" ", " ", " ", "#", "#"], ".": [" ", " ", " ", " ", "#"],
    "'": ["#", "#", " ", " ", " "], "/": ["    #", "   # ", "  #  ", " #   ", "#    "],
    "(": [" #", "# ", "# ", "# ", " #"], ")": ["# ", " #", " #", " #", "# "], "+": ["   ", " # ", "###", " # ", "   "],
  ]

  private static let bases: [Character: Character] = Dictionary(
    ["AÀÁÂÃÅ", "CÇ", "EÈÉÊË", "IÌÍÎÏ", "NÑ", "OÒÓÔÕØ", "UÙÚÛ", "YÝ"].flatMap { group in
      group.dropFirst().map { ($0, group.first ?? $0) }
    }, uniquingKeysWith: { first, _ in first })

  static let rows = 5

  /// The rows of a name, its points `scale` rows high; `nil` if it doesn't fit, or has a letter that isn't drawn.
  static func rows(
    of name: String, _ scale: Int, columns: Int, _ style: CellStyle, _ glyphs: Glyphs
  ) -> [CellText]? {
    var shapes: [[String]] = []
    for letter in name.uppercased() {
      // An accent that has no letter of its own is left out.
      guard let shape = letters[letter] ?? bases[letter].flatMap({ letters[$0] }) else { return nil }
      shapes.append(shape)
    }
    let width = shapes.reduce(0) { $0 + $1[0].count + 1 } - 1
    // A point is twice as many columns wide as rows high, so that it is about square.
    let unit = 2 * scale
    guard !shapes.isEmpty, unit * width <= columns else { return nil }
    return (0..<rows * scale).map { row in
      var cells = CellText()
      for (index, shape) in shapes.enumerated() {
        if index > 0 { cells.append(" ", unit, .plain) }
        for point in shape[row / scale] { cells.append(point == "#" ? glyphs.full : " ", unit, style) }
      }
      return cells
    }
  }
}
