/// A decaying sine as a rotation: eight samples at once, no sine in the loop.
struct Rotation {
  /// Sine and cosine parts of the next eight samples.
  var sine: SIMD8<Float>
  var cosine: SIMD8<Float>
  /// What eight samples multiply them by: r⁸ sin 8ω and r⁸ cos 8ω.
  let stepSine: Float
  let stepCosine: Float
}

extension Kernel {
  /// Adds a decaying sine to both sides; `count` is a multiple of 8.
  #if RT_CHECK
    @_noLocks @_noAllocation
  #endif
  static func addSine(
    _ start: Rotation, left: UnsafeMutablePointer<Float>, leftGain: Float, right: UnsafeMutablePointer<Float>,
    rightGain: Float, _ count: Int
  ) {
    let leftOutput = UnsafeMutableRawPointer(left)
    let rightOutput = UnsafeMutableRawPointer(right)
    var sine = start.sine
    var cosine = start.cosine
    var i = 0
    while i < count {
      let l = unsafe leftOutput.loadUnaligned(fromByteOffset: i &* 4, as: SIMD8<Float>.self)
      let r = unsafe rightOutput.loadUnaligned(fromByteOffset: i &* 4, as: SIMD8<Float>.self)
      unsafe leftOutput.storeBytes(of: l + sine * leftGain, toByteOffset: i &* 4, as: SIMD8<Float>.self)
      unsafe rightOutput.storeBytes(of: r + sine * rightGain, toByteOffset: i &* 4, as: SIMD8<Float>.self)
      let turned = sine * start.stepCosine + cosine * start.stepSine
      cosine = cosine * start.stepCosine - sine * start.stepSine
      sine = turned
      i &+= 8
    }
  }
}
