import Glibc

/// A page has one title.
struct MarkdownTitles: Rule {
  func complaints(about file: SourceFile) -> [String] {
    var isCode = false
    var titles: [Int] = []
    for (index, line) in file.lines.enumerated() {
      if line.hasPrefix("```") { isCode.toggle() }
      if !isCode, line.hasPrefix("# ") { titles.append(index) }
    }
    return titles.count == 1 ? [] : [file.complaint(titles.dropFirst().first ?? 0, "\(titles.count) titles, not one")]
  }
}

/// The repository does not mention where or with what it was made.
struct Traces: Rule {
  /// Top-level folders of a machine.
  static let folders = ["work", "root", "home", "Users"]
  /// Written in two halves, or this file would break its own rule.
  static let words = ["cla" + "ude", "issue" + " #"]

  func complaints(about file: SourceFile) -> [String] {
    let names = file.names.joined(separator: "\n").lowercased()
    let words = Self.words.filter { unsafe strstr(names, $0.leadingName) != nil }
    let folders = Self.folders.filter(file.names.contains)
    guard !words.isEmpty || !folders.isEmpty else { return [] }
    return file.lines.enumerated().flatMap { index, line in
      let lowercased = words.isEmpty ? "" : line.lowercased()
      return words.filter(lowercased.contains).map { file.complaint(index, "speaks of \"\($0)\"") }
        + folders.filter { Self.names(line, "/\($0)/") }
        .map { file.complaint(index, "names the folder /\($0) of a machine") }
    }
  }

  /// Whether a line holds a path that begins with `folder`; within a longer path or an address it does not begin one.
  private static func names(_ line: Substring, _ folder: String) -> Bool {
    line.ranges(of: folder).contains { range in
      guard let before = line[..<range.lowerBound].last else { return true }
      return !(before.isLetter || before.isNumber || "_.-~)}]*".contains(before))
    }
  }
}
