/// The difference between two texts, line by line.
package struct TextDifference: Equatable, Sendable {
  /// The removed lines, after `- `, and the added lines, after `+ `, in the order of the text.
  package let lines: [String]

  /// The maximum number of lines compared one by one; longer texts count as changed as a whole.
  private static let limit = 2_000

  package init(from old: String, to new: String) {
    var (old, new) = (Self.lines(of: old)[...], Self.lines(of: new)[...])
    while let line = old.first, line == new.first {
      old.removeFirst()
      new.removeFirst()
    }
    while let line = old.last, line == new.last {
      old.removeLast()
      new.removeLast()
    }
    guard old.count + new.count <= Self.limit else {
      lines = old.map { "- \($0)" } + new.map { "+ \($0)" }
      return
    }
    // Removals have offsets in the old text and insertions in the new one, so both are merged.
    var (gone, fresh): (Set<Int>, Set<Int>) = ([], [])
    for change in Array(new).difference(from: Array(old)) {
      switch change {
      case .remove(let offset, _, _): gone.insert(offset)
      case .insert(let offset, _, _): fresh.insert(offset)
      }
    }
    var lines: [String] = []
    var (here, there) = (0, 0)
    while here < old.count || there < new.count {
      if gone.contains(here) {
        lines.append("- \(old[old.startIndex + here])")
        here += 1
      } else if fresh.contains(there) {
        lines.append("+ \(new[new.startIndex + there])")
        there += 1
      } else {
        here += 1
        there += 1
      }
    }
    self.lines = lines
  }

  /// The first lines, and the number of further ones.
  package func text(atMost count: Int) -> String {
    let rest = lines.count - count
    return (lines.prefix(count) + (rest > 0 ? ["… and \(rest) more line\(rest == 1 ? "" : "s")"] : [])).joined(
      separator: "\n")
  }

  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n").map { line in String(line.drop { $0 == " " }) }
  }
}
