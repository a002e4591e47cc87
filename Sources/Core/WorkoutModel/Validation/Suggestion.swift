/// Finds the likely meaning of a misspelt word.
package enum Suggestion {
  /// Longer words are not compared, because the time is quadratic.
  private static let longestWord = 40
  /// A word of at least this many letters matches candidates that begin with it.
  private static let shortestPrefix = 3

  /// The candidate nearest to `word`, or `nil` if none is near; the first of several equally near ones.
  ///
  /// Near means at most one mistake per three letters, and one in short words. Case is ignored.
  package static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let scalars = Array(word.lowercased().unicodeScalars.prefix(longestWord + 1))
    guard (2...longestWord).contains(scalars.count) else { return nil }
    var best: (candidate: String, distance: Int)?
    var completed: String?
    for candidate in candidates {
      let other = Array(candidate.lowercased().unicodeScalars)
      if completed == nil, scalars.count >= shortestPrefix, other.starts(with: scalars) { completed = candidate }
      let allowed = max(1, min(scalars.count, other.count) / 3)
      guard abs(scalars.count - other.count) <= allowed else { continue }
      let distance = distance(scalars, other)
      if distance <= allowed, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.candidate ?? completed
  }

  /// The words `; did you mean "…"?`, empty if no candidate is near.
  package static func question(_ word: String, among candidates: some Sequence<String>) -> String {
    nearest(to: word, among: candidates).map { "; did you mean \(Excerpt.quoted($0))?" } ?? ""
  }

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
