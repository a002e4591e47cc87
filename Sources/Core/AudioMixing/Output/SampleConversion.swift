/// Converts between the bus and the sample formats of files and devices.
public enum SampleConversion {
  /// Writes planar samples as interleaved 16-bit pairs.
  ///
  /// Each sample is scaled by 2¹⁵, gets triangular dither of ±1 step, is clamped and rounded half to even. The dither
  /// is a function of the frame's number, the side and the seed, so the size of the blocks doesn't matter; a sample
  /// that is exactly zero gets none, so digital silence stays silent. `target` has space for two samples per frame,
  /// from pair number `place` on.
  @_lifetime(target: copy target)
  public static func interleave16(
    left: Span<Float>, right: Span<Float>, firstFrame: Int, seed: UInt32 = 0, into target: inout MutableSpan<Int16>,
    at place: Int = 0
  ) {
    Kernel.interleave16(
      left: left, right: right, firstFrame: firstFrame, seed: seed, dither: dither.span, to: &target, at: place)
  }

  /// Differences of two uniform distributions, which are triangular; each value is present with both signs, so that the
  /// mean is 0.
  ///
  /// The first values are repeated at the end, for runs that begin there.
  private static let dither: [Float] = {
    var noise = SeededNoise(seed: 0xD17)
    let half = (0..<Kernel.ditherChoice / 2).map { _ in
      let (one, other) = noise.pair()
      return (one + other) / 2
    }
    let all = half + half.map { -$0 }
    return all + all.prefix(Kernel.ditherRun)
  }()

  /// Writes planar samples as interleaved pairs, unchanged, from pair number `place` of `target` on.
  package static func interleave(left: Span<Float>, right: Span<Float>, into target: inout [Float], at place: Int = 0) {
    Kernel.interleave(left: left, right: right, to: &target, at: place)
  }

  /// Separates interleaved samples of one or two channels, from frame `place` of the two sides on; both sides of mono
  /// material are equal.
  ///
  /// No sample exceeds ±`ceiling`, and NaN becomes 0.
  @_lifetime(left: copy left) @_lifetime(right: copy right)
  package static func deinterleave(
    _ source: Span<Float>, channels: Int, ceiling: Float, left: inout MutableSpan<Float>,
    right: inout MutableSpan<Float>, at place: Int
  ) {
    Kernel.deinterleave(source, channels: channels, ceiling: ceiling, left: &left, right: &right, at: place)
  }

  /// Multiplies the first `count` frames of two sides by one gain, then by another.
  @_lifetime(left: copy left) @_lifetime(right: copy right)
  package static func multiply(
    left: inout MutableSpan<Float>, right: inout MutableSpan<Float>, count: Int, by gain: Float, _ other: Float
  ) {
    Kernel.multiply(&left, count: count, gain, other)
    Kernel.multiply(&right, count: count, gain, other)
  }

  /// The value of a 16-bit sample: divided by 32 768, within −1 ..< 1.
  package static func float(_ sample: Int16) -> Float { Float(sample) * (1 / 32_768) }
}

extension Kernel {
  /// The number of dither values to choose from, a power of two.
  static let ditherChoice = 4096
  /// The number of consecutive frames that use consecutive dither values.
  static let ditherRun = 64

  /// Rounds planar samples to pairs of 16 bits (left in the low half), adding dither.
  ///
  /// `dither` holds `ditherChoice + ditherRun` values in steps of 16 bits. The number of each run of frames determines
  /// where in `dither` the run begins, separately for each side: so the dither of a frame depends on its own number.
  @_noLocks @_noAllocation
  static func pair16(
    left: UnsafePointer<Float>, right: UnsafePointer<Float>, _ count: Int, firstFrame: Int, seed: UInt32,
    dither: UnsafePointer<Float>, to target: UnsafeMutableRawPointer
  ) {
    var i = 0
    while i < count {
      let frame = firstFrame &+ i
      let place = frame & (ditherRun &- 1)
      let chance = hash(UInt32(truncatingIfNeeded: frame / ditherRun) &* 0x9E37_79B9 ^ seed)
      let leftDither = unsafe dither + Int(chance & UInt32(ditherChoice &- 1)) + place
      let rightDither = unsafe dither + Int(chance &>> 16 & UInt32(ditherChoice &- 1)) + place
      let part = count &- i < ditherRun &- place ? count &- i : ditherRun &- place
      unsafe pairRun(
        UnsafeRawPointer(left + i), UnsafeRawPointer(leftDither), UnsafeRawPointer(right + i),
        UnsafeRawPointer(rightDither), part, to: target + i &* 4)
      i &+= part
    }
  }

