/// The inner loops of the module: straight loops over raw memory that take no locks and allocate nothing.
///
/// The compiler checks this law, by their attributes. Most loops process one sample at a time, without branches and
/// without a running sum; the optimiser vectorises them to the speed of hand-written vectors (measured). Loops with a
/// running value use vectors of eight explicitly. Each gives the same bits however a run of samples is split, because a
/// sample depends only on its own index.
enum Kernel {}

/// A linear segment of gain: `base + slope · (offset + i)` for sample `i`.
struct Ramp: Equatable {
  var base: Float
  var slope: Float = 0
  var offset = 0

  var isUnity: Bool { slope == 0 && base == 1 }
}

/// Four places in one sound, whose samples are added.
@unsafe struct FourSources {
  private let first: UnsafePointer<Int16>
  private let second: UnsafePointer<Int16>
  private let third: UnsafePointer<Int16>
  private let fourth: UnsafePointer<Int16>

  init(_ base: UnsafePointer<Int16>, _ places: SIMD4<Int>) {
    unsafe (first, second, third, fourth) = (base + places[0], base + places[1], base + places[2], base + places[3])
  }

  @_noLocks @_noAllocation
  @inline(__always)
  func sum(_ i: Int) -> Int16 { unsafe (first[i] &+ second[i]) &+ (third[i] &+ fourth[i]) }
}

extension Kernel {
  /// Adds `count` samples of `source`, each multiplied by its gain, to `target`.
  @_noLocks @_noAllocation
  static func add(_ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, _ count: Int, _ ramp: Ramp) {
    var i = 0
    if ramp.slope == 0 {
      while i < count {
        unsafe target[i] += source[i] * ramp.base
        i &+= 1
      }
    } else {
      while i < count {
        unsafe target[i] += source[i] * gain(ramp, i)
        i &+= 1
      }
    }
  }

  /// Writes `count` samples of `source`, each multiplied by its gain, to `target`; the result is bit-identical to
  /// adding them to silence.
  @_noLocks @_noAllocation
  static func write(
    _ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, _ count: Int, _ ramp: Ramp
  ) {
    var i = 0
    // A sum of 0 and -0 is 0: without it the sign of a zero would depend on how the frames are split.
    if ramp.slope == 0 {
      while i < count {
        unsafe target[i] = source[i] * ramp.base + 0
        i &+= 1
      }
    } else {
      while i < count {
        unsafe target[i] = source[i] * gain(ramp, i) + 0
        i &+= 1
      }
    }
  }

  /// Writes `count` samples of 16 bits, each multiplied by `step` and then by `gain`, to `target`; the result is
  /// bit-identical to writing them and then the product to a stem.
  @_noLocks @_noAllocation
  static func widen(
    _ source: UnsafePointer<Int16>, to target: UnsafeMutablePointer<Float>, _ count: Int, step: Float, gain: Float
  ) {
    var i = 0
    while i < count {
      // Gain and step are never negative, so a zero is never negative.
      unsafe target[i] = Float(source[i]) * step * gain
      i &+= 1
    }
  }

  /// Writes `count` sums of four samples of 16 bits, each multiplied by `step` and then by `gain`, to `target`.
  ///
  /// The sums must fit into 16 bits. Bits and signs are as for single samples.
  @_noLocks @_noAllocation
  static func widen(
    _ sources: FourSources, to target: UnsafeMutablePointer<Float>, _ count: Int, step: Float, gain: Float
  ) {
    var i = 0
    while i < count {
      unsafe target[i] = Float(sources.sum(i)) * step * gain
      i &+= 1
    }
  }

