/// The sample formats offered to a device, best first.
package enum DeviceFormat: CaseIterable, Sendable {
  case float32, int32, int16

  package var bytes: Int { self == .int16 ? 2 : 4 }
}

/// Converts the mix to a device's interleaved little-endian frames.
///
/// One channel gets the mean of both sides; channels beyond the second are silent. Samples beyond full scale are
/// clipped, and NaN becomes silence.
package struct SampleEncoder: Sendable {
  package let format: DeviceFormat
  package let channels: Int

  package init(format: DeviceFormat, channels: Int) {
    precondition(channels > 0, "a device has channels")
    self.format = format
    self.channels = channels
  }

  package var frameBytes: Int { format.bytes * channels }

  /// Writes the frames `range` of the two sides to `bytes`, beginning at its frame `first`.
  package func encode(
    left: Span<Float>, right: Span<Float>, _ range: Range<Int>, into bytes: UnsafeMutableRawBufferPointer, at first: Int
  ) {
    for (offset, frame) in range.enumerated() {
      let start = (first + offset) * frameBytes
      guard channels > 1 else {
        unsafe store((left[frame] + right[frame]) / 2, to: bytes, at: start)
        continue
      }
      unsafe store(left[frame], to: bytes, at: start)
      unsafe store(right[frame], to: bytes, at: start + format.bytes)
      for channel in 2..<max(channels, 2) { unsafe store(0, to: bytes, at: start + channel * format.bytes) }
    }
  }

  private func store(_ sample: Float, to bytes: UnsafeMutableRawBufferPointer, at offset: Int) {
    let sample = sample.isNaN ? 0 : min(max(sample, -1), 1)
    switch format {
    case .float32:
      unsafe bytes.storeBytes(of: sample.bitPattern.littleEndian, toByteOffset: offset, as: UInt32.self)
    case .int32:
      let value = Int32((Double(sample) * 2_147_483_647).rounded(.toNearestOrEven))
      unsafe bytes.storeBytes(of: value.littleEndian, toByteOffset: offset, as: Int32.self)
    case .int16:
      let value = Int16((sample * 32_767).rounded(.toNearestOrEven))
      unsafe bytes.storeBytes(of: value.littleEndian, toByteOffset: offset, as: Int16.self)
    }
  }
}
