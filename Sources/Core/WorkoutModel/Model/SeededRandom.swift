/// A random number generator that only depends on its seed: SplitMix64.
///
/// Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
package struct SeededRandom: RandomNumberGenerator, Equatable, Sendable {
  private var state: UInt64

  /// The sequence for `seed`, which is the same on every machine.
  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from 0 to below `limit`; 0 if `limit` is not positive.
  package mutating func below(_ limit: Int) -> Int { limit > 0 ? Int(next() % UInt64(limit)) : 0 }

  /// A stable seed from a text, another seed and numbers (64-bit FNV-1a).
  package static func seed(_ text: String, of seed: UInt64? = nil, _ numbers: [Int] = []) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    if let seed { hash = (hash ^ seed) &* 0x100_0000_01B3 }
    for number in numbers { hash = (hash ^ UInt64(bitPattern: Int64(number))) &* 0x100_0000_01B3 }
    return hash
  }

  /// A short text that is equal for equal texts and, for all practical purposes, different for others.
  package static func digest(of text: String) -> String { String(seed(text), radix: 16) }
}
