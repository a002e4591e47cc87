import AudioMixing
import TestSupport
import Testing

@Suite struct `A voice` {
  @Test(arguments: [1, 2, 3, 7, 63, 64, 65, 240, 480, 1000, 1024, 4096])
  func `begins at exactly the frame that was asked for, in blocks of any size`(block: Int) {
    let gong = Instrument.gong.clip(sampleRate: 48_000)
    let mixer = Mixer()
    let group = mixer.makeGroup()
    #expect(group.play(gong, at: 2017, id: 1) == .onTime)
    let recording = mixer.record(3000, block: block)
    #expect(recording.left[..<2017].allSatisfy { $0 == 0 })
    #expect(Array(recording.left[2017...]) == Array(gong.left[..<983]))
    #expect(Array(recording.right[2017...]) == Array(gong.right[..<983]))
  }

  @Test func `plays its clip once, times its gain`() {
    let mixer = Mixer(sampleRate: 1)
    let group = mixer.makeGroup()
    group.play(counting(frames: 3, from: 100), at: 2, gain: 6.020_599_913, id: 1)
    #expect(thousandths(mixer.record(7).left) == [0, 0, 200, 202, 204, 0, 0])
  }

  @Test func `adds to the others`() {
    let mixer = Mixer(sampleRate: 1)
    let group = mixer.makeGroup()
    group.play(constant(0.1, frames: 4), at: 1, id: 1)
    group.play(constant(0.2, frames: 2), at: 2, bus: .speech, id: 2)
    #expect(thousandths(mixer.record(6).left) == [0, 100, 300, 300, 100, 0])
  }

  @Test func `fades out when it is stopped, and is silent exactly at the end of the fade`() {
    let mixer = Mixer(sampleRate: 1)
    let group = mixer.makeGroup()
    group.play(constant(0.8, frames: 100), at: 0, id: 1)
    group.stop(1, at: 3, over: 4)
    #expect(thousandths(mixer.record(9).left) == [800, 800, 800, 800, 600, 400, 200, 0, 0])
    #expect(group.voiceCount == 0)
  }

  @Test func `is never cut in less than ten milliseconds`() {
    let mixer = Mixer(sampleRate: 48_000)
    let group = mixer.makeGroup()
    group.play(constant(0.5, frames: 48_000), at: 0, id: 1)
    group.stop(1, at: 1000, over: 0)
    let recording = mixer.record(2000)
    #expect(recording.left[1000] == 0.5)
    #expect(recording.left[1479] > 0)
    #expect(recording.left[1480] == 0)
    #expect(largestStep(Array(recording.left[1...])) < 0.5 / 479)
  }

  @Test func `that has not begun is dropped by a stop, unless it was asked for after it`() {
    let mixer = Mixer(sampleRate: 1)
    let group = mixer.makeGroup()
    group.play(constant(0.1, frames: 2), at: 5, id: 1)
    group.stop(1, at: 3)
    group.play(constant(0.2, frames: 2), at: 8, id: 1)
    #expect(thousandths(mixer.record(11).left) == [0, 0, 0, 0, 0, 0, 0, 0, 200, 200, 0])
  }

  @Test func `that comes late comes in where it would have been, without a click`() {
    let mixer = Mixer(sampleRate: 48_000)
    let group = mixer.makeGroup()
    _ = mixer.record(4800)
    let mixed = mixer.mixedFrames
    #expect(group.play(constant(0.5, frames: 48_000), at: mixed - 1000, id: 1) == .late(by: 1000))
    let recording = mixer.record(48_000 + mixed)
    #expect(largestStep(Array(recording.left[..<24_000])) < 0.5 / 470)
    let end = recording.left.lastIndex { $0 != 0 }
    #expect(end == mixed - 1000 + 48_000 - 1 - 4800)
  }

  @Test func `that is wholly over is refused`() {
    let mixer = Mixer(sampleRate: 1)
    let group = mixer.makeGroup()
    _ = mixer.record(100)
    #expect(group.play(constant(1, frames: 10), at: 50, id: 1) == .refused(.clipOver))
    #expect(group.play(constant(1, frames: 0), at: 500, id: 1) == .refused(.clipOver))
  }

  @Test func `is on time if it is asked for by the latency ahead`() {
    for block in [1, 50, 64, 333] {
      let mixer = Mixer()
      let group = mixer.makeGroup()
      _ = mixer.record(block * 7, block: block)
      #expect(mixer.latencyFrames == 304)
      #expect(mixer.mixedFrames <= mixer.position + mixer.latencyFrames)
      #expect(group.play(constant(0.1, frames: 9), at: mixer.position + mixer.latencyFrames, id: 1) == .onTime)
    }
  }
}

@Suite struct `When more voices are wanted than there are` {
  @Test func `the quietest sound gives way, the oldest among equals`() {
    let mixer = Mixer(sampleRate: 100)
    let group = mixer.makeGroup()
    for number in 0..<16 {
      let gain: Decibels = number == 5 || number == 9 ? -30 : -20
      group.play(constant(0.1, frames: 500), at: number, gain: gain, id: VoiceID(rawValue: number))
    }
    group.play(constant(0.1, frames: 500), at: 100, id: 100)
    group.play(constant(0.1, frames: 500), at: 120, id: 101)
    group.play(constant(0.1, frames: 500), at: 140, id: 102)
    let recording = mixer.record(200, reporting: group)
    #expect(recording.report.stolen == [5, 9, 0])
    #expect(recording.report.refusedVoices.isEmpty)
    #expect(group.voiceCount == 16)
  }

  @Test func `speech never gives way: the new voice is refused`() {
    let mixer = Mixer(sampleRate: 100)
    let group = mixer.makeGroup()
    for number in 0..<16 {
      group.play(constant(0.01, frames: 500), at: number, bus: .speech, id: VoiceID(rawValue: number))
    }
    group.play(constant(0.1, frames: 500), at: 100, id: 100)
    let recording = mixer.record(200, reporting: group)
    #expect(recording.report.stolen.isEmpty)
    #expect(recording.report.refusedVoices == [100])
  }

  @Test func `giving way makes no click`() {
    let mixer = Mixer(sampleRate: 48_000)
    let group = mixer.makeGroup()
    for number in 0..<16 {
      group.play(constant(0.04, frames: 9600), at: 0, id: VoiceID(rawValue: number))
    }
    for number in 16..<24 { group.play(constant(0, frames: 9600), at: 1000, id: VoiceID(rawValue: number)) }
    let recording = mixer.record(3000, reporting: group)
    #expect(recording.report.stolen == (0..<8).map { VoiceID(rawValue: $0) })
    #expect(largestStep(Array(recording.left[1...])) < 8 * 0.04 / 470)
  }

  @Test func `a full queue says so`() {
    let mixer = Mixer(sampleRate: 1)
    let group = mixer.makeGroup()
    for number in 0..<MixGroup.eventCapacity {
      #expect(group.play(constant(0.1, frames: 1), at: number, id: 1) == .onTime)
    }
    #expect(group.play(constant(0.1, frames: 1), at: 5, id: 1) == .refused(.queueFull))
  }
}
