extension Clip {
  /// A noise that nobody hears and every device notices: samples of at most 10⁻⁴ (−80 dBFS), about 3 steps of 16 bits.
  ///
  /// It is the same in every run. Speakers that mute themselves while they are sent zeros wake up by it.
  public static func waking(frames: Int) -> Clip {
    var noise = SeededNoise(seed: 1)
    return Clip(mono: (0..<frames).map { _ in noise.pair().left * 1e-4 })
  }
}
