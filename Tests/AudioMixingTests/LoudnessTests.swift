import AudioMixing
internal import CEbur128
import Glibc
import TestSupport
import Testing

/// What libebur128, by which many programs measure, says of a clip.
private struct ReferenceLoudness {
  private(set) var integrated = 0.0
  private(set) var momentary = -Double.infinity

  struct Unavailable: Error {}

  init(_ clip: Clip, sampleRate: Int) throws {
    let modes = EBUR128_MODE_I.rawValue | EBUR128_MODE_M.rawValue
    var state = unsafe ebur128_init(2, UInt(sampleRate), Int32(modes))
    guard let meter = unsafe state else { throw Unavailable() }
    let pairs = interleaved(clip.left, clip.right)
    // In steps of 10 ms, as ours.
    let step = sampleRate / 100
    for start in stride(from: 0, to: clip.frames, by: step) {
      let count = min(step, clip.frames - start)
      unsafe pairs.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        unsafe ebur128_add_frames_float(meter, base + 2 * start, count)
      }
      var now = 0.0
      unsafe ebur128_loudness_momentary(meter, &now)
      momentary = max(momentary, now)
    }
    unsafe ebur128_loudness_global(meter, &integrated)
    unsafe ebur128_destroy(&state)
  }
}

@Suite struct `The measure of loudness` {
  private func compare(_ clip: Clip, _ sampleRate: Int, _ name: String) throws {
    let reference = try ReferenceLoudness(clip, sampleRate: sampleRate)
    let integrated = Loudness.integrated(of: clip, sampleRate: sampleRate).value
    let momentary = Loudness.momentaryMaximum(of: clip, sampleRate: sampleRate).value
    #expect(abs(integrated - reference.integrated) < 0.1, "\(name): \(integrated), \(reference.integrated)")
    #expect(abs(momentary - reference.momentary) < 0.1, "\(name): \(momentary), \(reference.momentary)")
  }

  @Test(arguments: Instrument.allCases)
  func `agrees with libebur128 within a tenth on instruments`(instrument: Instrument) throws {
    // As much silence before and behind as a short sound needs for a block.
    let clip = instrument.clip()
    let silence = [Float](repeating: 0, count: 24_000)
    let padded = Clip(left: silence + clip.left + silence, right: silence + clip.right + silence)
    try compare(padded, Bus.sampleRate, instrument.rawValue)
  }

  @Test(arguments: Bed.allCases)
  func `agrees with libebur128 within a tenth on beds`(bed: Bed) throws {
    try compare(BedSource(bed.sound()).clip(frames: 20 * Bus.sampleRate), Bus.sampleRate, bed.rawValue)
  }

  @Test(arguments: [22_050, 44_100, 48_000, 96_000])
  func `agrees with libebur128 within a tenth at other rates, with pauses that the gates leave out`(rate: Int) throws {
    var random = RandomParameters(seed: 31)
    var (left, right): ([Float], [Float]) = ([], [])
    for level in [0.3, 0.0001, 0.05, 0, 0.4, 0.01, 0.2] {
      for frame in 0..<rate {
        let tone = 0.3 * sin(2 * .pi * 300 * Double(frame) / Double(rate))
        left.append(Float(level * (random.real(-1..<1) + tone)))
        right.append(Float(level * (random.real(-0.5..<0.5) + tone)))
      }
    }
    try compare(Clip(left: left, right: right), rate, "\(rate) Hz")
  }

  @Test func `is the same however the sound is cut`() {
    let clip = Instrument.whistle.clip()
    var meter = LoudnessMeter()
    for start in stride(from: 0, to: clip.frames, by: 77) {
      let range = start..<min(clip.frames, start + 77)
      meter.add(left: clip.left.span.extracting(range), right: clip.right.span.extracting(range))
    }
    #expect(meter.frames == clip.frames)
    #expect(abs((meter.momentaryMaximum - Loudness.momentaryMaximum(of: clip)).value) < 1e-6)
    #expect(abs((meter.average - Loudness.average(of: clip)).value) < 1e-6)
    #expect(meter.peak == max(clip.left.map(\.magnitude).max() ?? 0, clip.right.map(\.magnitude).max() ?? 0))
  }

  @Test func `brings a clip to the level of all sounds, or its peak as near as it may come`() {
    let soft = sine(997, amplitude: 0.01, frames: 48_000, sampleRate: 48_000).leveled()
    #expect(abs(Loudness.momentaryMaximum(of: soft).value + 15) < 0.05)
    let click = Clip(mono: [0, 0.001, 0]).leveled()
    #expect(abs(decibels(Double(click.left[1])) + 3.01) < 0.01)
    #expect(constant(0, frames: 9).leveled() == constant(0, frames: 9))
  }

  @Test(arguments: [500.0, 2000, 8000])
  func `gives every voice one gain that brings it to −16 LUFS`(amplitude: Double) {
    let samples = (0..<66_150).map { Int16(amplitude * sin(2 * .pi * 440 * Double($0) / 22_050)) }
    let spoken = SpokenAudio(samples: samples, sampleRate: 22_050)
    let gain = SpeechClip.gain(ofVoiceLike: spoken)
    let clip = SpeechClip.make(from: spoken, gain: gain)
    let loudness = clip.map { Loudness.integrated(of: $0).value } ?? 0
    // Nothing is turned up by more than 12 dB.
    #expect(abs(loudness + 16) < 0.1 || (gain == 12 && loudness < -16))
    #expect(SpeechClip.gain(ofVoiceLike: SpokenAudio(samples: [], sampleRate: 22_050)) == SpeechClip.gain)
  }
}
