import AudioMixing

/// A lossless code for samples of 16 bits, which brings speech to about half its size.
///
/// The samples of a block, 16, are predicted by nothing, by the sample before, by the line through the two before, or
/// by the parabola through the three before (T. Robinson, "SHORTEN", 1994), whichever leaves the smallest residuals.
/// These are written with as many bits as the largest needs. A block begins with a byte: the number of bits and, above
/// five bits, the order of the predictor. The last block is filled with residuals of 0.
enum SampleCoding {
  private static let blockSamples = 16
  private static let orders = 4

  /// The code of `samples`.
  static func encode(_ samples: [Int16]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(samples.count * 5 / 4)
    var past = (0, 0, 0)
    var residuals = [UInt64](repeating: 0, count: orders * blockSamples)
    for start in stride(from: 0, to: samples.count, by: blockSamples) {
      let count = min(blockSamples, samples.count - start)
      var all = [UInt64](repeating: 0, count: orders)
      for index in 0..<count {
        let value = Int(samples[start + index])
        for order in 0..<orders {
          let folded = fold(value - prediction(order, past))
          residuals[order * blockSamples + index] = folded
          all[order] |= folded
        }
        past = (value, past.0, past.1)
      }
      let widths = all.map { 64 - $0.leadingZeroBitCount }
      let order = widths.indices.min { widths[$0] < widths[$1] } ?? 0
      bytes.append(UInt8(widths[order] | order << 5))
      append(residuals[order * blockSamples..<order * blockSamples + count], width: widths[order], to: &bytes)
    }
    return bytes
  }

  /// The samples of a code for `count` of them; `nil` if `bytes` is none.
  static func decode(_ bytes: ArraySlice<UInt8>, count: Int) -> [Int16]? {
    // Each block takes a byte at least.
    guard (count + blockSamples - 1) / blockSamples <= bytes.count else { return nil }
    var samples: [Int16] = []
    samples.reserveCapacity(count)
    var past = (0, 0, 0)
    var place = bytes.startIndex
    while samples.count < count {
      guard place < bytes.endIndex else { return nil }
      let (width, order) = (Int(bytes[place] & 31), Int(bytes[place] >> 5))
      let next = place + 1 + blockSamples / 8 * width
      guard order < orders, next <= bytes.endIndex else { return nil }
      var (pending, bits) = (UInt64(0), 0)
      var source = place + 1
      for _ in 0..<min(blockSamples, count - samples.count) {
        while bits < width {
          pending |= UInt64(bytes[source]) << UInt64(bits)
          source += 1
          bits += 8
        }
        let residual = unfold(pending & (1 << UInt64(width) - 1))
        pending >>= UInt64(width)
        bits -= width
        let value = residual + prediction(order, past)
        guard let sample = Int16(exactly: value) else { return nil }
        samples.append(sample)
        past = (value, past.0, past.1)
      }
      place = next
    }
    return place == bytes.endIndex ? samples : nil
  }

  private static func append(_ residuals: ArraySlice<UInt64>, width: Int, to bytes: inout [UInt8]) {
    var (pending, bits) = (UInt64(0), 0)
    let end = bytes.count + blockSamples / 8 * width
    for residual in residuals {
      pending |= residual << UInt64(bits)
      bits += width
      while bits >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: pending))
        pending >>= 8
        bits -= 8
      }
    }
    if bits > 0 { bytes.append(UInt8(truncatingIfNeeded: pending)) }
    bytes += repeatElement(0, count: end - bytes.count)
  }

  /// The next sample as the polynomial of a degree less than `order` through the samples before continues.
  private static func prediction(_ order: Int, _ past: (Int, Int, Int)) -> Int {
    switch order {
    case 0: 0
    case 1: past.0
    case 2: 2 * past.0 - past.1
    default: 3 * past.0 - 3 * past.1 + past.2
    }
  }

  /// Small numbers of either sign as small numbers: 0, -1, 1, -2 and so on.
  private static func fold(_ value: Int) -> UInt64 { UInt64(bitPattern: Int64(value << 1 ^ value >> 63)) }

  private static func unfold(_ value: UInt64) -> Int { Int(value >> 1) ^ -Int(value & 1) }
}
