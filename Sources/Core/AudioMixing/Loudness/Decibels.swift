/// A level or a change of level, in decibels of amplitude.
///
/// `amplitude = 10^(value / 20)`; silence is minus infinity. A type of its own keeps gains and amplitudes apart.
///
/// ```swift
/// let gain: Decibels = -6
/// gain.amplitude                          // 0.501
/// ```
public struct Decibels: Hashable, Comparable, Sendable {
  /// The number of decibels.
  public var value: Double

  /// A level of `value` decibels.
  public init(_ value: Double) { self.value = value }

  /// The level of an amplitude; silence for zero, and the sign is ignored.
  public init(amplitude: Float) { value = 20 * Double.log10(Double(amplitude.magnitude)) }

  /// No change.
  public static let unity = Decibels(0)
  /// No sound.
  public static let silence = Decibels(-.infinity)

  /// The factor for samples, at most a million; that of no number is 0.
  public var amplitude: Float {
    if value == 0 { return 1 }
    return value.isNaN ? 0 : Float(Double.pow(10, min(value, 120) / 20))
  }

  /// Whether one level is lower than the other.
  public static func < (one: Decibels, other: Decibels) -> Bool { one.value < other.value }
  /// The level after both changes.
  public static func + (one: Decibels, other: Decibels) -> Decibels { Decibels(one.value + other.value) }
  /// The change from the other level to this one.
  public static func - (one: Decibels, other: Decibels) -> Decibels { Decibels(one.value - other.value) }
  /// The level of the sum of two uncorrelated sounds, whose energies add up.
  package static func sum(_ one: Decibels, _ other: Decibels) -> Decibels {
    let energy = Double.pow(10, one.value / 10) + Double.pow(10, other.value / 10)
    return energy > 0 ? Decibels(10 * Double.log10(energy)) : .silence
  }
}

extension Decibels: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// A level from a literal.
  public init(floatLiteral value: Double) { self.init(value) }
  /// A level from a literal.
  public init(integerLiteral value: Int) { self.init(Double(value)) }
}
