import AudioMixing
import TestSupport
import Testing

@Suite struct `A layer` {
  @Test func `fades in from its first frame and is full exactly at the end of the fade`() {
    let mixer = Mixer(sampleRate: 1)
    let group = mixer.makeGroup()
    group.startLayer(1, ClipSource(constant(0.8, frames: 3), loops: true), at: 2, fade: 4, curve: .linear)
    #expect(thousandths(mixer.record(9).left) == [0, 0, 0, 200, 400, 600, 800, 800, 800])
  }

  @Test func `loops its clip without a gap`() {
    let mixer = Mixer(sampleRate: 1)
    let group = mixer.makeGroup()
    group.startLayer(1, ClipSource(counting(frames: 3), loops: true), at: 1)
    #expect(thousandths(mixer.record(9).left) == [0, 1, 2, 3, 1, 2, 3, 1, 2])
  }

  @Test func `ends with a source that does not loop`() {
    let mixer = Mixer(sampleRate: 1)
    let group = mixer.makeGroup()
    group.startLayer(1, ClipSource(counting(frames: 3), loops: false), at: 1)
    #expect(thousandths(mixer.record(6).left) == [0, 1, 2, 3, 0, 0])
    #expect(group.status(of: 1) == nil)
  }

  @Test(arguments: [FadeCurve.linear, .square, .equalPower], [1, 61, 64, 4096])
  func `reaches silence exactly at the requested frame`(curve: FadeCurve, block: Int) {
    let (end, length) = (30_011, 7203)
    let mixer = Mixer(sampleRate: 48_000)
    let group = mixer.makeGroup()
    group.startLayer(1, ClipSource(constant(0.5, frames: 100), loops: true), at: 0, fade: 4800, curve: curve)
    group.fadeLayer(1, to: .silence, at: end - length, over: length)
    let recording = mixer.record(end + 500, block: block)
    #expect(recording.left[end - length] == 0.5)
    #expect(recording.left[end - 1] > 0)
    #expect(recording.left[end...].allSatisfy { $0 == 0 })
    #expect(group.status(of: 1)?.framesRead == end)
    #expect(group.status(of: 1)?.isPaused == true)
  }

  @Test func `that is paused continues where it was`() {
    let mixer = Mixer(sampleRate: 1)
    let group = mixer.makeGroup()
    group.startLayer(1, ClipSource(counting(frames: 100, from: 100), loops: false), at: 0, curve: .linear)
    group.fadeLayer(1, to: .silence, at: 3, over: 2)
    group.fadeLayer(1, to: .full, at: 20, over: 2)
    let heard = thousandths(mixer.record(26).left)
    #expect(heard[..<6] == [100, 101, 102, 103, 52, 0])
    #expect(heard[5..<20].allSatisfy { $0 == 0 })
    #expect(heard[20...] == [0, 53, 107, 108, 109, 110])
  }

  @Test func `turned in the middle of a fade continues from the gain it has`() {
    let mixer = Mixer(sampleRate: 1)
    let group = mixer.makeGroup()
    group.startLayer(1, ClipSource(constant(0.8, frames: 1), loops: true), at: 0, fade: 8, curve: .linear)
    group.fadeLayer(1, to: .silence, at: 4, over: 8)
    group.fadeLayer(1, to: .full, at: 6, over: 8)
    #expect(thousandths(mixer.record(14).left) == [0, 100, 200, 300, 400, 300, 200, 300, 400, 500, 600, 700, 800, 800])
  }

  @Test func `that is stopped releases its source when it is silent`() {
    let mixer = Mixer(sampleRate: 1)
    let group = mixer.makeGroup()
    var source: ClipSource? = ClipSource(constant(0.8, frames: 1), loops: true)
    weak let held = source
    if let source { group.startLayer(1, source, at: 0, curve: .linear) }
    source = nil
    group.stopLayer(1, at: 3, over: 8)
    #expect(thousandths(mixer.record(5).left) == [800, 800, 800, 800, 700])
    #expect(held != nil)
    #expect(thousandths(mixer.record(8).left) == [600, 500, 400, 300, 200, 100, 0, 0])
    #expect(held == nil)
  }

  @Test func `may take the name of one that is playing, which fades out`() {
    let mixer = Mixer(sampleRate: 100)
    let group = mixer.makeGroup()
    group.startLayer(1, ClipSource(constant(0.2, frames: 1), loops: true), at: 0)
    group.startLayer(1, ClipSource(constant(0.5, frames: 1), loops: true), at: 5)
    #expect(thousandths(mixer.record(8).left) == [200, 200, 200, 200, 200, 700, 500, 500])
  }

  @Test func `crosses over to another with its power kept`() {
    let mixer = Mixer(sampleRate: 100)
    let group = mixer.makeGroup()
    let one = Clip(left: [0.5], right: [0])
    let other = Clip(left: [0], right: [0.5])
    group.startLayer(1, ClipSource(one, loops: true), at: 0, curve: .equalPower)
    group.swapOutLayer(1, at: 10, over: 50)
    group.startLayer(2, ClipSource(other, loops: true), at: 10, fade: 50, curve: .equalPower)
    let recording = mixer.record(100)
    for (left, right) in zip(recording.left, recording.right) {
      #expect((left * left + right * right - 0.25).magnitude < 1e-5)
    }
  }

  @Test func `beyond the last place is refused, and reported`() {
    let mixer = Mixer(sampleRate: 1)
    let group = mixer.makeGroup()
    for number in 0..<9 {
      group.startLayer(LayerID(rawValue: number), ClipSource(constant(0.1, frames: 1), loops: true), at: number)
    }
    let recording = mixer.record(12, reporting: group)
    #expect(recording.report.refusedLayers == [8])
    #expect(thousandths(recording.left).last == 800)
  }
}

@Suite struct `The master level` {
  @Test func `glides to its target in exactly the frames asked for`() {
    let mixer = Mixer(sampleRate: 100)
    let group = mixer.makeGroup()
    group.startLayer(1, ClipSource(constant(0.8, frames: 1), loops: true), at: 0)
    group.setLevel(-20, at: 10, over: 20)
    let heard = thousandths(mixer.record(40).left)
    #expect(heard[...10].allSatisfy { $0 == 800 })
    #expect(heard[20] == 440)
    #expect(heard[30...].allSatisfy { $0 == 80 })
    #expect(zip(heard, heard.dropFirst()).allSatisfy { $0 >= $1 })
  }

  @Test func `set again on its way starts from where it is`() {
    let mixer = Mixer(sampleRate: 48_000)
    let group = mixer.makeGroup()
    group.startLayer(1, ClipSource(constant(0.8, frames: 64), loops: true), at: 0)
    group.setLevel(.silence, at: 1000, over: 4800)
    group.setLevel(.unity, at: 3000, over: 4800)
    let recording = mixer.record(9000)
    #expect(largestStep(Array(recording.left[1...])) < 0.8 * 1.58 / 4800)
    #expect(recording.left[7800...].allSatisfy { $0 == 0.8 })
  }
}
