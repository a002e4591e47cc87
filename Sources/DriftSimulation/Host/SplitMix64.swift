/// The numbers of a seed, the same on every machine.
///
/// Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
struct SplitMix64: Equatable, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A whole number from 0 to below `limit`; 0 where that is not above 0.
  mutating func below(_ limit: Int) -> Int { limit > 0 ? Int(next() % UInt64(limit)) : 0 }

  /// A number above 0 and at most 1, with 53 random bits.
  mutating func fraction() -> Double { Double((next() >> 11) + 1) / 9_007_199_254_740_992 }

  /// Whether something of this chance happens.
  mutating func happens(_ chance: Double) -> Bool { fraction() <= chance }

  /// One of several; `nil` where there are none.
  mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }
}