  @_noLocks @_noAllocation
  @inline(__always)
  private static func pairRun(
    _ left: UnsafeRawPointer, _ leftDither: UnsafeRawPointer, _ right: UnsafeRawPointer,
    _ rightDither: UnsafeRawPointer, _ count: Int, to target: UnsafeMutableRawPointer
  ) {
    let end = count &* 4
    var i = 0
    while i &+ 16 <= end {
      let low = unsafe int16Bits(
        left.loadUnaligned(fromByteOffset: i, as: SIMD4<Float>.self),
        leftDither.loadUnaligned(fromByteOffset: i, as: SIMD4<Float>.self))
      let high = unsafe int16Bits(
        right.loadUnaligned(fromByteOffset: i, as: SIMD4<Float>.self),
        rightDither.loadUnaligned(fromByteOffset: i, as: SIMD4<Float>.self))
      // A shuffle instead of a shift: the compiler would turn the limits before a shift into four instructions each.
      var pairs = SIMD8<UInt16>()
      pairs.evenHalf = low
      pairs.oddHalf = high
      unsafe target.storeBytes(of: pairs, toByteOffset: i, as: SIMD8<UInt16>.self)
      i &+= 16
    }
    while i < end {
      let low = unsafe int16Bits(
        SIMD4(repeating: left.loadUnaligned(fromByteOffset: i, as: Float.self)),
        SIMD4(repeating: leftDither.loadUnaligned(fromByteOffset: i, as: Float.self)))
      let high = unsafe int16Bits(
        SIMD4(repeating: right.loadUnaligned(fromByteOffset: i, as: Float.self)),
        SIMD4(repeating: rightDither.loadUnaligned(fromByteOffset: i, as: Float.self)))
      unsafe target.storeBytes(of: SIMD2(low[0], high[0]), toByteOffset: i, as: SIMD2<UInt16>.self)
      i &+= 4
    }
  }

  /// 16-bit numbers, two's complement.
  @_noLocks @_noAllocation
  @inline(__always)
  private static func int16Bits(_ samples: SIMD4<Float>, _ dither: SIMD4<Float>) -> SIMD4<UInt16> {
    // Adding 1.5 · 2^23 rounds half to even and leaves the whole number in the low bits, two's complement.
    let magic: Float = 0x1.8p23
    var values = samples * 32_768 + dither.replacing(with: 0, where: samples .== 0) + magic
    values.replace(with: magic + 32_767, where: values .> magic + 32_767)
    values.replace(with: magic - 32_768, where: values .< magic - 32_768)
    return unsafe unsafeBitCast(values, to: SIMD8<UInt16>.self).evenHalf
  }

  /// A 32-bit hash (C. Wellons, "Prospecting for hash functions", 2018).
  @_noLocks @_noAllocation
  @inline(__always)
  private static func hash(_ value: UInt32) -> UInt32 {
    var w = value
    w ^= w &>> 16
    w = w &* 0x21F0_AAAD
    w ^= w &>> 15
    w = w &* 0xD35A_2D97
    return w ^ w &>> 15
  }

  /// Interleaves planar samples.
  @_noLocks @_noAllocation
  static func interleave(
    left: UnsafePointer<Float>, right: UnsafePointer<Float>, _ count: Int, to target: UnsafeMutablePointer<Float>
  ) {
    let (left, right) = unsafe (UnsafeRawPointer(left), UnsafeRawPointer(right))
    let target = UnsafeMutableRawPointer(target)
    var i = 0
    while i &+ 4 <= count {
      var pairs = SIMD8<Float>()
      pairs.evenHalf = unsafe left.loadUnaligned(fromByteOffset: 4 &* i, as: SIMD4<Float>.self)
      pairs.oddHalf = unsafe right.loadUnaligned(fromByteOffset: 4 &* i, as: SIMD4<Float>.self)
      unsafe target.storeBytes(of: pairs, toByteOffset: 8 &* i, as: SIMD8<Float>.self)
      i &+= 4
    }
    while i < count {
      let pair = unsafe SIMD2(
        left.load(fromByteOffset: 4 &* i, as: Float.self), right.load(fromByteOffset: 4 &* i, as: Float.self))
      unsafe target.storeBytes(of: pair, toByteOffset: 8 &* i, as: SIMD2<Float>.self)
      i &+= 1
    }
  }

  /// Separates `count` interleaved frames.
  @_noLocks @_noAllocation
  static func deinterleave(
    _ source: UnsafePointer<Float>, channels: Int, ceiling: Float, left: UnsafeMutablePointer<Float>,
    right: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    var i = 0
    if channels == 1 {
      while i < count {
        let sample = unsafe limited(source[i], ceiling)
        unsafe left[i] = sample
        unsafe right[i] = sample
        i &+= 1
      }
    } else {
      while i < count {
        unsafe left[i] = limited(source[2 &* i], ceiling)
        unsafe right[i] = limited(source[2 &* i &+ 1], ceiling)
        i &+= 1
      }
    }
  }

  @_noLocks @_noAllocation
  @inline(__always)
  private static func limited(_ sample: Float, _ ceiling: Float) -> Float {
    // A comparison with NaN is false.
    let number = sample == sample ? sample : 0
    let low = number < ceiling ? number : ceiling
    return low > -ceiling ? low : -ceiling
  }
}
