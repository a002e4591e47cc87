extension Kernel {
  /// The sum of products of `count` samples and weights; `count` is a multiple of 8.
  #if RT_CHECK
    @_noLocks @_noAllocation
  #endif
  static func dot(_ samples: UnsafePointer<Float>, _ weights: UnsafePointer<Float>, _ count: Int) -> Float {
    let input = unsafe UnsafeRawPointer(samples)
    let table = unsafe UnsafeRawPointer(weights)
    var sum = SIMD8<Float>(repeating: 0)
    var i = 0
    while i < count {
      let sample = unsafe input.loadUnaligned(fromByteOffset: i &* 4, as: SIMD8<Float>.self)
      let weight = unsafe table.loadUnaligned(fromByteOffset: i &* 4, as: SIMD8<Float>.self)
      sum += sample * weight
      i &+= 8
    }
    let four = sum.lowHalf + sum.highHalf
    let two = four.lowHalf + four.highHalf
    return two[0] + two[1]
  }

  /// Writes outputs `first ..< first + count` of a polyphase filter.
  ///
  /// Output n lies at input n · step / phases; its weights are row (n · step) mod phases of the table, its samples begin
  /// at the whole part less `origin`. The caller has checked that all of them lie in `input`.
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
