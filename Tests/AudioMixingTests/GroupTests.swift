import AudioMixing
import TestSupport
import Testing

@Suite struct `Groups of one mixer` {
  private static let gong = sine(700, amplitude: 0.2, frames: 24_000, sampleRate: 48_000)
  private static let bed = sine(300, amplitude: 0.2, frames: 160, sampleRate: 48_000)

  /// A bed, a gong and words that duck the bed.
  private static func play(in group: MixGroup, at frame: Int) {
    group.startLayer(1, ClipSource(bed, loops: true), at: frame, fade: 4800)
    group.play(gong, at: frame + 3000, id: 1)
    group.play(gong, at: frame + 9001, bus: .speech, id: 2)
    group.duck(2, during: frame + 9001..<frame + 20_000)
    group.setLevel(-3, at: frame + 25_000, over: 9000)
    group.stopLayer(1, at: frame + 40_000, over: 2000)
  }

  /// What is heard of groups that begin at these frames.
  private func heard(_ frames: [Int], block: Int = 480) -> RenderedAudio {
    let mixer = Mixer()
    let groups = frames.map { _ in mixer.makeGroup() }
    for (group, frame) in zip(groups, frames) { Self.play(in: group, at: frame) }
    return mixer.record(60_000, block: block)
  }

  @Test func `are heard as the sum of what each is alone`() {
    let (one, other, both) = (heard([0]), heard([7013]), heard([0, 7013]))
    #expect(both.limitedFrames == 0 && both.peak > 0.3)
    #expect(both.left == zip(one.left, other.left).map { $0 + $1 })
  }

  @Test(arguments: [1, 100, 333, 4096])
  func `give the same bits in blocks of any size`(block: Int) {
    #expect(heard([0, 7013, 90], block: block) == heard([0, 7013, 90]))
  }

  @Test func `have numbers, a level and a ducking of their own`() {
    let mixer = Mixer(sampleRate: 100)
    let (one, other) = (mixer.makeGroup(), mixer.makeGroup())
    for group in [one, other] { group.startLayer(1, ClipSource(constant(0.2, frames: 1), loops: true), at: 0) }
    one.play(constant(0.1, frames: 1000), at: 0, id: 7)
    other.play(constant(0.1, frames: 1000), at: 0, id: 7)
    #expect(thousandths([mixer.record(10).left[9]]) == [600])
    one.stop(7, at: 20)
    one.stopLayer(1, at: 20)
    #expect(thousandths([mixer.record(20).left[19]]) == [300])
    one.duck(1, during: 60..<200)
    one.setLevel(.silence, at: 60)
    #expect(thousandths([mixer.record(60).left[59]]) == [300])
    #expect(one.voiceCount == 0 && other.voiceCount == 1 && other.status(of: 1)?.isPaused == false)
  }

  @Test func `share one limiter, so that no sum is too loud`() {
    let mixer = Mixer()
    let groups = (0..<3).map { _ in mixer.makeGroup() }
    for group in groups { group.play(sine(500, amplitude: 0.8, frames: 9600, sampleRate: 48_000), at: 0, id: 1) }
    let recording = mixer.record(9600)
    #expect(recording.peak <= 0.891_250_94 && recording.peak > 0.88 && recording.limitedFrames > 9000)
  }

  @Test func `take no places from one another`() {
    let mixer = Mixer(sampleRate: 1000)
    let (full, other) = (mixer.makeGroup(), mixer.makeGroup())
    for number in 0...MixGroup.voiceCapacity {
      full.play(constant(0.01, frames: 400), at: 0, id: VoiceID(rawValue: number))
    }
    other.play(constant(0.01, frames: 400), at: 0, id: 0)
    _ = mixer.record(200)
    #expect(full.voiceCount == MixGroup.voiceCapacity && other.voiceCount == 1)
    #expect(mixer.record(1, reporting: other).report == GroupReport())
  }

  @Test func `begin where the mix is, and keep their own parts`() {
    let mixer = Mixer(sampleRate: 1000)
    let first = mixer.makeGroup()
    first.play(constant(0.25, frames: 2000), at: 0, id: 1)
    _ = mixer.record(1000)
    let second = mixer.makeGroup(keepsParts: true)
    #expect(second.play(constant(0.125, frames: 500), at: 1100, bus: .speech, id: 1) == .onTime)
    let recording = mixer.record(500, block: 500)
    #expect(thousandths([recording.left[99], recording.left[100], recording.left[499]]) == [250, 375, 375])
    #expect(thousandths([second.part(.speech).left[99], second.part(.speech).left[100]]) == [0, 125])
    #expect(second.part(.sounds).left.allSatisfy { $0 == 0 } && first.part(.sounds).left.isEmpty)
  }

  @Test func `ring out when nobody holds them any more`() {
    let mixer = Mixer(sampleRate: 1000)
    mixer.makeGroup().play(constant(0.25, frames: 300), at: 100, id: 1)
    let left = mixer.record(600).left
    #expect(left[100..<400].allSatisfy { $0 == 0.25 } && left[400...].allSatisfy { $0 == 0 })
  }
}
