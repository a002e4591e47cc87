/// The number of cues by outcome; in a list, because a dictionary would hash the name of an outcome for each cue.
package struct OutcomeCounts: Equatable, Sendable {
  private var counts = Array(repeating: 0, count: Outcome.allCases.count)

  package init(_ counts: [Outcome: Int] = [:]) {
    for (outcome, count) in counts { self.counts[outcome.index] = count }
  }

  package var byOutcome: [Outcome: Int] {
    Dictionary(uniqueKeysWithValues: zip(Outcome.allCases, counts).lazy.filter { $0.1 > 0 }.map { ($0.0, $0.1) })
  }

  package mutating func count(_ outcome: Outcome, times: Int = 1) { counts[outcome.index] += times }

  package mutating func add(_ other: OutcomeCounts) {
    for index in counts.indices { counts[index] += other.counts[index] }
  }
}

extension Outcome {
  fileprivate var index: Int {
    switch self {
    case .onTime: 0
    case .late: 1
    case .skipped: 2
    case .collapsed: 3
    case .cancelled: 4
    case .failed: 5
    case .duplicate: 6
    }
  }
}
