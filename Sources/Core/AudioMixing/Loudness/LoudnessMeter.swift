/// Measures the loudness of a stereo sound as it arrives, by ITU-R BS.1770-4.
///
/// Both sides are weighted by frequency, squared and summed. The energy is stored in steps of 10 ms for the loudest
/// moment, and in blocks of 400 ms that begin every 100 ms for the gates. The meter stores one number per 100 ms.
///
/// ```swift
/// var meter = LoudnessMeter()
/// meter.add(left: left.span, right: right.span)
/// report(meter.integrated.value)           // LUFS
/// ```
package struct LoudnessMeter: Sendable {
  /// The absolute gate, in LUFS: softer blocks don't count towards the integrated loudness.
  private static let absoluteGate = -70.0
  /// The relative gate, in LU below the mean of the remaining blocks.
  private static let relativeGate = 10.0
  private static let stepsPerMoment = 40
  private static let stepsPerBlock = 10

  private let stepFrames: Int
  private var weighting: KWeighting
  /// The energies of the last 400 ms, step by step, as a ring.
  private var steps = [Double](repeating: 0, count: LoudnessMeter.stepsPerMoment)
  private var stepCount = 0
  private var energy = 0.0
  private var filled = 0
  private var loudest = 0.0
  private var blocks: [Double] = []
  private var total = 0.0
  /// The number of frames measured so far.
  package private(set) var frames = 0
  /// The greatest amplitude of a sample so far.
  package private(set) var peak: Float = 0

  /// A meter for a sample rate in frames per second.
  package init(sampleRate: Int = Bus.sampleRate) {
    let sampleRate = Bus.sampleRate(nearest: sampleRate)
    stepFrames = max(1, sampleRate / 100)
    weighting = KWeighting(sampleRate: sampleRate)
  }

  /// Measures the next frames; both sides have the same length.
  package mutating func add(left: Span<Float>, right: Span<Float>) {
    precondition(left.count == right.count, "the sides have one length")
    var start = 0
    while start < left.count {
      let end = min(left.count, start + stepFrames - filled)
      energy += weighting.energy(left, right, start..<end)
      filled += end - start
      start = end
      if filled == stepFrames { endStep() }
    }
    frames += left.count
    peak = max(
      peak, Kernel.peak(left, from: 0, count: left.count), Kernel.peak(right, from: 0, count: right.count))
  }

  private mutating func endStep() {
    steps[stepCount % Self.stepsPerMoment] = energy
    stepCount += 1
    total += energy
    energy = 0
    filled = 0
    let moment = steps.reduce(0, +)
    loudest = max(loudest, moment)
    if stepCount >= Self.stepsPerMoment && stepCount % Self.stepsPerBlock == 0 { blocks.append(moment) }
  }

  /// The loudest 400 ms so far, in steps of 10 ms; a shorter sound is padded with silence.
  package var momentaryMaximum: Decibels {
    var last = steps
    last[stepCount % Self.stepsPerMoment] = energy
    return Self.lufs(max(loudest, last.reduce(0, +)) / momentFrames)
  }

  /// The ungated mean of the whole sound.
  package var average: Decibels { Self.lufs((total + energy) / Double(max(1, frames))) }

  /// The mean with both gates of the standard; minus infinity for less than 400 ms.
  package var integrated: Decibels {
    let heard = blocks.filter { Self.lufs($0 / momentFrames).value > Self.absoluteGate }
    let gate = mean(of: heard).value - Self.relativeGate
    return mean(of: heard.filter { Self.lufs($0 / momentFrames).value > gate })
  }

  private var momentFrames: Double { Double(Self.stepsPerMoment * stepFrames) }

  private func mean(of blocks: [Double]) -> Decibels {
    blocks.isEmpty ? .silence : Self.lufs(blocks.reduce(0, +) / Double(blocks.count) / momentFrames)
  }

  private static func lufs(_ meanSquare: Double) -> Decibels {
    meanSquare > 0 ? Decibels(-0.691 + 10 * Double.log10(meanSquare)) : .silence
  }
}

