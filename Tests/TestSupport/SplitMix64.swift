import Glibc

/// Reproducible random numbers; a failing test prints the seed it began with.
///
/// Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// The numbers of `seed`, the same in every run.
  public init(seed: UInt64) { state = seed }

  /// The seed of a test: its own, or that of the variable `SEED`, which tries others.
  public static func seed(_ own: UInt64) -> UInt64 {
    unsafe getenv("SEED").flatMap { unsafe UInt64(String(cString: $0)) } ?? own
  }

  /// The number of random cases of a test: all of them, or a fifth in `make core`, where the engine isn't optimized.
  public static func cases<Number: BinaryInteger>(_ all: Number) -> Number {
    unsafe getenv("CORE") == nil ? all : all / 5
  }

  /// The next number, any of 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from 0 to below `limit`.
  public mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
