/// The inner loops of the module: straight lines over raw memory that take no lock and allocate nothing.
///
/// The law is checked by the compiler when the module is built with `-Xswiftc -DRT_CHECK`. They are written one sample
/// at a time, without a branch and without a sum that is carried along, which is what the optimiser turns into vectors
/// (as fast as hand-written ones, measured) and what is still quick where nothing is optimised. Each gives the same
/// bits wherever a run of samples is cut, because a sample is computed from its own index and nothing else.
enum Kernel {}

/// A straight stretch of gain: `base + slope · (offset + i)` for sample `i`.
struct Ramp: Equatable {
  var base: Float
  var slope: Float = 0
  var offset = 0

  /// Whether it changes nothing at all.
  var isUnity: Bool { slope == 0 && base == 1 }
}

extension Kernel {
  /// Adds `count` samples of `source`, each times its gain, to `target`.
  #if RT_CHECK
    @_noLocks @_noAllocation
  #endif
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

  /// Multiplies `count` samples, each by its gain.
  #if RT_CHECK
    @_noLocks @_noAllocation
  #endif
  static func multiply(_ samples: UnsafeMutablePointer<Float>, _ count: Int, _ ramp: Ramp) {
    var i = 0
    while i < count {
      unsafe samples[i] *= gain(ramp, i)
      i &+= 1
    }
  }

  #if RT_CHECK
    @_noLocks @_noAllocation
  #endif
  @inline(__always)
  private static func gain(_ ramp: Ramp, _ i: Int) -> Float {
    // Indices are whole numbers far below 2^24: exact as floats, and 32 bits can be converted four at a time.
    ramp.base + ramp.slope * Float(Int32(truncatingIfNeeded: ramp.offset &+ i))
  }

  /// The greatest absolute value among `count` samples; 0 for none.
  #if RT_CHECK
    @_noLocks @_noAllocation
  #endif
  static func peak(_ samples: UnsafePointer<Float>, _ count: Int) -> Float {
    // Without their sign, floats are in the order of their bits; and the order of whole numbers is free of NaN.
    var highest: Int32 = 0
    var i = 0
    while i < count {
      let bits = unsafe Int32(bitPattern: samples[i].bitPattern & 0x7FFF_FFFF)
      highest = bits > highest ? bits : highest
      i &+= 1
    }
    return Float(bitPattern: UInt32(bitPattern: highest))
  }
}
