/// Sounds shorter than half a second.
extension Instrument {
  /// A hollow woodblock: the note of the slot, the bars above it, and the stick.
  static func woodblock(_ sampleRate: Int) -> StereoBuffer {
    var buffer = StereoBuffer(seconds: 0.3, sampleRate: sampleRate)
    let modes = [
      Mode(frequency: 868, level: 0, decay: 0.15, split: 3),
      Mode(frequency: 1397, level: -6, decay: 0.09, split: 5),
      Mode(frequency: 2290, level: -9, decay: 0.06, split: 8),
      Mode(frequency: 3480, level: -15, decay: 0.04, split: 12),
    ]
    buffer.strike(modes, StrikeNoise(level: -4, decay: 0.012, band: 500..<6000), seed: 0x3D_0D)
    buffer.fadeOut(sampleRate / 10)
    return buffer
  }

  static func tick(_ sampleRate: Int) -> StereoBuffer {
    var buffer = StereoBuffer(seconds: 0.06, sampleRate: sampleRate)
    let modes = [
      Mode(frequency: 1880, level: 0, decay: 0.03, split: 10),
      Mode(frequency: 3020, level: -4, decay: 0.02, split: 14),
    ]
    buffer.strike(modes, StrikeNoise(level: -3, decay: 0.006, band: 1500..<9000), seed: 0x71_C0)
    buffer.fadeOut(sampleRate / 50)
    return buffer
  }

  static func beep(_ sampleRate: Int) -> StereoBuffer {
    var buffer = StereoBuffer(seconds: 0.22, sampleRate: sampleRate)
    let rate = Double(sampleRate)
    for (harmonic, level) in [(1.0, 1.0), (2, 0.16), (3, 0.07)] {
      buffer.add(Partial(frequency: 880 * harmonic, amplitude: level, decay: .infinity, phase: 0.3))
    }
    buffer.shape { frame in Float(min(1, (Double(frame) + 1) / (0.002 * rate))) }
    buffer.fadeOut(sampleRate / 25)
    return buffer
  }

  /// A pea whistle: two close tones, chopped by the pea, and breath noise.
  static func whistle(_ sampleRate: Int) -> StereoBuffer {
    var buffer = StereoBuffer(seconds: 0.39, sampleRate: sampleRate)
    let rate = Double(sampleRate)
    var random = SeededNoise(seed: 0x3815)
    var breath = StereoOnePole(cutoff: 3600, sampleRate: rate)
    var hum = StereoOnePole(cutoff: 1700, sampleRate: rate)
    var (low, high, pea) = (0.4, 1.1, 0.0)
    buffer.add { frame in
      let time = Double(frame) / rate
      // The pitch rises with the breath, and the pea rotates faster.
      let pressure = 1 - Double.exp(-(time + 0.004) / 0.03)
      pea += 2 * .pi * (24 + 16 * pressure) / rate
      let swing = Double.sin(pea)
      low += 2 * .pi * (2260 + 130 * pressure + 55 * swing) / rate
      high += 2 * .pi * (2610 + 150 * pressure + 65 * swing) / rate
      let gate = 0.62 + 0.38 * Double.sin(pea - 0.9)
      let noise = breath.filter(random.pair())
      let rumble = hum.filter(noise)
      let level = Float(pressure * gate)
      let tone = Float(0.7 * Double.sin(low) + 0.5 * Double.sin(high) + 0.1 * Double.sin(2 * low)) * level
      let air = 0.35 * Float(pressure)
      return (tone + air * (noise.left - rumble.left), 0.93 * tone + air * (noise.right - rumble.right))
    }
    buffer.fadeOut(sampleRate / 16)
    return buffer
  }
}
