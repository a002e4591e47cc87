import AudioMixing
import TestSupport
import Testing

/// Gains in decibels of a layer that would be constant without ducking, at 100 frames a second.
private func duckedLevels(frames: Int, _ requests: (MixGroup) -> Void) -> [Double] {
  let mixer = Mixer(sampleRate: 100)
  let group = mixer.makeGroup()
  group.startLayer(1, ClipSource(constant(0.5, frames: 1), loops: true), at: 0)
  requests(group)
  return mixer.record(frames).left.map { decibels(Double($0) / 0.5) }
}

@Suite struct `Ducking` {
  @Test func `is at its depth when speech begins, holds a quarter of a second and returns`() {
    let levels = duckedLevels(frames: 500) { $0.duck(1, by: 12, during: 200..<300) }
    #expect(levels[...185].allSatisfy { $0 == 0 })
    #expect(levels[186] < 0 && levels[186] > -1)
    #expect(levels[200..<325].allSatisfy { abs($0 + 12) < 1e-4 })
    #expect(abs(levels[355] + 6) < 0.01)
    #expect(levels[385...].allSatisfy { $0 == 0 })
  }

  @Test func `never moves the level by a step`() {
    let mixer = Mixer()
    let group = mixer.makeGroup()
    group.startLayer(1, ClipSource(constant(0.5, frames: 64), loops: true), at: 0)
    group.duck(1, during: 24_000..<30_000)
    group.duck(2, by: 6, during: 40_000..<41_000)
    let recording = mixer.record(100_000)
    #expect(largestStep(Array(recording.left[1...])) < 1e-4)
    #expect(recording.left[24_000] < 0.125_6)
  }

  @Test func `leaves voices alone`() {
    let mixer = Mixer(sampleRate: 100)
    let group = mixer.makeGroup()
    group.play(constant(0.5, frames: 400), at: 0, bus: .speech, id: 1)
    group.duck(1, during: 100..<300)
    #expect(mixer.record(400).left.allSatisfy { $0 == 0.5 })
  }

  @Test func `stays down between words less than a second apart, and comes up between others`() {
    let near = duckedLevels(frames: 700) { group in
      group.duck(1, during: 100..<150)
      group.duck(2, during: 249..<300)
    }
    #expect(near[100..<325].allSatisfy { abs($0 + 12) < 1e-4 })
    let far = duckedLevels(frames: 700) { group in
      group.duck(1, during: 100..<150)
      group.duck(2, during: 250..<300)
    }
    #expect(far[235] == 0)
  }

  @Test func `is the same whichever interval is announced first`() {
    let forth = duckedLevels(frames: 700) { group in
      group.duck(1, during: 100..<150)
      group.duck(2, by: 20, during: 200..<300)
    }
    let back = duckedLevels(frames: 700) { group in
      group.duck(2, by: 20, during: 200..<300)
      group.duck(1, during: 100..<150)
    }
    #expect(forth == back)
    #expect(abs(forth[160] + 12) < 1e-4)
    #expect(abs(forth[250] + 20) < 1e-4)
  }

  @Test func `announced too late goes down in twenty milliseconds`() {
    let mixer = Mixer()
    let group = mixer.makeGroup()
    group.startLayer(1, ClipSource(constant(0.5, frames: 64), loops: true), at: 0)
    _ = mixer.record(4800)
    let now = mixer.mixedFrames
    group.duck(1, during: now..<now + 4800)
    let heard = mixer.record(now - 4800 + 2000).left.dropFirst(now - 4800)
    #expect(heard.first == 0.5)
    #expect(abs(decibels(Double(heard[heard.startIndex + 960]) / 0.5) + 12) < 0.01)
    #expect(largestStep(Array(heard)) < 0.5 * 1.5 / 960)
  }

  @Test func `that is cancelled releases at once, without a step`() {
    let levels = duckedLevels(frames: 500) { group in
      group.duck(1, during: 100..<400)
      group.cancelDuck(1, at: 200)
    }
    #expect(abs(levels[200] + 12) < 1e-4)
    #expect(abs(levels[230] + 6) < 0.01)
    #expect(levels[260...].allSatisfy { $0 == 0 })
  }

  @Test func `that is cancelled before it began is not heard, nor holds its neighbour down`() {
    let levels = duckedLevels(frames: 500) { group in
      group.duck(1, during: 100..<150)
      group.duck(2, during: 240..<300)
      group.cancelDuck(2, at: 0)
    }
    #expect(abs(levels[174] + 12) < 1e-4)
    #expect(levels[235...].allSatisfy { $0 == 0 })
  }

  @Test func `has space for a fixed number of intervals, and says when there is no more`() {
    let mixer = Mixer(sampleRate: 100)
    let group = mixer.makeGroup()
    for number in 0..<MixGroup.duckCapacity {
      let start = 1000 * (number + 1)
      #expect(group.duck(VoiceID(rawValue: number), during: start..<start + 10) == .onTime)
    }
    #expect(group.duck(99, during: 5..<9) == .refused(.tooManyDucks))
    _ = mixer.record(1200)
    #expect(group.duck(99, during: 5000..<5009) == .onTime)
  }
}
