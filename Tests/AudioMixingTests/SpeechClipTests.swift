import AudioMixing
import Glibc
import Testing

/// A word as a backend gives it: silence, a tone, silence, at 22 050 Hz.
private func word(silence: Int, tone: Int, after: Int, amplitude: Double = 8000) -> SpokenAudio {
  var samples = [Int16](repeating: 0, count: silence)
  samples += (0..<tone).map { Int16(amplitude * sin(2 * .pi * 441 * Double($0) / 22_050)) }
  samples += [Int16](repeating: 0, count: after)
  return SpokenAudio(samples: samples, sampleRate: 22_050)
}

@Suite struct `Speech made into a clip` {
  @Test(arguments: [0, 100, 1103, 5000])
  func `is heard from its onset on, a few milliseconds after the clip begins`(silence: Int) throws {
    let clip = try #require(SpeechClip.make(from: word(silence: silence, tone: 2205, after: 4000)))
    #expect(clip.onset <= 240)
    let exact = silence * 320 / 147
    // The average over a millisecond can see the tone half a millisecond ahead.
    if exact > 300 { #expect(clip.onset == 240) } else { #expect(abs(clip.onset - exact) <= 24) }
    #expect(abs(clip.audibleEnd - clip.onset - 4800) <= 48)
    let loud = clip.left.indices.filter { clip.left[$0].magnitude > 0.01 }
    #expect((0...24).contains((loud.first ?? 0) - clip.onset))
    #expect((0...24).contains(clip.audibleEnd - (loud.last ?? 0)))
    #expect(clip.frames - clip.audibleEnd <= 960)
  }

  @Test func `is 1.3 dB louder than the backend gave it`() throws {
    let clip = try #require(SpeechClip.make(from: word(silence: 500, tone: 5000, after: 500)))
    let level = amplitude(of: 441, in: clip.left[1000..<9000], sampleRate: 48_000)
    #expect(abs(decibels(level) - (decibels(8000 / 32_768) + 1.3)) < 0.02)
    let plain = try #require(SpeechClip.make(from: word(silence: 500, tone: 5000, after: 500), gain: 0))
    #expect(abs(decibels(level / amplitude(of: 441, in: plain.left[1000..<9000], sampleRate: 48_000)) - 1.3) < 0.01)
  }

  @Test func `begins and ends without a click, even if it is cut out of a noise`() throws {
    let hum = SpokenAudio(samples: (0..<8000).map { $0 < 3000 || $0 > 5000 ? 200 : 9000 }, sampleRate: 22_050)
    let clip = try #require(SpeechClip.make(from: hum))
    #expect(clip.left.first == 0)
    #expect((clip.left.last ?? 1).magnitude < 0.001)
    #expect(clip.onset == 240)
  }

  @Test func `of silence is empty`() {
    #expect(SpeechClip.make(from: word(silence: 9000, tone: 0, after: 0))?.frames == 0)
    #expect(SpeechClip.make(from: SpokenAudio(samples: [], sampleRate: 22_050))?.frames == 0)
    #expect(SpeechClip.make(from: word(silence: 0, tone: 4000, after: 0, amplitude: 100))?.frames == 0)
  }

  @Test func `at an impossible rate is nothing`() {
    #expect(SpeechClip.make(from: SpokenAudio(samples: [1], sampleRate: 0)) == nil)
  }

  @Test func `has one storage for both sides`() throws {
    let clip = try #require(SpeechClip.make(from: word(silence: 10, tone: 2205, after: 10)))
    #expect(clip.left == clip.right)
    #expect(allFinite(clip.left))
  }
}
