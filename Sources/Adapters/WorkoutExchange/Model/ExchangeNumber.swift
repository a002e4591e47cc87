import StrictJSON
import WorkoutModel

/// Reads numbers of other programs, which are often printed floating-point numbers.
enum ExchangeNumber {
  /// Larger numbers are rejected; products of smaller ones with units don't overflow.
  private static let greatest = 1e12
  /// The range of a functional threshold power, in watts.
  static let ftp = 1...3000
  /// The range of power, in thousandths of a per cent of that: to a hundred times as much.
  static let power = 0...10_000_000

  /// The number of a range that is nearest to another.
  static func nearest(to number: Int, in range: ClosedRange<Int>) -> Int {
    min(max(number, range.lowerBound), range.upperBound)
  }

  /// The nearest whole number of a unit, `scale` of which make one: "0.30000001" with a scale of 1,000 is 300.
  ///
  /// A decimal comma is read as a point. `nil` if it isn't a decimal number.
  static func whole(_ text: some StringProtocol, scale: Double = 1) -> Int? {
    // By bytes, because files have hundreds of thousands of numbers.
    var (bytes, isOver): ([UInt8], Bool) = ([], false)
    for byte in text.utf8 {
      if byte == .space {
        isOver = !bytes.isEmpty
        continue
      }
      guard !isOver, bytes.count < 40, byte.isDigit || ".,+-eE".utf8.contains(byte) else { return nil }
      bytes.append(byte == .comma ? .period : byte)
    }
    guard let number = Double(String(decoding: bytes, as: UTF8.self)) else { return nil }
    return whole(number, scale: scale)
  }

  /// A decimal number, whose point may be a comma; `nil` for anything else.
  static func number(_ text: String) -> Double? {
    let pointed = text.replacing(",", with: ".")
    return ExactDecimal(pointed) == nil ? nil : Double(pointed)
  }

  /// The nearest whole number of a unit; `nil` if it is out of range.
  static func whole(_ number: Double, scale: Double = 1) -> Int? {
    let scaled = number * scale
    guard scaled.isFinite, abs(number) <= greatest, abs(scaled) <= greatest * 1000 else { return nil }
    return Int(scaled.rounded())
  }

  /// A duration in seconds, rounded to the millisecond because of floating-point errors.
  static func seconds(_ text: some StringProtocol) -> Duration? {
    whole(text, scale: 1000).map { .milliseconds($0) }
  }

  /// A duration in seconds without trailing zeros, rounded to the millisecond.
  static func text(seconds length: Duration) -> String { decimal(milliseconds(length)) }

  /// A number in thousandths without trailing zeros.
  static func decimal(_ thousandths: Int) -> String { DecimalText.shortest(thousandths, per: 1000) }

  /// A duration in milliseconds, rounded to the nearest.
  static func milliseconds(_ length: Duration) -> Int {
    Int((length.inNanoseconds + 500_000) / 1_000_000)
  }
}
