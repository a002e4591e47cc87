/// Turns what a speech backend gives into a clip that can be placed by its audible onset.
public enum SpeechClip {
  /// What brings espeak-ng at volume 100 (−17.3 LUFS on two sides) to −16 LUFS, its peaks to −1 dBFS.
  public static let gain: Decibels = 1.3

  /// A level under which nobody hears a word.
  private static let threshold: Float = 0.01  // −40 dBFS

  /// Resamples speech, sets its level, measures where it is heard and trims the silence around that.
  ///
  /// `onset` is the first frame at which |x|, averaged over 1 ms around it, exceeds −40 dBFS, `audibleEnd` one past the
  /// last. Up to 5 ms before the onset and 20 ms after the end are kept, and faded. What is silent throughout becomes
  /// an empty clip; a sample rate that can't be resampled gives `nil`.
  public static func make(
    from spoken: SpokenAudio, gain: Decibels = SpeechClip.gain, sampleRate: Int = Bus.sampleRate
  ) -> Clip? {
    guard let resampler = Resampler(from: spoken.sampleRate, to: sampleRate) else { return nil }
    let amplitude = gain.amplitude
    let samples = resampler.resample(spoken.samples.map { SampleConversion.float($0) * amplitude })
    let time = BusTime(sampleRate: sampleRate)
    guard let audible = audibleRange(samples, window: time.frames(milliseconds: 1)) else { return Clip(mono: []) }
    let start = max(0, audible.lowerBound - time.frames(milliseconds: 5))
    let end = min(samples.count, audible.upperBound + time.frames(milliseconds: 20))
    var kept = Array(samples[start..<end])
    fade(&kept, head: min(audible.lowerBound - start, time.frames(milliseconds: 2)))
    fade(&kept, tail: min(end - audible.upperBound, time.frames(milliseconds: 10)))
    return Clip(mono: kept, onset: audible.lowerBound - start, audibleEnd: audible.upperBound - start)
  }

  /// The frames from the first to the last whose surroundings are loud enough; `nil` if there are none.
  private static func audibleRange(_ samples: [Float], window: Int) -> Range<Int>? {
    let before = window / 2
    let limit = Double(threshold) * Double(window)
    var sum = 0.0
    var first: Int?
    var last = 0
    for index in 0..<samples.count + window {
      if index < samples.count { sum += Double(samples[index].magnitude) }
      if index >= window { sum -= Double(samples[index - window].magnitude) }
      // The window that ends here has its middle `before` frames back.
      let frame = index - before
      guard sum > limit, frame >= 0, frame < samples.count else { continue }
      if first == nil { first = frame }
      last = frame
    }
    return first.map { $0..<last + 1 }
  }

  private static func fade(_ samples: inout [Float], head count: Int) {
    for index in 0..<count { samples[index] *= Float(index) / Float(count) }
  }

  private static func fade(_ samples: inout [Float], tail count: Int) {
    for index in 0..<count { samples[samples.count - 1 - index] *= Float(index) / Float(count) }
  }
}
