/// A decaying sine as a rotation: no sine is computed in the loop.
struct Rotation {
  /// How many samples ahead it turns at once, and how many of them it starts from.
  static let stride = 8
  /// How many samples it computes before they are added to the sound; the scratch holds a stride more.
  static let chunk = 256

  /// r⁸ sin 8ω and r⁸ cos 8ω for a sine of ω radians a sample that shrinks by r.
  let sine: Float
  let cosine: Float
}

extension Kernel {
  /// Adds a decaying sine to both sides.
  ///
  /// `sine` and `cosine` begin with its first eight samples, and have room for `Rotation.chunk` and eight more. Sample
  /// n + 8 is sample n turned: eight at a time depend on nothing but those before.
  #if RT_CHECK
    @_noLocks @_noAllocation
  #endif
  static func addSine(
    _ turn: Rotation, sine: UnsafeMutablePointer<Float>, cosine: UnsafeMutablePointer<Float>,
    left: UnsafeMutablePointer<Float>, leftGain: Float, right: UnsafeMutablePointer<Float>, rightGain: Float,
    _ count: Int
  ) {
    let (sineStep, cosineStep) = (turn.sine, turn.cosine)
    var done = 0
    while done < count {
      let part = count &- done < Rotation.chunk ? count &- done : Rotation.chunk
      var i = 0
      while i < part {
        let (s, c) = unsafe (sine[i], cosine[i])
        unsafe sine[i &+ Rotation.stride] = s * cosineStep + c * sineStep
        unsafe cosine[i &+ Rotation.stride] = c * cosineStep - s * sineStep
        i &+= 1
      }
      i = 0
      while i < part {
        unsafe left[done &+ i] += sine[i] * leftGain
        unsafe right[done &+ i] += sine[i] * rightGain
        i &+= 1
      }
      i = 0
      while i < Rotation.stride {
        unsafe sine[i] = sine[part &+ i]
        unsafe cosine[i] = cosine[part &+ i]
        i &+= 1
      }
      done &+= part
    }
  }
}
