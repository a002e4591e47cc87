import AudioMixing
import TestSupport
import Testing

/// A request to a group and the frame it is for.
private struct Request {
  let frame: Int
  let send: (MixGroup) -> Void
}

/// A random plan of voices, layers, levels and ducks, over the given number of frames.
private func plan(seed: UInt64, frames: Int, sampleRate: Int, loud: Bool) -> [Request] {
  var random = RandomParameters(seed: seed)
  let tone = sine(Double(sampleRate) / 37, amplitude: 0.4, frames: sampleRate / 2, sampleRate: sampleRate)
  let word = sine(Double(sampleRate) / 23, amplitude: 0.5, frames: sampleRate / 3, sampleRate: sampleRate)
  let bed = sine(Double(sampleRate) / 40, amplitude: 0.3, frames: 40 * 11, sampleRate: sampleRate)
  var requests: [Request] = []
  for number in 0..<random.int(10..<60) {
    let frame = random.int(0..<frames)
    let length = random.int(0..<sampleRate)
    let gain = Decibels(random.real(-20..<(loud ? 15 : -10)))
    let voice = VoiceID(rawValue: random.int(0..<6))
    let layer = LayerID(rawValue: random.int(0..<3))
    let curve = [FadeCurve.linear, .square, .equalPower][random.int(0..<3)]
    let target: FadeEnd = random.int(0..<2) == 0 ? .silence : .full
    switch random.int(0..<9) {
    case 0, 1: requests.append(Request(frame: frame) { $0.play(tone, at: frame, gain: gain, id: voice) })
    case 2: requests.append(Request(frame: frame) { $0.play(word, at: frame, gain: gain, bus: .speech, id: voice) })
    case 3: requests.append(Request(frame: frame) { $0.stop(voice, at: frame, over: length / 4) })
    case 4:
      requests.append(
        Request(frame: frame) { group in
          group.startLayer(
            layer, ClipSource(bed, loops: true), at: frame, gain: gain, fade: length / 2 + sampleRate / 100,
            curve: curve)
        })
    case 5: requests.append(Request(frame: frame) { $0.fadeLayer(layer, to: target, at: frame, over: length) })
    case 6: requests.append(Request(frame: frame) { $0.stopLayer(layer, at: frame, over: length / 3) })
    case 7:
      let id = VoiceID(rawValue: 100 + number)
      requests.append(Request(frame: frame) { $0.duck(id, by: 12, during: frame..<frame + length) })
    default: requests.append(Request(frame: frame) { $0.setLevel(gain, at: frame, over: length / 5) })
    }
  }
  return requests.sorted { $0.frame < $1.frame }
}

/// Plays a plan as a live loop does: before each block it sends what lies within the horizon.
private func play(_ plan: [Request], frames: Int, sampleRate: Int, block: Int) -> RenderedAudio {
  let mixer = Mixer(sampleRate: sampleRate)
  let group = mixer.makeGroup()
  // Intervals of ducking want to be known a second ahead; everything else by the latency.
  let horizon = sampleRate + sampleRate / 5 + mixer.latencyFrames
  var next = 0
  return mixer.record(frames, block: block) { range in
    while next < plan.count, plan[next].frame < range.upperBound + horizon {
      plan[next].send(group)
      next += 1
    }
  }
}

@Suite struct `Any plan` {
  @Test(arguments: UInt64(1)...12)
  func `gives the same bits in blocks of any size`(seed: UInt64) {
    let (frames, sampleRate) = (16_000, 8000)
    let requests = plan(seed: seed, frames: frames, sampleRate: sampleRate, loud: true)
    let whole = play(requests, frames: frames, sampleRate: sampleRate, block: frames)
    #expect(whole.left.contains { $0 != 0 }, "seed \(seed) is silent")
    var random = RandomParameters(seed: seed)
    for block in [1, 10, 480, random.int(2..<4097)] {
      let again = play(requests, frames: frames, sampleRate: sampleRate, block: block)
      #expect(again == whole, "seed \(seed), block \(block)")
    }
  }

