package struct LatenessHistogram: Equatable, Sendable {
  /// The upper bounds of the ranges; an additional range contains later cues.
  package static let bounds: [Duration] = [1, 2, 5, 10, 20, 50, 100, 200, 500].map { .milliseconds($0) }

  /// The number of cues in each range.
  package let counts: [Int]

  package init(counts: [Int]) { self.counts = counts }
}
