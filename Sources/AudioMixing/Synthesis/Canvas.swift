internal import Glibc

/// A sine that decays, one of many that make up a struck body.
struct Partial {
  var frequency: Double
  var amplitude: Double
  /// Seconds in which it falls by 60 dB; infinite for one that doesn't.
  var decay: Double
  /// Radians at its first sample.
  var phase = 0.0
  /// −1 left to 1 right.
  var pan = 0.0
}

/// A stereo sound in the making.
struct Canvas {
  let sampleRate: Int
  let frames: Int
  // A whole number of vectors, so that kernels need no tail.
  private(set) var left: [Float]
  private(set) var right: [Float]

  init(seconds: Double, sampleRate: Int) {
    self.init(frames: Int((seconds * Double(sampleRate)).rounded()), sampleRate: sampleRate)
  }

  init(frames: Int, sampleRate: Int) {
    self.sampleRate = sampleRate
    self.frames = max(1, frames)
    let room = (self.frames + 7) / 8 * 8
    left = Array(repeating: 0, count: room)
    right = Array(repeating: 0, count: room)
  }

  /// Adds a partial from a frame on, until it is 100 dB down; one too high for the sample rate is left out.
  mutating func add(_ partial: Partial, at start: Int = 0) {
    guard partial.frequency < 0.45 * Double(sampleRate), start < left.count else { return }
    let seconds = partial.decay * 100 / 60
    let audible = seconds * Double(sampleRate)
    let count = min(left.count - start, audible < Double(left.count) ? Int(audible) : left.count) & ~7
    let angle = (partial.pan + 1) * .pi / 4
    let rotation = rotation(of: partial)
    unsafe left.withUnsafeMutableBufferPointer { left in
      unsafe right.withUnsafeMutableBufferPointer { right in
        guard let left = left.baseAddress, let right = right.baseAddress else { return }
        unsafe Kernel.addSine(
          rotation, left: left + start, leftGain: Float(cos(angle) * partial.amplitude), right: right + start,
          rightGain: Float(sin(angle) * partial.amplitude), count)
      }
    }
  }

  private func rotation(of partial: Partial) -> Rotation {
    let turn = 2 * .pi * partial.frequency / Double(sampleRate)
    let shrink = pow(0.001, 1 / (partial.decay * Double(sampleRate)))
    var sine = SIMD8<Float>()
    var cosine = SIMD8<Float>()
    for lane in 0..<8 {
      let size = pow(shrink, Double(lane))
      sine[lane] = Float(size * sin(partial.phase + turn * Double(lane)))
      cosine[lane] = Float(size * cos(partial.phase + turn * Double(lane)))
    }
    let step = pow(shrink, 8)
    return Rotation(
      sine: sine, cosine: cosine, stepSine: Float(step * sin(8 * turn)), stepCosine: Float(step * cos(8 * turn)))
  }

  /// Adds to every frame what `sound` gives, which is called once a frame, in order.
  mutating func add(_ sound: (Int) -> (left: Float, right: Float)) {
    for frame in 0..<frames {
      let value = sound(frame)
      left[frame] += value.left
      right[frame] += value.right
    }
  }

  /// Multiplies every frame.
  mutating func scale(by gain: Float) {
    Kernel.multiply(&left, from: 0, count: frames, Ramp(base: gain))
    Kernel.multiply(&right, from: 0, count: frames, Ramp(base: gain))
  }

  /// Multiplies each frame by a gain of its own.
  mutating func shape(_ gain: (Int) -> Float) {
    for frame in 0..<frames {
      let factor = gain(frame)
      left[frame] *= factor
      right[frame] *= factor
    }
  }

  /// Brings the last `count` frames down along half a cosine; the very last is exactly 0.
  mutating func fadeOut(_ count: Int) {
    let length = min(count, frames)
    for index in 0..<length {
      let gain = Float(0.5 - 0.5 * cos(.pi * Double(index) / Double(length)))
      left[frames - 1 - index] *= gain
      right[frames - 1 - index] *= gain
    }
  }

  /// The greatest amplitude.
  var peak: Float {
    max(Kernel.peak(left.span, from: 0, count: frames), Kernel.peak(right.span, from: 0, count: frames))
  }

  /// The sound as it is.
  var clip: Clip { Clip(left: Array(left.prefix(frames)), right: Array(right.prefix(frames))) }
}
