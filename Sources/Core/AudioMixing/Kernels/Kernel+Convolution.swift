extension Kernel {
  /// Writes outputs `first ..< first + count` of a polyphase filter.
  ///
  /// Output n lies at input n · step / phases; its weights are row (n · step) mod phases of the table, its samples
  /// begin at the whole part less `origin`. The caller has checked that all samples lie in `input`, and that `taps` is
  /// a multiple of 8.
  @_noLocks @_noAllocation
  static func resample(
    _ input: UnsafePointer<Float>, origin: Int, table: UnsafePointer<Float>, taps: Int, phases: Int, step: Int,
    first: Int, count: Int, to target: UnsafeMutablePointer<Float>
  ) {
    var place = PolyphasePlace(output: first, phases: phases, step: step)
    var i = 0
    // The four sums of four outputs are added up as columns, which takes a third of the time off.
    while i &+ 4 <= count {
      let one = unsafe products(input, origin, table, taps, place)
      place.advance(phases)
      let two = unsafe products(input, origin, table, taps, place)
      place.advance(phases)
      let three = unsafe products(input, origin, table, taps, place)
      place.advance(phases)
      let four = unsafe products(input, origin, table, taps, place)
      place.advance(phases)
      let even = SIMD4(one[0], two[0], three[0], four[0]) + SIMD4(one[2], two[2], three[2], four[2])
      let odd = SIMD4(one[1], two[1], three[1], four[1]) + SIMD4(one[3], two[3], three[3], four[3])
      unsafe UnsafeMutableRawPointer(target + i).storeBytes(of: even + odd, as: SIMD4<Float>.self)
      i &+= 4
    }
    while i < count {
      let sums = unsafe products(input, origin, table, taps, place)
      unsafe target[i] = (sums[0] + sums[2]) + (sums[1] + sums[3])
      place.advance(phases)
      i &+= 1
    }
  }

  /// The products of samples and weights, added up in four sums of which the order is part of the result.
  @_noLocks @_noAllocation
  @inline(__always)
  private static func products(
    _ input: UnsafePointer<Float>, _ origin: Int, _ table: UnsafePointer<Float>, _ taps: Int, _ place: PolyphasePlace
  ) -> SIMD4<Float> {
    let samples = unsafe input + (place.whole &- origin)
    let weights = unsafe table + place.phase &* taps
    var (low, high) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
    var i = 0
    while i < taps {
      unsafe low += vector(samples + i) * vector(weights + i)
      unsafe high += vector(samples + i + 4) * vector(weights + i + 4)
      i &+= 8
    }
    return low + high
  }

  @_noLocks @_noAllocation
  @inline(__always)
  private static func vector(_ source: UnsafePointer<Float>) -> SIMD4<Float> {
    unsafe UnsafeRawPointer(source).loadUnaligned(as: SIMD4<Float>.self)
  }
}

/// The place of an output of a polyphase filter: a whole number of inputs, and the row of weights for the fraction.
private struct PolyphasePlace {
  private(set) var whole: Int
  private(set) var phase: Int
  private let wholeStep: Int
  private let phaseStep: Int

  @_noLocks @_noAllocation
  @inline(__always)
  init(output: Int, phases: Int, step: Int) {
    whole = output &* step / phases
    phase = output &* step &- whole &* phases
    wholeStep = step / phases
    phaseStep = step &- wholeStep &* phases
  }

  /// Goes to the next output.
  @_noLocks @_noAllocation
  @inline(__always)
  mutating func advance(_ phases: Int) {
    whole &+= wholeStep
    phase &+= phaseStep
    if phase >= phases {
      phase &-= phases
      whole &+= 1
    }
  }
}
