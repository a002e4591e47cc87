import AudioOutput
import Testing

@Suite struct `Frames for a device` {
  private func encode(_ left: [Float], _ right: [Float], _ format: DeviceFormat, channels: Int) -> [UInt8] {
    let encoder = SampleEncoder(format: format, channels: channels)
    var bytes = [UInt8](repeating: 0xAA, count: (left.count + 1) * encoder.frameBytes)
    unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe encoder.encode(left: left.span, right: right.span, 0..<left.count, into: buffer, at: 1)
    }
    // The frame before is not touched.
    #expect(bytes.prefix(encoder.frameBytes).allSatisfy { $0 == 0xAA })
    return Array(bytes.dropFirst(encoder.frameBytes))
  }

  private func words(_ bytes: [UInt8], _ size: Int) -> [Int64] {
    stride(from: 0, to: bytes.count, by: size).map { start in
      let raw = bytes[start..<start + size].reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
      return (raw << (64 - size * 8)) >> (64 - size * 8)
    }
  }

  private let left: [Float] = [0, 1, -1, 0.5, 2, .nan]
  private let right: [Float] = [0.25, -0.25, 0, 1e-5, -.infinity, .infinity]

  @Test func `are little-endian, interleaved and cut at full scale`() {
    #expect(
      words(encode(left, right, .int16, channels: 2), 2) == [
        0, 8_192, 32_767, -8_192, -32_767, 0, 16_384, 0, 32_767, -32_767, 0, 32_767,
      ])
    #expect(
      words(encode(left, right, .int32, channels: 2), 4) == [
        0, 536_870_912, 2_147_483_647, -536_870_912, -2_147_483_647, 0, 1_073_741_824, 21_475, 2_147_483_647,
        -2_147_483_647, 0, 2_147_483_647,
      ])
    let floats = words(encode(left, right, .float32, channels: 2), 4).map {
      Float(bitPattern: UInt32(truncatingIfNeeded: $0))
    }
    #expect(floats == [0, 0.25, 1, -0.25, -1, 0, 0.5, 1e-5, 1, -1, 0, 1])
  }

  @Test func `mix both sides for one speaker and leave further ones silent`() {
    #expect(words(encode([0.5, 1], [-0.5, 0.5], .int16, channels: 1), 2) == [0, 24_575])
    #expect(words(encode([0.5], [-0.5], .int16, channels: 4), 2) == [16_384, -16_384, 0, 0])
  }
}
