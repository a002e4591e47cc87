extension Kernel {
  /// Frames that share one seed of dither.
  private static let ditherCell = 64

  /// Rounds planar samples to interleaved 16 bit, with triangular dither of ±1 step that depends on the frame's number.
  #if RT_CHECK
    @_noLocks @_noAllocation
  #endif
  static func interleave16(
    left: UnsafePointer<Float>, right: UnsafePointer<Float>, _ count: Int, firstFrame: Int, seed: UInt64,
    to target: UnsafeMutablePointer<Int16>
  ) {
    let output = UnsafeMutableRawPointer(target)
    let leftInput = unsafe UnsafeRawPointer(left)
    let rightInput = unsafe UnsafeRawPointer(right)
    let end = firstFrame &+ count
    var cell = firstFrame & ~(ditherCell &- 1)
    while cell < end {
      var noise = ditherState(cell: cell, seed: seed)
      var group = cell
      while group < min(cell &+ ditherCell, end) {
        let leftNoise = next(&noise)
        let rightNoise = next(&noise)
        let start = group &- firstFrame
        if start >= 0 && start &+ 8 <= count {
          let l = unsafe leftInput.loadUnaligned(fromByteOffset: start &* 4, as: SIMD8<Float>.self)
          let r = unsafe rightInput.loadUnaligned(fromByteOffset: start &* 4, as: SIMD8<Float>.self)
          let low = int16Bits(l, leftNoise)
          let high = int16Bits(r, rightNoise) &<< 16
          unsafe output.storeBytes(of: low | high, toByteOffset: start &* 4, as: SIMD8<UInt32>.self)
        } else {
          for lane in 0..<8 where start &+ lane >= 0 && start &+ lane < count {
            let l = SIMD8<Float>(repeating: unsafe left[start &+ lane])
            let r = SIMD8<Float>(repeating: unsafe right[start &+ lane])
            let pair = int16Bits(l, leftNoise)[lane] | int16Bits(r, rightNoise)[lane] &<< 16
            unsafe output.storeBytes(of: pair, toByteOffset: (start &+ lane) &* 4, as: UInt32.self)
          }
        }
        group &+= 8
      }
      cell &+= ditherCell
    }
  }

  /// Eight 16-bit numbers, each in the low half of a lane.
  @inline(__always)
  private static func int16Bits(_ sample: SIMD8<Float>, _ noise: SIMD8<UInt32>) -> SIMD8<UInt32> {
    // 2^23 in the exponent makes a float of 16 bits without a conversion; the difference of two has a triangular spread.
    let one = unsafe unsafeBitCast(noise &>> 16 | 0x4B00_0000, to: SIMD8<Float>.self)
    let other = unsafe unsafeBitCast(noise & 0xFFFF | 0x4B00_0000, to: SIMD8<Float>.self)
    var dither = (one - other) * (1 / 65_536)
    dither.replace(with: 0, where: sample .== 0)
    var value = sample * 32_768 + dither
    value.replace(with: 32_767, where: value .> 32_767)
    value.replace(with: -32_768, where: value .< -32_768)
    // Adding 1.5 · 2^23 rounds half to even and leaves the whole number in the low bits, two's complement.
    return unsafe unsafeBitCast(value + 12_582_912, to: SIMD8<UInt32>.self) & 0xFFFF
  }

  @inline(__always)
  private static func next(_ state: inout SIMD8<UInt32>) -> SIMD8<UInt32> {
    // Marsaglia's xorshift32 (Xorshift RNGs, 2003), one stream a lane.
    state ^= state &<< 13
    state ^= state &>> 17
    state ^= state &<< 5
    return state
  }

  @inline(__always)
  private static func ditherState(cell: Int, seed: UInt64) -> SIMD8<UInt32> {
    var z = seed &+ UInt64(truncatingIfNeeded: cell) &* 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z &>> 27)) &* 0x94D0_49BB_1331_11EB
    var lanes = SIMD8<UInt32>(1, 2, 3, 4, 5, 6, 7, 8) &* 0x9E37_79B9 &+ UInt32(truncatingIfNeeded: z ^ (z &>> 31))
    lanes ^= lanes &>> 16
    lanes = lanes &* 0x85EB_CA6B
    lanes ^= lanes &>> 13
    // A state of zero would stay zero.
    return lanes | 1
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
