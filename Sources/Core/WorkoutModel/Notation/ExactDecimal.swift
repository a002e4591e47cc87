import StrictJSON

/// An exact decimal number: a coefficient of any length times a power of ten.
///
/// It avoids floating point when numbers of a file are converted to nanoseconds.
package struct ExactDecimal: Equatable, Sendable {
  /// The reason why a decimal isn't a whole number of some unit.
  package enum Failure: Error, Equatable, Sendable {
    /// It isn't a multiple of the unit.
    case tooFine
    /// It doesn't fit 64 bits.
    case outOfRange
  }

  /// The bound for exponents; no file contains a coefficient long enough to compensate a larger one.
  private static let exponentBound = 1_000_000_000
  /// A longer coefficient is out of range or too fine for every unit up to a day in nanoseconds.
  private static let longestCoefficient = 24
  private static let longestWhole = 19

  package let isNegative: Bool
  /// The significant digits without zeros at either end; empty for zero.
  private let digits: [UInt8]
  private let exponent: Int

  /// Reads `-?digits[.digits][(e|E)[+-]digits]`, or `nil` if the text is anything else.
  package init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    var digits = Self.consumeDigits(&rest)
    guard !digits.isEmpty else { return nil }
    var exponent = 0
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      let fraction = Self.consumeDigits(&rest)
      guard !fraction.isEmpty else { return nil }
      digits += fraction
      exponent = -fraction.count
    }
    if let letter = rest.first, letter == UInt8(ascii: "e") || letter == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      guard let power = Self.consumeExponent(&rest) else { return nil }
      exponent += power
    }
    guard rest.isEmpty else { return nil }
    digits.removeFirst(digits.prefix { $0 == 0 }.count)
    let zeros = digits.reversed().prefix { $0 == 0 }.count
    digits.removeLast(zeros)
    self.digits = digits
    self.exponent = exponent + zeros
  }

  /// This number times `unit`, which must be a whole number: `1.5` times 60 is 90.
  package func times(_ unit: Int64) throws(Failure) -> Int64 {
    if digits.isEmpty { return 0 }
    guard digits.count + exponent <= Self.longestWhole else { throw .outOfRange }
    guard digits.count <= Self.longestCoefficient, -exponent <= 2 * Self.longestWhole else { throw .tooFine }
    let coefficient = digits.reduce(UInt128(0)) { $0 * 10 + UInt128($1) }
    let power = (0..<abs(exponent)).reduce(UInt128(1)) { power, _ in power * 10 }
    let (product, overflow) = coefficient.multipliedReportingOverflow(by: UInt128(unit.magnitude))
    guard !overflow else { throw .outOfRange }
    let magnitude: UInt128
    if exponent >= 0 {
      let (scaled, overflow) = product.multipliedReportingOverflow(by: power)
      guard !overflow else { throw .outOfRange }
      magnitude = scaled
    } else {
      let (quotient, remainder) = product.quotientAndRemainder(dividingBy: power)
      guard remainder == 0 else { throw quotient > UInt128(Int64.max) ? .outOfRange : .tooFine }
      magnitude = quotient
    }
    guard let whole = Int64(exactly: magnitude) else { throw .outOfRange }
    return isNegative ? -whole : whole
  }

  private static func consumeDigits(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    let digits = rest.prefix(while: { $0.isDigit })
    rest = rest.dropFirst(digits.count)
    return digits.map { $0 - UInt8(ascii: "0") }
  }

  private static func consumeExponent(_ rest: inout ArraySlice<UInt8>) -> Int? {
    let sign = rest.first
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest = rest.dropFirst() }
    let digits = consumeDigits(&rest)
    guard !digits.isEmpty else { return nil }
    let magnitude = digits.reduce(0) { min($0 * 10 + Int($1), exponentBound) }
    return sign == UInt8(ascii: "-") ? -magnitude : magnitude
  }
}
