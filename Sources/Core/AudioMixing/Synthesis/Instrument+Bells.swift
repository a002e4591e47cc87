/// Metal instruments.
///
/// The ratios of modes follow measurements of such instruments (Fletcher and Rossing, The Physics of Musical
/// Instruments, 2nd ed., chapters 20 and 21); levels and decays were set by ear and spectrogram.
extension Instrument {
  /// A temple gong: a low cluster that rings for a long time, and a shimmer that swells after the strike.
  static func gong(_ sampleRate: Int) -> StereoBuffer {
    var buffer = StereoBuffer(seconds: 6.5, sampleRate: sampleRate)
    let base = 98.0
    let ratios = [1, 1.52, 2.03, 2.46, 2.99, 3.47, 4.05, 4.63, 5.31, 6.02, 6.83, 7.71]
    let levels = [0, -7, -2, -9, -5, -10, -8, -12, -11, -14, -14, -16]
    var random = SeededNoise(seed: 0x60E6)
    var modes = zip(ratios, levels).map { ratio, level in
      Mode(
        frequency: base * ratio, level: Decibels(Double(level)), decay: 11 * Double.pow(ratio, -0.6),
        split: random.value(in: 0.4..<1.6), swell: ratio > 3 ? 0.06 * ratio : 0)
    }
    for index in 0..<44 {
      let ratio = 8.2 * Double.pow(1.052, Double(index)) * random.value(in: 0.985..<1.015)
      modes.append(
        Mode(
          frequency: base * ratio, level: Decibels(-11 - 0.4 * Double(index) + random.value(in: -5..<3)),
          decay: 11 * Double.pow(ratio, -0.58), split: random.value(in: 1..<6), swell: random.value(in: 0.4..<1.2)))
    }
    buffer.strike(modes, StrikeNoise(level: -8, decay: 0.09, band: 60..<700), seed: 0x60E7)
    buffer.fadeOut(sampleRate * 2)
    return buffer
  }

  /// A singing bowl, struck softly: few, widely spaced modes, each beating slowly.
  static func bowl(_ sampleRate: Int) -> StereoBuffer {
    var buffer = StereoBuffer(seconds: 8, sampleRate: sampleRate)
    let modes = [
      Mode(frequency: 208, level: 0, decay: 13, split: 0.7),
      Mode(frequency: 208 * 2.78, level: -5, decay: 8.5, split: 1.3),
      Mode(frequency: 208 * 5.20, level: -12, decay: 4.6, split: 2.1),
      Mode(frequency: 208 * 8.22, level: -19, decay: 2.5, split: 2.9),
      Mode(frequency: 208 * 11.8, level: -27, decay: 1.3, split: 3.7),
      Mode(frequency: 208 * 15.9, level: -34, decay: 0.7, split: 4.4),
    ]
    buffer.strike(modes, StrikeNoise(level: -14, decay: 0.05, band: 150..<1200), seed: 0xB0_31)
    buffer.fadeOut(sampleRate * 3)
    return buffer
  }

  /// A bell with a minor third: hum, prime, tierce, quint, nominal and higher partials.
  static func bell(_ sampleRate: Int) -> StereoBuffer {
    var buffer = StereoBuffer(seconds: 3.2, sampleRate: sampleRate)
    let prime = 659.3
    let ratios = [0.5, 1, 1.19, 1.5, 2, 2.51, 2.67, 3.01, 4.17, 5.43, 6.79, 8.21]
    let levels = [-11, -5, -6, -15, 0, -15, -14, -7, -10, -15, -20, -25]
    let decays = [5.2, 3.8, 3.2, 2.1, 2.3, 1.5, 1.4, 1.25, 0.8, 0.5, 0.33, 0.22]
    let splits = [0.3, 0.6, 0.9, 1.1, 0.8, 1.7, 1.4, 1.9, 2.4, 3, 3.5, 4]
    let modes = ratios.indices.map { index in
      Mode(
        frequency: prime * ratios[index], level: Decibels(Double(levels[index])), decay: decays[index],
        split: splits[index])
    }
    buffer.strike(modes, StrikeNoise(level: -12, decay: 0.02, band: 800..<7000), seed: 0xBE_11)
    buffer.fadeOut(sampleRate)
    return buffer
  }

  /// A boxing bell: a steel dome hit hard, bright and short.
  static func boxingBell(_ sampleRate: Int) -> StereoBuffer {
    var buffer = StereoBuffer(seconds: 2.2, sampleRate: sampleRate)
    let base = 587.0
    let ratios = [1, 2.31, 3.94, 5.88, 8.12, 10.7]
    let levels = [-7, 0, -1, -4, -9, -15]
    let decays = [2.9, 2.2, 1.5, 0.9, 0.55, 0.35]
    let splits = [1.1, 2.6, 3.8, 5.2, 6.6, 8.1]
    let modes = ratios.indices.map { index in
      Mode(
        frequency: base * ratios[index], level: Decibels(Double(levels[index])), decay: decays[index],
        split: splits[index])
    }
    buffer.strike(modes, StrikeNoise(level: -3, decay: 0.015, band: 1500..<12_000), seed: 0xB0_8E)
    buffer.fadeOut(sampleRate * 7 / 10)
    return buffer
  }
}
