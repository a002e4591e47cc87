/// A decaying sine as a rotation of eight samples at a time, without a sine function in the loop.
struct Rotation {
  /// The number of samples per turn.
  static let stride = 8

  /// The next eight samples in two halves, and the same samples a quarter of a turn ahead.
  var sine = (SIMD4<Float>(), SIMD4<Float>())
  var cosine = (SIMD4<Float>(), SIMD4<Float>())
  /// r⁸ sin 8ω and r⁸ cos 8ω, for a sine of ω radians per sample that decays by the factor r per sample.
  var sineStep = SIMD4<Float>()
  var cosineStep = SIMD4<Float>(repeating: 1)

  @inline(__always)
  mutating func turn() {
    let (s0, s1) = (sine.0 * cosineStep + cosine.0 * sineStep, sine.1 * cosineStep + cosine.1 * sineStep)
    cosine.0 = cosine.0 * cosineStep - sine.0 * sineStep
    cosine.1 = cosine.1 * cosineStep - sine.1 * sineStep
    sine = (s0, s1)
  }
}

extension Kernel {
  /// Adds a decaying sine to both sides; afterwards `rotation` is past the last group of eight that was begun.
  @_noLocks @_noAllocation
  static func addSine(
    _ rotation: inout Rotation, left: UnsafeMutablePointer<Float>, leftGain: Float,
    right: UnsafeMutablePointer<Float>, rightGain: Float, _ count: Int
  ) {
    let (leftGains, rightGains) = (SIMD4(repeating: leftGain), SIMD4(repeating: rightGain))
    var turning = rotation
    var i = 0
    while i &+ 8 <= count {
      unsafe add(turning.sine.0 * leftGains, to: left + i)
      unsafe add(turning.sine.1 * leftGains, to: left + i + 4)
      unsafe add(turning.sine.0 * rightGains, to: right + i)
      unsafe add(turning.sine.1 * rightGains, to: right + i + 4)
      turning.turn()
      i &+= 8
    }
    var lane = 0
    while i &+ lane < count {
      let sine = lane < 4 ? turning.sine.0[lane] : turning.sine.1[lane & 3]
      unsafe left[i &+ lane] += sine * leftGain
      unsafe right[i &+ lane] += sine * rightGain
      lane &+= 1
    }
    if lane > 0 { turning.turn() }
    rotation = turning
  }

  @_noLocks @_noAllocation
  @inline(__always)
  private static func add(_ values: SIMD4<Float>, to target: UnsafeMutablePointer<Float>) {
    let raw = UnsafeMutableRawPointer(target)
    unsafe raw.storeBytes(of: raw.loadUnaligned(as: SIMD4<Float>.self) + values, as: SIMD4<Float>.self)
  }
}