/// The two filters of BS.1770's K-weighting, for both sides at once: a shelf that models the head, and a high pass.
private struct KWeighting {
  private var shelf: Biquad
  private var highPass: Biquad

  /// The analogue prototypes behind the coefficients that the standard gives for 48 kHz, for any rate.
  init(sampleRate: Int) {
    let rate = Double(sampleRate)
    guard rate > 4 * 1682 else {
      // The rate is too low for the frequencies that the shelf raises.
      shelf = Biquad(b0: 1, b1: 0, b2: 0, a1: 0, a2: 0)
      highPass = shelf
      return
    }
    var k = Double.tan(.pi * 1681.974_450_955_533 / rate)
    var q = 0.707_175_236_955_419_6
    let high = Double.pow(10, 3.999_843_853_973_347 / 20)
    let band = Double.pow(high, 0.499_666_774_154_541_6)
    var a0 = 1 + k / q + k * k
    shelf = Biquad(
      b0: (high + band * k / q + k * k) / a0, b1: 2 * (k * k - high) / a0, b2: (high - band * k / q + k * k) / a0,
      a1: 2 * (k * k - 1) / a0, a2: (1 - k / q + k * k) / a0)
    k = Double.tan(.pi * 38.135_470_876_024_44 / rate)
    q = 0.500_327_037_323_877_3
    a0 = 1 + k / q + k * k
    highPass = Biquad(b0: 1, b1: -2, b2: 1, a1: 2 * (k * k - 1) / a0, a2: (1 - k / q + k * k) / a0)
  }

  /// The energy of a range of frames after weighting, both sides together.
  mutating func energy(_ left: Span<Float>, _ right: Span<Float>, _ range: Range<Int>) -> Double {
    var (shelf, highPass) = (shelf, highPass)
    var sum = SIMD2<Double>()
    for index in range {
      let value = highPass.filter(shelf.filter(SIMD2(Double(left[index]), Double(right[index]))))
      sum += value * value
    }
    (self.shelf, self.highPass) = (shelf, highPass)
    return sum[0] + sum[1]
  }
}

/// A second-order filter for two sides, transposed direct form II.
private struct Biquad {
  let b0, b1, b2, a1, a2: Double
  private var z1 = SIMD2<Double>()
  private var z2 = SIMD2<Double>()

  init(b0: Double, b1: Double, b2: Double, a1: Double, a2: Double) {
    (self.b0, self.b1, self.b2, self.a1, self.a2) = (b0, b1, b2, a1, a2)
  }

  mutating func filter(_ value: SIMD2<Double>) -> SIMD2<Double> {
    let output = b0 * value + z1
    z1 = b1 * value - a1 * output + z2
    z2 = b2 * value - a2 * output
    return output
  }
}

/// The perceived loudness of a whole sound, in LUFS: ITU-R BS.1770-4.
public enum Loudness {
  /// The loudest 400 ms, in steps of 10 ms; a shorter sound is padded with silence.
  ///
  /// Silence is minus infinity.
  public static func momentaryMaximum(of clip: Clip, sampleRate: Int = Bus.sampleRate) -> Decibels {
    meter(clip, sampleRate).momentaryMaximum
  }

  /// The ungated mean over the whole length, which is the measure for steady sounds.
  public static func average(of clip: Clip, sampleRate: Int = Bus.sampleRate) -> Decibels {
    meter(clip, sampleRate).average
  }

  /// The integrated loudness of the standard: the mean with both gates.
  public static func integrated(of clip: Clip, sampleRate: Int = Bus.sampleRate) -> Decibels {
    meter(clip, sampleRate).integrated
  }

  private static func meter(_ clip: Clip, _ sampleRate: Int) -> LoudnessMeter {
    var meter = LoudnessMeter(sampleRate: sampleRate)
    meter.add(left: clip.left.span, right: clip.right.span)
    return meter
  }
}
