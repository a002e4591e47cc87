import Glibc

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
  private(set) var left: [Float]
  private(set) var right: [Float]
  private var sine = [Float](repeating: 0, count: Rotation.chunk + Rotation.stride)
  private var cosine = [Float](repeating: 0, count: Rotation.chunk + Rotation.stride)

  init(seconds: Double, sampleRate: Int) {
    self.init(frames: Int((seconds * Double(sampleRate)).rounded()), sampleRate: sampleRate)
  }

  init(frames: Int, sampleRate: Int) {
    self.sampleRate = sampleRate
    self.frames = max(1, frames)
    left = Array(repeating: 0, count: self.frames)
    right = Array(repeating: 0, count: self.frames)
  }

  /// Hands both sides over; the canvas is empty afterwards.
  mutating func takeSides() -> (left: [Float], right: [Float]) {
    defer { (left, right) = ([], []) }
    return (left, right)
  }

  /// Adds a partial from a frame on, until it is 100 dB down; one too high for the sample rate is left out.
  mutating func add(_ partial: Partial, at start: Int = 0) {
    guard partial.frequency < 0.45 * Double(sampleRate), start < frames else { return }
    let audible = partial.decay * 100 / 60 * Double(sampleRate)
    let count = audible < Double(frames - start) ? Int(audible) : frames - start
    let angle = (partial.pan + 1) * .pi / 4
    Kernel.addSine(
      begin(partial), sine: &sine, cosine: &cosine, left: &left, leftGain: Float(cos(angle) * partial.amplitude),
      right: &right, rightGain: Float(sin(angle) * partial.amplitude), from: start, count: count)
  }

  /// Writes the first samples of a partial to the scratch and tells how they go on.
  private mutating func begin(_ partial: Partial) -> Rotation {
    let turn = 2 * .pi * partial.frequency / Double(sampleRate)
    let shrink = pow(0.001, 1 / (partial.decay * Double(sampleRate)))
    for index in 0..<Rotation.stride {
      let size = pow(shrink, Double(index))
      sine[index] = Float(size * sin(partial.phase + turn * Double(index)))
      cosine[index] = Float(size * cos(partial.phase + turn * Double(index)))
    }
    let step = pow(shrink, Double(Rotation.stride))
    let angle = turn * Double(Rotation.stride)
    return Rotation(sine: Float(step * sin(angle)), cosine: Float(step * cos(angle)))
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
  var clip: Clip { Clip(left: left, right: right) }
}
