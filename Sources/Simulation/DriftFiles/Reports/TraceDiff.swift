/// The difference of two traces, line by line, ignoring their numbering and the text of their scenarios.
public struct TraceDiff: Sendable {
  /// A line that only one of them has.
  public enum Line: Equatable, Sendable {
    case removed(Int, String)
    case added(Int, String)
  }

  /// The maximum number of listed differences; further lines are only counted.
  public static let longestList = 200

  /// The differing lines in order; line numbers count from 1.
  public let lines: [Line]

  /// Compares two written traces.
  public init(_ old: String, _ new: String) {
    let (old, new) = (Self.comparable(old), Self.comparable(new))
    // The common lines at both ends need no full comparison.
    let head = zip(old, new).prefix { $0 == $1 }.count
    let most = min(old.count, new.count) - head
    let tail = zip(old.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
    let (before, after) = (old[head..<(old.count - tail)], new[head..<(new.count - tail)])
    lines =
      before.count + after.count > Self.compared
      ? Self.pairs(before, after) : Self.differences(Array(before), Array(after), from: head)
  }

  /// The number of lines up to which a full diff is computed; longer traces are compared line by line.
  private static let compared = 5000

  private static func pairs(_ old: ArraySlice<String>, _ new: ArraySlice<String>) -> [Line] {
    var lines: [Line] = []
    for index in old.startIndex..<max(old.endIndex, new.endIndex) {
      let (here, there) = (index < old.endIndex ? old[index] : nil, index < new.endIndex ? new[index] : nil)
      if here == there { continue }
      if let here { lines.append(.removed(index + 1, here)) }
      if let there { lines.append(.added(index + 1, there)) }
    }
    return lines
  }

  private static func differences(_ old: [String], _ new: [String], from first: Int) -> [Line] {
    var removed: [Int: String] = [:]
    var added: [Int: String] = [:]
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, let line, _): removed[offset] = line
      case .insert(let offset, let line, _): added[offset] = line
      }
    }
    var lines: [Line] = []
    var (here, there) = (0, 0)
    while here < old.count || there < new.count {
      if let line = removed[here], here < old.count {
        lines.append(.removed(first + here + 1, line))
        here += 1
      } else if let line = added[there], there < new.count {
        lines.append(.added(first + there + 1, line))
        there += 1
      } else {
        here += 1
        there += 1
      }
    }
    return lines
  }

  /// Whether the two traces are the same.
  public var isEmpty: Bool { lines.isEmpty }

  /// The differences for human readers: each line that only one trace has, with its number.
  public var text: String {
    if isEmpty { return "the same" }
    var text = lines.prefix(Self.longestList).map { line in
      switch line {
      case .removed(let number, let text): "- \(number): \(text)"
      case .added(let number, let text): "+ \(number): \(text)"
      }
    }
    if lines.count > Self.longestList { text.append("and \(lines.count - Self.longestList) more lines") }
    return text.joined(separator: "\n")
  }

  private static func comparable(_ text: String) -> [String] {
    text.split(separator: "\n").map { line in
      without("\"seq\": ", upTo: "\"t\": ", without("\"scenario\": ", upTo: "\"wall\": ", String(line)))
    }
  }

  /// A line without the text between two keys, if it has both.
  private static func without(_ start: String, upTo end: String, _ line: String) -> String {
    guard let first = line.firstRange(of: start), let last = line.ranges(of: end).last,
      last.lowerBound >= first.upperBound
    else { return line }
    return String(line[..<first.lowerBound] + line[last.lowerBound...])
  }
}
