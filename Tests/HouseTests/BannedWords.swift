/// Words that stand for work not done, errors not handled, or the world where it has no place.
struct BannedWords: Rule {
  /// Banned in all sources.
  static let everywhere = [
    "TODO", "FIXME", "XXX", "HACK", "fatalError(", "try!", "as!", "nonisolated(unsafe)", "@unchecked Sendable",
    "print(", "debugPrint(",
  ]
  /// Banned where the same inputs must lead to the same outputs.
  static let inCore = [
    "ContinuousClock", "SuspendingClock", "Date(", "FileManager", ".random(in", ".randomElement(", ".shuffled(",
    ".shuffle(", "SystemRandomNumberGenerator", "Task.sleep",
  ]

  let words: [String]

  func complaints(about file: SourceFile) -> [String] {
    file.lines.enumerated().flatMap { index, line in
      words.filter { Self.holds(line, $0) }.map { file.complaint(index, "\"\($0)\" is banned here") }
    }
  }

  /// Whether a word stands in a line by itself: `print(` is not in `fingerprint(`.
  private static func holds(_ line: Substring, _ word: String) -> Bool {
    line.ranges(of: word).contains { range in
      let before = line[..<range.lowerBound].last
      let after = line[range.upperBound...].first
      return !(joins(before) && joins(word.first)) && !(joins(after) && joins(word.last))
    }
  }

  private static func joins(_ character: Character?) -> Bool {
    character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
  }
}
