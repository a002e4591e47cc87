#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(WASILibc)
import WASILibc
#elseif canImport(ucrt)
import ucrt
#endif

/// The functions of the C library, which only this file imports, by their names in it.
extension Double {
  static func sin(_ x: Double) -> Double { sine(x) }
  static func cos(_ x: Double) -> Double { cosine(x) }
  static func tan(_ x: Double) -> Double { tangent(x) }
  static func exp(_ x: Double) -> Double { exponential(x) }
  static func log2(_ x: Double) -> Double { binaryLogarithm(x) }
  static func log10(_ x: Double) -> Double { decimalLogarithm(x) }
  static func pow(_ x: Double, _ exponent: Double) -> Double { power(x, exponent) }
}

// A member can't call a function of its own name.
private func sine(_ x: Double) -> Double { sin(x) }
private func cosine(_ x: Double) -> Double { cos(x) }
private func tangent(_ x: Double) -> Double { tan(x) }
private func exponential(_ x: Double) -> Double { exp(x) }
private func binaryLogarithm(_ x: Double) -> Double { log2(x) }
private func decimalLogarithm(_ x: Double) -> Double { log10(x) }
private func power(_ x: Double, _ exponent: Double) -> Double { pow(x, exponent) }
