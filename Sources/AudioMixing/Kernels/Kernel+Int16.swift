extension Kernel {
  /// Rounds planar samples to pairs of 16 bit (left in the low half), with triangular dither of ±1 step that depends on
  /// the frame's number.
  #if RT_CHECK
    @_noLocks @_noAllocation
  #endif
  static func pair16(
    left: UnsafePointer<Float>, right: UnsafePointer<Float>, _ count: Int, firstFrame: Int, seed: UInt32,
    to target: UnsafeMutableRawPointer
  ) {
    let first = UInt32(truncatingIfNeeded: firstFrame)
    var i = 0
    while i < count {
      let noise = hash((first &+ UInt32(truncatingIfNeeded: i)) &* 0x9E37_79B9 ^ seed)
      let low = unsafe int16Bits(left[i], noise)
      let high = unsafe int16Bits(right[i], scatter(noise))
      unsafe target.storeBytes(of: low | high &<< 16, toByteOffset: i &* 4, as: UInt32.self)
      i &+= 1
    }
  }

  /// A 16-bit number in the low half.
  #if RT_CHECK
    @_noLocks @_noAllocation
  #endif
  @inline(__always)
  private static func int16Bits(_ sample: Float, _ noise: UInt32) -> UInt32 {
    // 2^23 in the exponent makes a float of 16 bits without a conversion; the difference of two has a triangular
    // spread.
    let one = Float(bitPattern: noise &>> 16 | 0x4B00_0000)
    let other = Float(bitPattern: noise & 0xFFFF | 0x4B00_0000)
    let dither = (one - other) * (1 / 65_536)
    var value = sample * 32_768 + (sample == 0 ? 0 : dither)
    value = value > 32_767 ? 32_767 : value
    value = value < -32_768 ? -32_768 : value
    // Adding 1.5 · 2^23 rounds half to even and leaves the whole number in the low bits, two's complement.
    return (value + 12_582_912).bitPattern & 0xFFFF
  }

  /// 32 bits that look like chance (C. Wellons, "Prospecting for hash functions", 2018).
  #if RT_CHECK
    @_noLocks @_noAllocation
  #endif
  @inline(__always)
  private static func hash(_ value: UInt32) -> UInt32 {
    var w = value
    w ^= w &>> 16
    w = w &* 0x21F0_AAAD
    w ^= w &>> 15
    w = w &* 0xD35A_2D97
    return w ^ w &>> 15
  }

  /// Other 32 bits of the same chance (G. Marsaglia, "Xorshift RNGs", 2003).
  #if RT_CHECK
    @_noLocks @_noAllocation
  #endif
  @inline(__always)
  private static func scatter(_ value: UInt32) -> UInt32 {
    var w = value
    w ^= w &<< 13
    w ^= w &>> 17
    return w ^ w &<< 5
  }

  /// Interleaves planar samples.
  #if RT_CHECK
    @_noLocks @_noAllocation
  #endif
  static func interleave(
    left: UnsafePointer<Float>, right: UnsafePointer<Float>, _ count: Int, to target: UnsafeMutablePointer<Float>
  ) {
    var i = 0
    while i < count {
      unsafe target[2 &* i] = left[i]
      unsafe target[2 &* i &+ 1] = right[i]
      i &+= 1
    }
  }
}
