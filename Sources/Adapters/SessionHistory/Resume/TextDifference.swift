/// What two texts differ in, line by line.
package struct TextDifference: Equatable, Sendable {
  /// The lines that are gone, each behind `- `, and those that are new, behind `+ `, in the order of the text.
  package let lines: [String]

  /// How many lines are compared one by one; what is longer counts as changed as a whole.
  private static let limit = 2_000

  /// What has to be done to `old` to make it `new`.
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
    // Removals are placed by the old text and insertions by the new one; both walk side by side.
    let difference = Array(new).difference(from: Array(old))
    let gone = Set(difference.removals.map(\.offset))
    let fresh = Set(difference.insertions.map(\.offset))
    var lines: [String] = []
    var (here, there) = (0, 0)
    while here < old.count || there < new.count {
      if gone.contains(here), here < old.count {
        lines.append("- \(old[old.startIndex + here])")
        here += 1
      } else if fresh.contains(there), there < new.count {
        lines.append("+ \(new[new.startIndex + there])")
        there += 1
      } else {
        here += 1
        there += 1
      }
    }
    self.lines = lines
  }

  /// The first lines of it, and how many more there are.
  package func text(atMost count: Int) -> String {
    let rest = lines.count - count
    return (lines.prefix(count) + (rest > 0 ? ["… and \(rest) more line\(rest == 1 ? "" : "s")"] : [])).joined(
      separator: "\n")
  }

  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n").map { line in String(line.drop { $0 == " " }) }
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
