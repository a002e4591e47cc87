/// Turns a backend's speech into a clip that can be placed by its audible onset.
package enum SpeechClip {
  /// The loudness that every voice is set to.
  package static let loudness: Decibels = -16
  /// The loudness that nearly all phrases exceed; phrases differ by their pauses and soft sounds.
  package static let softest: Decibels = -18
  /// The gain of a voice that wasn't measured: it sets espeak-ng's own voice at volume 100 to the loudness.
  package static let gain: Decibels = 1.3
  /// The maximum change of a voice's level, in dB.
  private static let largestGain = 12.0

  /// The gain that sets a voice to its loudness, measured from a sample of a few seconds.
  ///
  /// All its phrases get the same gain: words shorter than 400 ms have no loudness of their own, and a voice shouldn't
  /// jump.
  package static func gain(ofVoiceLike sample: SpokenAudio) -> Decibels {
    guard Bus.sampleRates.contains(sample.sampleRate) else { return gain }
    return gain(ofVoiceLike: sample.samples.map(SampleConversion.float), sampleRate: sample.sampleRate)
  }

  /// The same gain, measured from samples between −1 and 1.
  package static func gain(ofVoiceLike samples: [Float], sampleRate: Int = Bus.sampleRate) -> Decibels {
    let measured = Loudness.integrated(of: Clip(mono: samples), sampleRate: sampleRate)
    guard measured > .silence else { return gain }
    return Decibels(min(max((loudness - measured).value, -largestGain), largestGain))
  }

  /// The gain that sets one phrase to the loudness of speech, for synthesisers that speak each phrase at a level of its
  /// own, such as those that raise every phrase to full scale.
  ///
  /// It is measured without gates over the audible part, so that a short word has a loudness, too.
  package static func gain(ofPhrase speech: SpokenAudio) -> Decibels {
    guard Bus.sampleRates.contains(speech.sampleRate) else { return gain }
    guard let audible = audiblePart(of: speech) else { return gain }
    let samples = speech.samples[audible].map(SampleConversion.float)
    let measured = Loudness.average(of: Clip(mono: samples), sampleRate: speech.sampleRate)
    guard measured > .silence else { return gain }
    return Decibels(min(max((phraseLoudness - measured).value, -2 * largestGain), 2 * largestGain))
  }

  /// The part of a phrase that is heard once it has the loudness of speech; `nil` if it is silent.
  package static func audiblePart(of speech: SpokenAudio) -> Range<Int>? {
    let samples = speech.samples.map(SampleConversion.float)
    let window = RenderGrid(sampleRate: speech.sampleRate).frames(milliseconds: 1)
    // A soft phrase is audible once it is louder, so the threshold is relative to its peak.
    let peak = samples.reduce(0) { max($0, $1.magnitude) }
    return peak > 0 ? audibleRange(samples, window: max(1, window), threshold: peak / 30) : nil
  }

  /// The mean loudness of the phrases of espeak-ng, measured in the same way.
  private static let phraseLoudness: Decibels = -15.3

  /// A level below which speech is inaudible.
  private static let threshold: Float = 0.01  // −40 dBFS

  /// Resamples speech, sets its level, measures its audible range and trims the silence around that.
  ///
  /// `onset` is the first frame at which |x|, averaged over 1 ms around it, exceeds −40 dBFS, `audibleEnd` one past the
  /// last. Up to 5 ms before the onset and 20 ms after the end are kept, and faded. Silence becomes an empty clip; a
  /// sample rate that can't be resampled gives `nil`.
  package static func make(
    from spoken: SpokenAudio, gain: Decibels = SpeechClip.gain, sampleRate: Int = Bus.sampleRate
  ) -> Clip? {
    Resampler(from: spoken.sampleRate, to: sampleRate).map { make(from: spoken, gain: gain, by: $0) }
  }

  /// The same with an existing resampler from the rate of the speech to that of the bus: making one takes as long as a
  /// phrase of a second.
  package static func make(from spoken: SpokenAudio, gain: Decibels = SpeechClip.gain, by resampler: Resampler) -> Clip
  {
    precondition(resampler.inputRate == spoken.sampleRate, "a resampler for this speech")
    let amplitude = gain.amplitude
    let samples = resampler.resample(spoken.samples.map { SampleConversion.float($0) * amplitude })
    return trimmed(samples, sampleRate: resampler.outputRate)
  }

  /// The same for samples between −1 and 1 at the rate of the bus.
  package static func make(from samples: [Float], gain: Decibels) -> Clip {
    let amplitude = gain.amplitude
    return trimmed(samples.map { $0 * amplitude }, sampleRate: Bus.sampleRate)
  }

  /// The pause between two clips that are joined, besides what is left of the silence around them.
  private static let pause = Bus.sampleRate * 60 / 1_000

  /// One clip of words that several voices speak one after the other.
  package static func joined(_ clips: [PackedClip]) -> PackedClip {
    guard let first = clips.first, let last = clips.last, clips.count > 1 else {
      return clips.first ?? PackedClip(Clip(mono: []))
    }
    let parts = clips.map { clip in clip.left.map { Float($0) * clip.step } }
    let samples = Array(parts.joined(separator: [Float](repeating: 0, count: pause)))
    let end = samples.count - (last.frames - last.audibleEnd)
    return PackedClip(Clip(mono: samples, onset: first.onset, audibleEnd: end))
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
  private static func audibleRange(
    _ samples: [Float], window: Int, threshold: Float = SpeechClip.threshold
  ) -> Range<Int>? {
    // The window around a frame includes `after` frames behind it and `before` frames ahead of it.
    let after = window / 2
    let before = window - 1 - after
    let last = samples.count - 1
    let limit = Double(threshold) * Double(window)
    guard
      let first = firstAudible(samples.count, before: before, after: after, limit, { samples[$0].magnitude }),
      let fromEnd = firstAudible(samples.count, before: after, after: before, limit, { samples[last - $0].magnitude })
    else { return nil }
    // The sums from either end differ in rounding.
    return first..<max(first + 1, samples.count - fromEnd)
  }

  /// The first of `count` frames whose surroundings are loud enough.
  @inline(__always)
  private static func firstAudible(
    _ count: Int, before: Int, after: Int, _ limit: Double, _ magnitude: (Int) -> Float
  ) -> Int? {
    let window = before + after + 1
    var sum = 0.0
    for end in 0..<count + after {
      if end < count { sum += Double(magnitude(end)) }
      if end >= window { sum -= Double(magnitude(end - window)) }
      if sum > limit, end >= after { return end - after }
    }
    return nil
  }

  private static func fade(_ samples: inout [Float], head count: Int) {
    for index in 0..<count { samples[index] *= Float(index) / Float(count) }
  }

  private static func fade(_ samples: inout [Float], tail count: Int) {
    for index in 0..<count { samples[samples.count - 1 - index] *= Float(index) / Float(count) }
  }
}
