import Glibc

/// How loud a sound is to the ear: ITU-R BS.1770-4, without its gate.
public enum Loudness {
  /// The loudest 400 ms, in LUFS, moved in steps of 10 ms; a shorter sound is completed with silence.
  ///
  /// Silence is minus infinity.
  public static func momentaryMaximum(of clip: Clip, sampleRate: Int = Bus.sampleRate) -> Decibels {
    let blocks = weightedBlocks(of: clip, sampleRate: sampleRate)
    var sum = 0.0
    var loudest = 0.0
    for (index, energy) in blocks.enumerated() {
      sum += energy
      if index >= 40 { sum -= blocks[index - 40] }
      loudest = max(loudest, sum)
    }
    return lufs(loudest / (0.4 * Double(sampleRate)))
  }

  /// The mean over the whole length, in LUFS: what counts for steady sounds.
  public static func average(of clip: Clip, sampleRate: Int = Bus.sampleRate) -> Decibels {
    lufs(weightedBlocks(of: clip, sampleRate: sampleRate).reduce(0, +) / Double(max(1, clip.frames)))
  }

  private static func lufs(_ meanSquare: Double) -> Decibels {
    meanSquare > 0 ? Decibels(-0.691 + 10 * log10(meanSquare)) : .silence
  }

  /// The energy of each 10 ms, both sides together, after weighting.
  private static func weightedBlocks(of clip: Clip, sampleRate: Int) -> [Double] {
    let length = max(1, sampleRate / 100)
    var blocks = [Double](repeating: 0, count: (clip.frames + length - 1) / length)
    addEnergy(of: clip.left, length: length, weighting: KWeighting(sampleRate: sampleRate), to: &blocks)
    addEnergy(of: clip.right, length: length, weighting: KWeighting(sampleRate: sampleRate), to: &blocks)
    return blocks
  }

  private static func addEnergy(
    of samples: [Float], length: Int, weighting: KWeighting, to blocks: inout [Double]
  ) {
    var weighting = weighting
    for block in blocks.indices {
      var energy = 0.0
      for index in block * length..<min((block + 1) * length, samples.count) {
        let value = weighting.filter(Double(samples[index]))
        energy += value * value
      }
      blocks[block] += energy
    }
  }
}

/// The two filters of BS.1770: a shelf for the head, a high pass for the ear.
private struct KWeighting {
  private var shelf: Biquad
  private var highPass: Biquad

  /// The analogue prototypes behind the coefficients that the standard gives for 48 kHz, for any rate.
  init(sampleRate: Int) {
    let rate = Double(sampleRate)
    guard rate > 4 * 1682 else {
      // Too low a rate to hold what the shelf would lift.
      shelf = Biquad(b0: 1, b1: 0, b2: 0, a1: 0, a2: 0)
      highPass = shelf
      return
    }
    var k = tan(.pi * 1681.974_450_955_533 / rate)
    var q = 0.707_175_236_955_419_6
    let high = pow(10, 3.999_843_853_973_347 / 20)
    let band = pow(high, 0.499_666_774_154_541_6)
    var a0 = 1 + k / q + k * k
    shelf = Biquad(
      b0: (high + band * k / q + k * k) / a0, b1: 2 * (k * k - high) / a0, b2: (high - band * k / q + k * k) / a0,
      a1: 2 * (k * k - 1) / a0, a2: (1 - k / q + k * k) / a0)
    k = tan(.pi * 38.135_470_876_024_44 / rate)
    q = 0.500_327_037_323_877_3
    a0 = 1 + k / q + k * k
    highPass = Biquad(b0: 1, b1: -2, b2: 1, a1: 2 * (k * k - 1) / a0, a2: (1 - k / q + k * k) / a0)
  }

  mutating func filter(_ value: Double) -> Double { highPass.filter(shelf.filter(value)) }
}

/// A second-order filter, transposed direct form II.
private struct Biquad {
  let b0, b1, b2, a1, a2: Double
  private var z1 = 0.0
  private var z2 = 0.0

  init(b0: Double, b1: Double, b2: Double, a1: Double, a2: Double) {
    (self.b0, self.b1, self.b2, self.a1, self.a2) = (b0, b1, b2, a1, a2)
  }

  mutating func filter(_ value: Double) -> Double {
    let output = b0 * value + z1
    z1 = b1 * value - a1 * output + z2
    z2 = b2 * value - a2 * output
    return output
  }
}
