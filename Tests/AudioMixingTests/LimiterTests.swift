import AudioMixing
import Glibc
import TestSupport
import Testing

private let ceiling: Float = 0.891_250_94  // −1 dBFS

@Suite struct `The limiter` {
  @Test func `lets through what is below −1 dBFS, bit for bit`() {
    var random = RandomParameters(seed: 3)
    let noise = Clip(
      left: (0..<9600).map { _ in Float(random.real(-0.89..<0.89)) },
      right: (0..<9600).map { _ in Float(random.real(-0.89..<0.89)) })
    let mixer = Mixer()
    let group = mixer.makeGroup()
    group.play(noise, at: 0, id: 1)
    let recording = mixer.record(9600)
    #expect(recording.left == noise.left)
    #expect(recording.right == noise.right)
    #expect(recording.limitedFrames == 0)
  }

  @Test(arguments: [0.95, 1, 2, 10, 1000])
  func `keeps any peak under −1 dBFS`(amplitude: Double) {
    var random = RandomParameters(seed: 5)
    let clip = Clip(
      left: (0..<6000).map { _ in random.int(0..<300) == 0 ? Float(amplitude) : Float(random.real(-0.1..<0.1)) },
      right: (0..<6000).map { Float(amplitude * sin(Double($0) * 0.03)) })
    let mixer = Mixer()
    let group = mixer.makeGroup()
    group.play(clip, at: 777, id: 1)
    let recording = mixer.record(8000)
    #expect(recording.peak <= ceiling, "seed 5")
    #expect(recording.peak > 0.88)
    #expect(recording.limitedFrames > 0)
  }

  @Test func `turns down before the peak and returns to the very bits after it`() {
    let quiet = sine(500, amplitude: 0.1, frames: 96_000, sampleRate: 48_000)
    let mixer = Mixer()
    let group = mixer.makeGroup()
    group.play(quiet, at: 0, id: 1)
    group.play(constant(3, frames: 1), at: 20_000, id: 2)
    let recording = mixer.record(96_000)
    #expect(recording.left[..<19_760] == quiet.left[..<19_760])
    #expect(recording.left[20_000].magnitude <= ceiling)
    #expect(recording.left[19_950].magnitude < quiet.left[19_950].magnitude)
    // 50 ms of release: after half a second nothing is left of it, and the samples are untouched again.
    #expect(recording.left[(20_000 + 40_000)...] == quiet.left[(20_000 + 40_000)...])
  }

  @Test func `turns both sides down alike`() {
    let mixer = Mixer()
    let group = mixer.makeGroup()
    group.play(Clip(left: Array(repeating: 2, count: 4800), right: Array(repeating: 0.5, count: 4800)), at: 0, id: 1)
    let recording = mixer.record(4800)
    for (left, right) in zip(recording.left, recording.right) { #expect((left / right - 4).magnitude < 1e-5) }
  }

  @Test func `changes its gain smoothly`() {
    let mixer = Mixer()
    let group = mixer.makeGroup()
    group.startLayer(1, ClipSource(constant(0.2, frames: 64), loops: true), at: 0, fade: 4800)
    group.play(constant(1.6, frames: 1), at: 10_000, id: 2)
    var left = mixer.record(30_000).left
    left[10_000] = left[9999]
    // Two box filters of 121 frames: the steepest slope is the whole way in 121 frames.
    #expect(largestStep(left) < 0.2 * 0.55 / 120)
  }
}
