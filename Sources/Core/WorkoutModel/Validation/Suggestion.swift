import StrictJSON

/// Finds the likely meaning of a misspelt word.
package enum Suggestion {
  /// Longer words are not compared, because the time is quadratic.
  private static let longestWord = 40
  /// A word of at least this many letters matches candidates that begin with it.
  private static let shortestPrefix = 3

  /// The candidate nearest to `word`, or `nil` if none is near; the first of several equally near ones.
  package static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    near(to: word, among: candidates, atMost: 1).first
  }

  /// The candidates near `word`, the nearest first, or those that it begins if none is near.
  ///
  /// Near means at most one mistake per three letters, and one in short words. Case is ignored.
  package static func near(
    to word: String, among candidates: some Sequence<String>, atMost count: Int
  ) -> [String] {
    let scalars = Array(word.lowercased().unicodeScalars.prefix(longestWord + 1))
    guard (2...longestWord).contains(scalars.count) else { return [] }
    var found: [(candidate: String, distance: Int)] = []
    var completed: [String] = []
    for candidate in candidates {
      let other = Array(candidate.lowercased().unicodeScalars)
      if scalars.count >= shortestPrefix, other.starts(with: scalars) { completed.append(candidate) }
      let allowed = max(1, min(scalars.count, other.count) / 3)
      guard abs(scalars.count - other.count) <= allowed else { continue }
      let distance = distance(scalars, other)
      if distance <= allowed { found.append((candidate, distance)) }
    }
    let near = found.sorted { $0.distance < $1.distance }.map { $0.candidate }
    return Array((near.isEmpty ? completed : near).prefix(count))
  }

  /// The words `; did you mean "…"?`, with at most `count` candidates; empty if none is near.
  package static func question(
    _ word: String, among candidates: some Sequence<String>, atMost count: Int = 1
  ) -> String {
    let near = near(to: word, among: candidates, atMost: count).map { Excerpt.quoted($0) }
    guard let last = near.last else { return "" }
    let others = near.count > 1 ? near.dropLast().joined(separator: ", ") + " or " : ""
    return "; did you mean \(others)\(last)?"
  }

  /// A message as a sentence: one that ends with a question needs no period.
  package static func sentence(_ message: String) -> String { message + (message.hasSuffix("?") ? "" : ".") }

  /// The number of letters to change, insert, delete or transpose to turn `a` into `b`: the optimal string alignment
  /// distance.
  static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        let changed = last[j] + (a[i] == b[j] ? 0 : 1)
        var cost = min(changed, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
