/// The inner loops of the module: straight lines over raw memory that take no lock and allocate nothing.
///
/// The law is checked by the compiler when the module is built with `-Xswiftc -DRT_CHECK`. Each kernel gives the same
/// bits wherever a run of samples is cut, because every sample is computed from its own index and from nothing that is
/// carried over from its neighbour.
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
    if ramp.slope == 0 {
      unsafe addConstant(source, to: target, count, ramp.base)
    } else {
      unsafe addRamp(source, to: target, count, ramp)
    }
  }

  #if RT_CHECK
    @_noLocks @_noAllocation
  #endif
  private static func addConstant(
    _ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, _ count: Int, _ gain: Float
  ) {
    let input = unsafe UnsafeRawPointer(source)
    let output = UnsafeMutableRawPointer(target)
    var i = 0
    while i &+ 8 <= count {
      let sample = unsafe input.loadUnaligned(fromByteOffset: i &* 4, as: SIMD8<Float>.self)
      let sum = unsafe output.loadUnaligned(fromByteOffset: i &* 4, as: SIMD8<Float>.self)
      unsafe output.storeBytes(of: sum + sample * gain, toByteOffset: i &* 4, as: SIMD8<Float>.self)
      i &+= 8
    }
    while i < count {
      unsafe target[i] += source[i] * gain
      i &+= 1
    }
  }

  #if RT_CHECK
    @_noLocks @_noAllocation
  #endif
  private static func addRamp(
    _ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, _ count: Int, _ ramp: Ramp
  ) {
    let input = unsafe UnsafeRawPointer(source)
    let output = UnsafeMutableRawPointer(target)
    // Indices are whole numbers far below 2^24, so the running index is exact and the cut of a run leaves no trace.
    var index = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7) + Float(ramp.offset)
    var i = 0
    while i &+ 8 <= count {
      let gain = ramp.base + ramp.slope * index
      let sample = unsafe input.loadUnaligned(fromByteOffset: i &* 4, as: SIMD8<Float>.self)
      let sum = unsafe output.loadUnaligned(fromByteOffset: i &* 4, as: SIMD8<Float>.self)
      unsafe output.storeBytes(of: sum + sample * gain, toByteOffset: i &* 4, as: SIMD8<Float>.self)
      index += 8
      i &+= 8
    }
    while i < count {
      unsafe target[i] += source[i] * (ramp.base + ramp.slope * Float(ramp.offset &+ i))
      i &+= 1
    }
  }

  /// Multiplies `count` samples, each by its gain.
  #if RT_CHECK
    @_noLocks @_noAllocation
  #endif
  static func multiply(_ samples: UnsafeMutablePointer<Float>, _ count: Int, _ ramp: Ramp) {
    let raw = UnsafeMutableRawPointer(samples)
    var index = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7) + Float(ramp.offset)
    var i = 0
    while i &+ 8 <= count {
      let gain = ramp.base + ramp.slope * index
      let sample = unsafe raw.loadUnaligned(fromByteOffset: i &* 4, as: SIMD8<Float>.self)
      unsafe raw.storeBytes(of: sample * gain, toByteOffset: i &* 4, as: SIMD8<Float>.self)
      index += 8
      i &+= 8
    }
    while i < count {
      unsafe samples[i] *= ramp.base + ramp.slope * Float(ramp.offset &+ i)
      i &+= 1
    }
  }

  /// The greatest absolute value among `count` samples; 0 for none.
  #if RT_CHECK
    @_noLocks @_noAllocation
  #endif
  static func peak(_ samples: UnsafePointer<Float>, _ count: Int) -> Float {
    let raw = unsafe UnsafeRawPointer(samples)
    var highest = SIMD8<Float>(repeating: 0)
    var lowest = SIMD8<Float>(repeating: 0)
    var i = 0
    while i &+ 8 <= count {
      let sample = unsafe raw.loadUnaligned(fromByteOffset: i &* 4, as: SIMD8<Float>.self)
      highest.replace(with: sample, where: sample .> highest)
      lowest.replace(with: sample, where: sample .< lowest)
      i &+= 8
    }
    var peak: Float = 0
    for lane in 0..<8 {
      if highest[lane] > peak { peak = highest[lane] }
      if -lowest[lane] > peak { peak = -lowest[lane] }
    }
    while i < count {
      let sample = unsafe samples[i]
      if sample > peak { peak = sample }
      if -sample > peak { peak = -sample }
      i &+= 1
    }
    return peak
  }
}
