import StrictJSON

/// Consecutive seeds that a batch has judged, all of one origin.
package struct SeedRange: Equatable, Sendable {
  /// What they generate: the scenarios of a workout, or random workouts.
  package let origin: String
  package let first: UInt64
  package internal(set) var last: UInt64

  package init(of origin: String, _ seeds: Range<UInt64>) {
    (self.origin, first, last) = (origin, seeds.lowerBound, max(seeds.upperBound, 1) - 1)
  }

  /// The ranges in order, neighbours joined; throws the seeds that two of them contain.
  static func joined(_ ranges: [SeedRange]) throws(RepeatedSeeds) -> [SeedRange] {
    var joined: [SeedRange] = []
    for range in ranges.sorted(by: { ($0.origin, $0.first) < ($1.origin, $1.first) }) {
      guard let before = joined.last, before.origin == range.origin, range.first <= before.last + 1 else {
        joined.append(range)
        continue
      }
      if range.first <= before.last {
        throw RepeatedSeeds(seeds: SeedRange(of: range.origin, range.first..<min(before.last, range.last) + 1))
      }
      joined[joined.count - 1].last = range.last
    }
    return joined
  }

  /// The seeds of each origin, for human readers.
  static func lines(_ ranges: [SeedRange]) -> [String] {
    Dictionary(grouping: ranges, by: \.origin).sorted { $0.key < $1.key }.map { origin, ranges in
      "seeds     " + ranges.map(\.label).joined(separator: ", ") + " of \(origin)"
    }
  }

  fileprivate var label: String { first == last ? "\(first)" : "\(first) to \(last)" }

  var json: JSONFields { ["of": origin, "first": first, "last": last] }
}

package struct RepeatedSeeds: Error, CustomStringConvertible {
  let seeds: SeedRange

  package var description: String {
    "two reports have judged the seeds \(seeds.label) of \(seeds.origin): leave one of them out"
  }
}
