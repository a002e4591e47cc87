import AudioMixing

/// The sound of one block as other programs read it: interleaved 16-bit pairs, little-endian.
struct RawSamples {
  /// The bytes of a frame.
  static let frameBytes = 4

  private(set) var values: [Int16] = []
  private(set) var frames = 0

  /// Replaces the block by the next one.
  mutating func convert(_ left: Span<Float>, _ right: Span<Float>) {
    if values.count != 2 * left.count { values = Array(repeating: 0, count: 2 * left.count) }
    let first = frames
    frames += left.count
    var span = values.mutableSpan
    SampleConversion.interleave16(left: left, right: right, firstFrame: first, into: &span)
  }
}
