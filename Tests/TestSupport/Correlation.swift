/// Finds a clip in a mix of many things.
public enum Correlation {
  /// By how many frames a clip lies beside where it should, in `-reach...reach`, judged by the first half second of its
  /// left side.
  ///
  /// The best fit of the differences from sample to sample: they weigh the sharp beginning of a sound more than its
  /// low, slow tail.
  public static func shift(of clip: [Float], in wave: Wave, at frame: Int, reach: Int) -> Int {
    let length = min(clip.count, Wave.rate / 2)
    let pattern = (1..<length).map { clip[$0] - clip[$0 - 1] }
    let first = frame - reach
    let heard = (first + 1..<frame + length + reach).map { position in
      (0..<wave.frames).contains(position) && position > 0
        ? Float(wave.left(position) - wave.left(position - 1)) : 0
    }
    let fits = (0...2 * reach).map { lag in
      var sum: Float = 0
      for index in pattern.indices { sum += pattern[index] * heard[lag + index] }
      return sum
    }
    let best = fits.indices.max { fits[$0] < fits[$1] } ?? 0
    return best - reach
  }
}
