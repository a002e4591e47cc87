import WorkoutModel

/// The spans of the plan in which words have been placed.
///
/// Placed words never overlap, so the spans are sorted by both start and end. Words in progress may overlap anything;
/// there are few of them.
struct SpokenTime: Sendable {
  struct Span {
    let start: Duration
    let end: Duration
    let kind: CueKind
  }

  private var speaking: [Span]
  private var placed: [Span] = []

  init(speaking: [Span]) { self.speaking = speaking }

  /// The span that ends last of those that overlap a half-open range.
  func last(overlapping start: Duration, _ end: Duration) -> Span? {
    var last = speaking.filter { $0.start < end && start < $0.end }.max { $0.end < $1.end }
    let index = index(of: end) - 1
    if placed.indices.contains(index), placed[index].end > start, last.map({ $0.end < placed[index].end }) ?? true {
      last = placed[index]
    }
    return last
  }

  /// Places words; the span must be free.
  mutating func insert(_ span: Span) { placed.insert(span, at: index(of: span.start)) }

  mutating func forget(before position: Duration) {
    // Removing them in large batches keeps the cost of a removal constant on average.
    guard placed.count > 64, placed[placed.count / 2].end <= position else { return }
    placed.removeFirst(placed.count / 2)
    speaking.removeAll { $0.end <= position }
  }

  /// The first index whose span starts at or after `position`; words are mostly placed near the end.
  private func index(of position: Duration) -> Int {
    if placed.last.map({ $0.start < position }) ?? true { return placed.count }
    var (lower, upper) = (0, placed.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if placed[middle].start < position { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }
}
