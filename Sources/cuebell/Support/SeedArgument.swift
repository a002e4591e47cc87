import ArgumentParser

/// A seed on the command line: a whole number that JSON readers take without rounding it.
struct SeedArgument: ExpressibleByArgument {
  private static let largest: UInt64 = 1 << 53 - 1

  let number: UInt64

  /// A new seed, short enough to be typed.
  static var random: UInt64 { UInt64.random(in: 1...999_999) }

  init(_ number: UInt64) { self.number = number }

  init?(argument: String) {
    guard let number = UInt64(argument), number <= Self.largest else { return nil }
    self.number = number
  }

  var defaultValueDescription: String { "\(number)" }
}
