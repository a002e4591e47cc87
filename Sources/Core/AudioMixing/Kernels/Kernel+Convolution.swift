extension Kernel {
  /// The sum of products of `count` samples and weights; `count` is a multiple of 8.
  #if RT_CHECK
  @_noLocks @_noAllocation
  #endif
  static func dot(_ samples: UnsafePointer<Float>, _ weights: UnsafePointer<Float>, _ count: Int) -> Float {
    // Eight sums, so that they can be vectors: a single one would have to be added up in order.
    var (s0, s1, s2, s3): (Float, Float, Float, Float) = (0, 0, 0, 0)
    var (s4, s5, s6, s7): (Float, Float, Float, Float) = (0, 0, 0, 0)
    var i = 0
    while i < count {
      unsafe s0 += samples[i] * weights[i]
      unsafe s1 += samples[i &+ 1] * weights[i &+ 1]
      unsafe s2 += samples[i &+ 2] * weights[i &+ 2]
      unsafe s3 += samples[i &+ 3] * weights[i &+ 3]
      unsafe s4 += samples[i &+ 4] * weights[i &+ 4]
      unsafe s5 += samples[i &+ 5] * weights[i &+ 5]
      unsafe s6 += samples[i &+ 6] * weights[i &+ 6]
      unsafe s7 += samples[i &+ 7] * weights[i &+ 7]
      i &+= 8
    }
    return ((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7))
  }

  /// Writes outputs `first ..< first + count` of a polyphase filter.
  ///
  /// Output n lies at input n · step / phases; its weights are row (n · step) mod phases of the table, its samples
  /// begin at the whole part less `origin`. The caller has checked that all of them lie in `input`.
  #if RT_CHECK
  @_noLocks @_noAllocation
  #endif
  static func resample(
    _ input: UnsafePointer<Float>, origin: Int, table: UnsafePointer<Float>, taps: Int, phases: Int, step: Int,
    first: Int, count: Int, to target: UnsafeMutablePointer<Float>
  ) {
    var whole = first &* step / phases
    var phase = first &* step &- whole &* phases
    let wholeStep = step / phases
    let phaseStep = step &- wholeStep &* phases
    var i = 0
    while i < count {
      unsafe target[i] = dot(input + (whole &- origin), table + phase &* taps, taps)
      whole &+= wholeStep
      phase &+= phaseStep
      if phase >= phases {
        phase &-= phases
        whole &+= 1
      }
      i &+= 1
    }
  }
}
