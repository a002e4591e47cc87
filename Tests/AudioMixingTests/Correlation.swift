import Glibc

/// Finds where a stretch of sound comes again in another, by a fast Fourier transform (Cooley and Tukey, 1965).
struct Correlation {
  private static let size = 32_768
  private let count: Int
  private let power: Double
  private let pattern: [(Double, Double)]

  /// Searches for a stretch of at most a quarter of 32 768 samples.
  init(_ samples: [Double]) {
    count = samples.count
    power = samples.reduce(0) { $0 + $1 * $1 }
    pattern = Self.transform(Self.padded(samples[...])).map { ($0.0, -$0.1) }
  }

  /// The greatest correlation with any stretch of the same length, of either sign; 1 for an equal one.
  func greatest(in samples: [Double]) -> Double {
    var greatest = 0.0
    let step = Self.size - count
    for start in stride(from: 0, through: samples.count - Self.size, by: step) {
      let block = samples[start..<start + Self.size]
      let spectrum = zip(Self.transform(Self.padded(block)), pattern).map { one, other in
        // The inverse transform is the transform with both parts exchanged.
        (one.0 * other.1 + one.1 * other.0, one.0 * other.0 - one.1 * other.1)
      }
      let products = Self.transform(spectrum).map { $0.1 / Double(Self.size) }
      var energy = block.prefix(count).reduce(0) { $0 + $1 * $1 }
      for lag in 0..<step {
        greatest = max(greatest, abs(products[lag]) / (energy * power).squareRoot())
        let (first, next) = (block[start + lag], block[start + lag + count])
        energy += next * next - first * first
      }
    }
    return greatest
  }

  private static func padded(_ samples: ArraySlice<Double>) -> [(Double, Double)] {
    samples.map { ($0, 0) } + Array(repeating: (0, 0), count: size - samples.count)
  }

  private static func transform(_ values: [(Double, Double)]) -> [(Double, Double)] {
    var values = values
    var other = 0
    for index in 1..<size {
      var bit = size / 2
      while other & bit != 0 {
        other ^= bit
        bit /= 2
      }
      other |= bit
      if index < other { values.swapAt(index, other) }
    }
    var half = 1
    while half < size {
      let factors = (0..<half).map { (cos(.pi * Double($0) / Double(half)), -sin(.pi * Double($0) / Double(half))) }
      for start in stride(from: 0, to: size, by: 2 * half) {
        for (index, factor) in zip(start..<start + half, factors) {
          let (one, two) = (values[index], values[index + half])
          let turned = (two.0 * factor.0 - two.1 * factor.1, two.0 * factor.1 + two.1 * factor.0)
          values[index] = (one.0 + turned.0, one.1 + turned.1)
          values[index + half] = (one.0 - turned.0, one.1 - turned.1)
        }
      }
      half *= 2
    }
    return values
  }
}
