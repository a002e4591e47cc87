import WorkoutModel

/// Powers computed with the four basic operations alone, so that a seed gives the same numbers on every machine: the
/// libraries of two systems may differ in the last bit.
enum PortableMath {
  private static let ln2 = 0.693_147_180_559_945_3

  /// Returns `base` to the power of `exponent`, to about 14 digits, for a `base` above 0.
  static func power(_ base: Double, _ exponent: Double) -> Double { exp2(exponent * log2(base)) }

  /// Uses the series of the inverse hyperbolic tangent: ln m = 2 artanh((m - 1) / (m + 1)), with m from 1 to 2.
  static func log2(_ number: Double) -> Double {
    let ratio = (number.significand - 1) / (number.significand + 1)
    let square = ratio * ratio
    var term = ratio
    var sum = 0.0
    for divisor in stride(from: 1.0, to: 31, by: 2) {
      sum += term / divisor
      term *= square
    }
    return Double(number.exponent) + 2 * sum / ln2
  }

  /// Uses the series of the exponential function for the difference to the nearest whole exponent.
  static func exp2(_ exponent: Double) -> Double {
    let exponent = min(max(exponent, -1000), 1000)
    let whole = exponent.rounded()
    let rest = (exponent - whole) * ln2
    var term = 1.0
    var sum = 1.0
    for divisor in stride(from: 1.0, to: 16, by: 1) {
      term *= rest / divisor
      sum += term
    }
    return Double(sign: .plus, exponent: Int(whole), significand: 1) * sum
  }
}

extension SeededRandom {
  /// A number above 0 and at most 1, with 53 random bits.
  mutating func fraction() -> Double { Double((next() >> 11) + 1) / 9_007_199_254_740_992 }

  mutating func happens(_ probability: Double) -> Bool { fraction() <= probability }

  mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }
}
