package enum DecimalText {
  package static func shortest(_ number: Int, per unit: Int) -> String { shortest(Int64(number), per: Int64(unit)) }

  /// `number` divided by `unit`, a power of ten, in the fewest digits: 66500 per 1000 is "66.5".
  package static func shortest(_ number: Int64, per unit: Int64) -> String {
    let (whole, rest) = number.magnitude.quotientAndRemainder(dividingBy: unit.magnitude)
    let sign = number < 0 ? "-" : ""
    guard rest > 0 else { return sign + "\(whole)" }
    var digits = "\(unit.magnitude + rest)".dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return sign + "\(whole).\(digits)"
  }
}