  /// Writes `count` sums of four samples of 16 bits, multiplied by `step`, plus two others, each times its gain.
  @_noLocks @_noAllocation
  static func widen(
    _ sources: FourSources, step: Float, _ one: FourSources, _ ramp: Ramp, _ other: FourSources, _ otherRamp: Ramp,
    to target: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    var i = 0
    while i < count {
      let gains = (gain(ramp, i), gain(otherRamp, i))
      unsafe target[i] =
        Float(sources.sum(i)) * step + (Float(one.sum(i)) * gains.0 + Float(other.sum(i)) * gains.1)
      i &+= 1
    }
  }

  /// Writes `count` samples as whole multiples of `1 / scale`, rounded half to even and limited to ±32 767.
  @_noLocks @_noAllocation
  static func narrow(
    _ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Int16>, _ count: Int, scale: Float
  ) {
    var i = 0
    while i < count {
      var value = unsafe source[i] * scale
      value = value < 32_767 ? value : 32_767
      value = value > -32_767 ? value : -32_767
      // Adding 1.5 · 2^23 rounds, and leaves the whole number in the low bits, in two's complement.
      unsafe target[i] = Int16(truncatingIfNeeded: (value + 0x1.8p23).bitPattern)
      i &+= 1
    }
  }

  /// Writes one lane of `count` vectors of four.
  @_noLocks @_noAllocation
  static func extract(lane: Int, of vectors: UnsafeRawPointer, to target: UnsafeMutablePointer<Float>, _ count: Int) {
    var i = 0
    while i < count {
      unsafe target[i] = vectors.load(fromByteOffset: i &* 16 &+ lane &* 4, as: Float.self)
      i &+= 1
    }
  }

  /// Multiplies `count` samples, each by its gain.
  @_noLocks @_noAllocation
  static func multiply(_ samples: UnsafeMutablePointer<Float>, _ count: Int, _ ramp: Ramp) {
    var i = 0
    while i < count {
      unsafe samples[i] *= gain(ramp, i)
      i &+= 1
    }
  }

  /// Multiplies `count` samples by one gain and then by another; the result is bit-identical to writing the product to
  /// a stem.
  @_noLocks @_noAllocation
  static func multiply(_ samples: UnsafeMutablePointer<Float>, _ count: Int, _ gain: Float, _ other: Float) {
    var i = 0
    while i < count {
      unsafe samples[i] = samples[i] * gain * other + 0
      i &+= 1
    }
  }

  @_noLocks @_noAllocation
  @inline(__always)
  private static func gain(_ ramp: Ramp, _ i: Int) -> Float {
    // Indices are whole numbers far below 2^24: they are exact as floats, and 32-bit integers convert four at a time.
    ramp.base + ramp.slope * Float(Int32(truncatingIfNeeded: ramp.offset &+ i))
  }

  /// The greatest absolute value among `count` samples; 0 for none. NaNs are ignored.
  @_noLocks @_noAllocation
  static func peak(_ samples: UnsafePointer<Float>, _ count: Int) -> Float {
    var (highest, other) = (SIMD4<Float>(), SIMD4<Float>())
    var i = 0
    while i &+ 8 <= count {
      let size = unsafe magnitudes(samples + i)
      highest.replace(with: size, where: size .> highest)
      let next = unsafe magnitudes(samples + (i &+ 4))
      other.replace(with: next, where: next .> other)
      i &+= 8
    }
    highest.replace(with: other, where: other .> highest)
    var peak: Float = 0
    var lane = 0
    while lane < 4 {
      peak = highest[lane] > peak ? highest[lane] : peak
      lane &+= 1
    }
    while i < count {
      let size = unsafe samples[i].magnitude
      peak = size > peak ? size : peak
      i &+= 1
    }
    return peak
  }

  @_noLocks @_noAllocation
  @inline(__always)
  private static func magnitudes(_ samples: UnsafePointer<Float>) -> SIMD4<Float> {
    let bits = unsafe UnsafeRawPointer(samples).loadUnaligned(as: SIMD4<UInt32>.self) & 0x7FFF_FFFF
    return unsafe unsafeBitCast(bits, to: SIMD4<Float>.self)
  }
}
