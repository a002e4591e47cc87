/// Turns what a speech backend gives into a clip that can be placed by its audible onset.
public enum SpeechClip {
  /// The loudness to which every voice is brought.
  public static let loudness: Decibels = -16
  /// What hardly a phrase lies under: some have longer pauses in them than others, and softer letters.
  public static let softest: Decibels = -18
  /// What does so with espeak-ng's own voice at volume 100, which is the gain of a voice that wasn't measured.
  public static let gain: Decibels = 1.3
  /// By how much a voice may be turned up or down.
  private static let largestGain = 12.0

  /// The gain that brings a voice to its loudness, found from some seconds of how it speaks.
  ///
  /// One gain for all its phrases: words shorter than 400 ms have no loudness of their own, and a voice shouldn't jump.
  public static func gain(ofVoiceLike sample: SpokenAudio) -> Decibels {
    guard (1...768_000).contains(sample.sampleRate) else { return gain }
    return gain(ofVoiceLike: sample.samples.map(SampleConversion.float), sampleRate: sample.sampleRate)
  }

  /// The same of samples between −1 and 1.
  public static func gain(ofVoiceLike samples: [Float], sampleRate: Int = Bus.sampleRate) -> Decibels {
    let measured = Loudness.integrated(of: Clip(mono: samples), sampleRate: sampleRate)
    guard measured > .silence else { return gain }
    return Decibels(min(max((loudness - measured).value, -largestGain), largestGain))
  }

  /// A level below which speech is inaudible.
  private static let threshold: Float = 0.01  // −40 dBFS

  /// Resamples speech, sets its level, measures where it is heard and trims the silence around that.
  ///
  /// `onset` is the first frame at which |x|, averaged over 1 ms around it, exceeds −40 dBFS, `audibleEnd` one past the
  /// last. Up to 5 ms before the onset and 20 ms after the end are kept, and faded. What is silent throughout becomes
  /// an empty clip; a sample rate that can't be resampled gives `nil`.
  public static func make(
    from spoken: SpokenAudio, gain: Decibels = SpeechClip.gain, sampleRate: Int = Bus.sampleRate
  ) -> Clip? {
    Resampler(from: spoken.sampleRate, to: sampleRate).map { make(from: spoken, gain: gain, by: $0) }
  }

  /// Does the same with a resampler that is there already, from the rate of the speech to that of the bus: making one
  /// takes as long as a phrase of a second.
  public static func make(from spoken: SpokenAudio, gain: Decibels = SpeechClip.gain, by resampler: Resampler) -> Clip {
    precondition(resampler.inputRate == spoken.sampleRate, "a resampler for this speech")
    let amplitude = gain.amplitude
    let samples = resampler.resample(spoken.samples.map { SampleConversion.float($0) * amplitude })
    return trimmed(samples, sampleRate: resampler.outputRate)
  }

  /// Does the same with samples between −1 and 1 that are at the rate of the bus already.
  public static func make(from samples: [Float], gain: Decibels) -> Clip {
    let amplitude = gain.amplitude
    return trimmed(samples.map { $0 * amplitude }, sampleRate: Bus.sampleRate)
  }

  private static func trimmed(_ samples: [Float], sampleRate: Int) -> Clip {
    let time = RenderGrid(sampleRate: sampleRate)
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