  @Test(arguments: UInt64(100)...103)
  func `gives the same bits at 48 kHz too`(seed: UInt64) {
    let frames = 72_000
    let requests = plan(seed: seed, frames: frames, sampleRate: 48_000, loud: true)
    let whole = play(requests, frames: frames, sampleRate: 48_000, block: frames)
    for block in [64, 441, 1440] {
      let again = play(requests, frames: frames, sampleRate: 48_000, block: block)
      #expect(again == whole, "seed \(seed), block \(block)")
    }
  }

  @Test(arguments: UInt64(150)...153)
  func `isn't changed by what happens in silence beside it`(seed: UInt64) {
    let requests = plan(seed: seed, frames: 30_000, sampleRate: 48_000, loud: true)
    let alone = play(requests, frames: 36_000, sampleRate: 48_000, block: 512)
    var random = RandomParameters(seed: seed)
    let beside = (0..<200).map { _ in
      let frame = random.int(0..<36_000)
      return Request(frame: frame) { $0.stop(999, at: frame) }
    }
    let all = (requests + beside).sorted { $0.frame < $1.frame }
    #expect(play(all, frames: 36_000, sampleRate: 48_000, block: 512) == alone, "seed \(seed)")
  }

  @Test(arguments: UInt64(200)...215)
  func `stays under −1 dBFS and never gives what is not a number`(seed: UInt64) {
    let requests = plan(seed: seed, frames: 16_000, sampleRate: 8000, loud: true)
    let recording = play(requests, frames: 20_000, sampleRate: 8000, block: 333)
    #expect(recording.peak <= 0.891_250_94, "seed \(seed)")
    #expect(allFinite(recording.left) && allFinite(recording.right))
  }

  @Test(arguments: UInt64(250)...257)
  func `has parts that add up to the mix where the limiter is idle, in blocks of any size`(seed: UInt64) {
    let requests = plan(seed: seed, frames: 16_000, sampleRate: 8000, loud: false)
    func parts(_ block: Int) -> (sum: [Float], mix: [Float], limited: Int) {
      let mixer = Mixer(sampleRate: 8000)
      let group = mixer.makeGroup(keepsParts: true)
      for request in requests { request.send(group) }
      var (sum, mix, limited): ([Float], [Float], Int) = ([], [], 0)
      for _ in 0..<16_000 / block {
        let recording = mixer.record(block, block: block)
        mix += recording.left
        limited += recording.limitedFrames
        let heard = StemKind.allCases.map { group.part($0).left }
        sum += (0..<block).map { frame in heard.reduce(0) { $0 + $1[frame] } }
      }
      return (sum, mix, limited)
    }
    let (whole, pieces) = (parts(4000), parts(50))
    #expect(whole == pieces, "seed \(seed)")
    let worst = zip(whole.sum, whole.mix).reduce(0) { max($0, ($1.0 - $1.1).magnitude) }
    #expect(worst < 1e-6 || whole.limited > 0, "seed \(seed): \(worst)")
    #expect(whole.mix.contains { $0 != 0 })
  }

  @Test(arguments: UInt64(300)...307)
  func `turns a sound up and down without a step beyond its own`(seed: UInt64) {
    var random = RandomParameters(seed: seed)
    let bed = sine(1200, amplitude: 0.3, frames: 440, sampleRate: 48_000)
    let mixer = Mixer()
    let group = mixer.makeGroup()
    group.startLayer(1, ClipSource(bed, loops: true), at: 0, fade: 2000)
    for number in 0..<40 {
      let frame = random.int(0..<70_000)
      let length = random.int(0..<6000)
      switch random.int(0..<4) {
      case 0: group.fadeLayer(1, to: .silence, at: frame, over: length)
      case 1: group.fadeLayer(1, to: .full, at: frame, over: length)
      case 2: group.duck(VoiceID(rawValue: number), during: frame..<frame + length)
      default: group.setLevel(Decibels(random.real(-30..<0)), at: frame, over: length)
      }
    }
    let recording = mixer.record(72_000)
    #expect(recording.limitedFrames == 0)
    #expect(recording.largestStep <= bed.largestStep + 1e-3, "seed \(seed)")
    #expect(recording.largestStep > 0.001, "seed \(seed) is silent")
  }
}

extension Clip {
  /// The greatest difference between neighbours.
  fileprivate var largestStep: Float { TestSupport.largestStep(left) }
}
