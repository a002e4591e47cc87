/// A decaying sine, one of many in a struck body's sound.
struct Partial {
  var frequency: Double
  var amplitude: Double
  /// The time to fall by 60 dB, in seconds; infinite for a constant one.
  var decay: Double
  /// The phase of its first sample, in radians.
  var phase = 0.0
  /// The position, from −1 (left) to 1 (right).
  var pan = 0.0
}

/// A partial in progress: its oscillator, its level on both sides, and its remaining length.
struct Tone {
  private var rotation: Rotation
  private let leftGain: Float
  private let rightGain: Float
  /// The number of remaining frames, a multiple of eight unless it is at its end.
  private(set) var remaining: Int

  /// The beginning of a partial that lasts until it is 100 dB below full scale, or for `limit` frames; one too high for
  /// the sample rate is over at once.
  init(_ partial: Partial, sampleRate: Int, limit: Int = .max) {
    let rate = Double(sampleRate)
    let turn = 2 * .pi * partial.frequency / rate
    let shrink = Double.pow(0.001, 1 / (partial.decay * rate))
    rotation = Rotation(phase: partial.phase, sine: shrink * Double.sin(turn), cosine: shrink * Double.cos(turn))
    let angle = (partial.pan + 1) * .pi / 4
    leftGain = Float(Double.cos(angle) * partial.amplitude)
    rightGain = Float(Double.sin(angle) * partial.amplitude)
    let audible = partial.decay * max(0, 100 + 20 * Double.log10(partial.amplitude.magnitude)) / 60 * rate
    let length = audible < Double(limit) ? Int(audible) : limit
    remaining = partial.frequency < 0.45 * rate ? length : 0
  }

  /// Adds the rest of the tone to both sides from `start` on, up to the end of the buffer and at most `most` frames.
  ///
  /// To be continued after them, `most` must be a multiple of eight.
  mutating func add(to left: inout [Float], _ right: inout [Float], from start: Int, atMost most: Int = .max) {
    let count = min(remaining, most, left.count - start)
    Kernel.addSine(
      &rotation, left: &left, leftGain: leftGain, right: &right, rightGain: rightGain, from: start, count: count)
    remaining -= count
  }
}

extension Rotation {
  /// A sine that begins at a phase, in radians, and whose every sample is the last one times `sine` and `cosine`: r sin
  /// ω and r cos ω, where ω is the angle and r the decay per sample.
  init(phase: Double, sine turnSine: Double, cosine turnCosine: Double) {
    var value = (sine: Double.sin(phase), cosine: Double.cos(phase))
    var step = (sine: 0.0, cosine: 1.0)
    func turned(_ from: (sine: Double, cosine: Double)) -> (Double, Double) {
      (from.sine * turnCosine + from.cosine * turnSine, from.cosine * turnCosine - from.sine * turnSine)
    }
    self.init()
    for index in 0..<Self.stride {
      let (sample, quarter) = (Float(value.sine), Float(value.cosine))
      if index < 4 {
        (sine.0[index], cosine.0[index]) = (sample, quarter)
      } else {
        (sine.1[index - 4], cosine.1[index - 4]) = (sample, quarter)
      }
      value = turned(value)
      step = turned(step)
    }
    sineStep = SIMD4(repeating: Float(step.sine))
    cosineStep = SIMD4(repeating: Float(step.cosine))
  }
}

/// A stereo sound under construction.
struct StereoBuffer {
  let sampleRate: Int
  let frames: Int
  private(set) var left: [Float]
  private(set) var right: [Float]

  init(seconds: Double, sampleRate: Int) {
    self.init(frames: Int((seconds * Double(sampleRate)).rounded()), sampleRate: sampleRate)
  }

  init(frames: Int, sampleRate: Int) {
    self.sampleRate = sampleRate
    self.frames = max(1, frames)
    left = Array(repeating: 0, count: self.frames)
    right = Array(repeating: 0, count: self.frames)
  }

  /// Adds a partial from a frame on; one too high for the sample rate is left out.
  mutating func add(_ partial: Partial, at start: Int = 0) {
    guard start < frames else { return }
    var tone = Tone(partial, sampleRate: sampleRate, limit: frames - start)
    add(&tone, at: start)
  }

  mutating func add(_ tone: inout Tone, at start: Int) { tone.add(to: &left, &right, from: start) }

  mutating func add(_ tones: inout [Tone]) {
    // One stretch at a time, so that it stays in the fastest cache.
    let stretch = 1024
    for start in stride(from: 0, to: frames, by: stretch) {
      for index in tones.indices where tones[index].remaining > 0 {
        tones[index].add(to: &left, &right, from: start, atMost: stretch)
      }
    }
  }

  /// Adds to every frame the result of `sound`, which is called once per frame, in order.
  @inline(__always)
  mutating func add(_ sound: (Int) -> (left: Float, right: Float)) {
    for frame in 0..<frames {
      let value = sound(frame)
      left[frame] += value.left
      right[frame] += value.right
    }
  }

  /// Writes one lane of the vectors for both sides over the present content.
  mutating func write(_ lane: Int, of leftLanes: [SIMD4<Float>], _ rightLanes: [SIMD4<Float>]) {
    Kernel.copy(lane: lane, of: leftLanes, to: &left)
    Kernel.copy(lane: lane, of: rightLanes, to: &right)
  }

  mutating func scale(by gain: Float) {
    Kernel.multiply(&left, from: 0, count: frames, Ramp(base: gain))
    Kernel.multiply(&right, from: 0, count: frames, Ramp(base: gain))
  }

  mutating func shape(_ gain: (Int) -> Float) {
    for frame in 0..<frames {
      let factor = gain(frame)
      left[frame] *= factor
      right[frame] *= factor
    }
  }

  /// Fades out the last `count` frames along half a cosine; the last frame is exactly 0.
  mutating func fadeOut(_ count: Int) {
    let length = min(count, frames)
    let step = (sine: Double.sin(.pi / Double(length)), cosine: Double.cos(.pi / Double(length)))
    var (sine, cosine) = (0.0, 1.0)
    for index in 0..<length {
      let gain = Float(0.5 - 0.5 * cosine)
      left[frames - 1 - index] *= gain
      right[frames - 1 - index] *= gain
      (sine, cosine) = (sine * step.cosine + cosine * step.sine, cosine * step.cosine - sine * step.sine)
    }
  }

  var peak: Float {
    max(Kernel.peak(left.span, from: 0, count: frames), Kernel.peak(right.span, from: 0, count: frames))
  }

  var clip: Clip { Clip(left: left, right: right) }
}
