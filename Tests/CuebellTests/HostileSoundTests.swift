import CuebellAudio
import TestSupport
import Testing

private let frames = [Int.min, -1 << 40, -48_000, -1, 0, 1, 480, 48_000, 1 << 40, Int.max - 1, Int.max]
private let levels = [-Double.infinity, -.greatestFiniteMagnitude, -6, 0, 24, 1e300, .infinity, .nan]
private let samples: [Float] = [0, 0.5, -1, .greatestFiniteMagnitude, -.infinity, .infinity, .nan]
private let times: [Duration] =
  [.zero, .nanoseconds(1), .seconds(2), .seconds(10_000_000_000_000), .seconds(Int64.max)]
  .flatMap { [$0, .zero - $0] } + [Duration(attoseconds: .max), Duration(attoseconds: .min)]

/// Speaks at a rate that can't be.
private struct OddVoice: SpeechBackend {
  let sampleRate: Int

  func synthesize(_ request: SpeechRequest) throws(SpeechError) -> SpokenAudio {
    SpokenAudio(samples: Array(repeating: 9_000, count: 500), sampleRate: sampleRate)
  }
}

private struct FiniteSink: AudioSink {
  let blockFrames: Int
  let latencyFrames = 0
  private(set) var frames = 0
  private(set) var isFinite = true

  init(blockFrames: Int = 4_800) { self.blockFrames = blockFrames }

  mutating func write(left: Span<Float>, right: Span<Float>) throws(SinkError) {
    frames += left.count
    for frame in left.indices where !(left[frame].magnitude <= 1) || !(right[frame].magnitude <= 1) { isFinite = false }
    if frames > 48_000 * 4 { throw SinkError.cannotWrite("too long") }
  }

  mutating func finish() throws(SinkError) {}
}

private func workout() throws -> Workout {
  try Workout("W", ambient: Ambient(sound: "rain")) {
    Phase("Work", for: .seconds(2), metronome: Metronome(.perMinute(90)))
    Phase(open: "Rest")
  }
}

@Suite(.timeLimit(.minutes(5))) struct `Numbers of sounds that can't be` {
  @Test(arguments: UInt64(0)..<60) func `leave a mix finite`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func pick<Value>(_ values: [Value]) -> Value { values[random.below(values.count)] }
    let mixer = Mixer()
    let group = mixer.makeGroup(keepsParts: true)
    let clip = Instrument.gong.clip()
    var (left, right) = ([Float](repeating: 0, count: 4_800), [Float](repeating: 0, count: 4_800))
    for number in 0..<60 {
      let (frame, length, gain) = (pick(frames), pick(frames), Decibels(pick(levels)))
      let (voice, layer) = (VoiceID(rawValue: number % 5), LayerID(rawValue: number % 5))
      switch random.below(10) {
      case 0: group.play(clip, at: frame, gain: gain, bus: pick([.sound, .speech]), id: voice)
      case 1: group.play(PackedClip(clip), at: frame, gain: gain, id: voice)
      case 2: group.stop(voice, at: frame, over: length)
      case 3:
        let source = ClipSource(clip, loops: true, from: length)
        group.startLayer(
          layer, source, at: frame, gain: gain, fade: length, curve: pick([.linear, .square, .equalPower]))
      case 4: group.fadeLayer(layer, to: pick([.silence, .full]), at: frame, over: length)
      case 5: group.stopLayer(layer, at: frame, over: length)
      case 6: group.swapOutLayer(layer, at: frame, over: length)
      case 7: group.setLevel(gain, at: frame, over: length)
      case 8: group.duck(voice, by: gain, beats: gain, during: min(frame, length)..<max(frame, length))
      default: group.cancelDuck(voice, at: frame)
      }
      _ = (group.status(of: layer), group.report, group.voiceCount)
      var leftSpan = left.mutableSpan
      var rightSpan = right.mutableSpan
      mixer.render(left: &leftSpan, right: &rightSpan)
      #expect(left.allSatisfy { $0.magnitude <= 1 } && right.allSatisfy { $0.magnitude <= 1 })
    }
  }

  @Test func `leave samples and clips readable`() throws {
    let reversed = Array(samples.reversed())
    var file = WAVSink()
    try file.write(left: samples.span, right: reversed.span)
    #expect(file.bytes.count == 44 + 4 * samples.count)
    for frame in frames {
      let clip = Clip(left: samples, right: samples, onset: frame, audibleEnd: frame)
      #expect((0...samples.count).contains(clip.onset) && (clip.onset...samples.count).contains(clip.audibleEnd))
      _ = (PackedClip(clip), Loudness.average(of: clip, sampleRate: frame), Loudness.integrated(of: clip))
      _ = Loudness.momentaryMaximum(of: clip, sampleRate: frame)
      _ = (Resampler(from: frame, to: 48_000), Resampler(from: 48_000, to: frame))
      _ = (FrameClock.duration(of: frame), FrameClock(frame: frame).instant(of: frame))
      for time in times {
        let clock = FrameClock(frame: frame, instant: time, periodErrorPPB: frame)
        _ = (clock.frame(at: time), clock.instant(of: frame), clock.frame(at: .zero), FrameClock.frames(in: time))
      }
    }
    for level in levels {
      #expect(Decibels(level).amplitude.isFinite)
      _ = (Decibels(level) + Decibels(level), Decibels(level) - Decibels(level))
    }
    #expect(Resampler(from: 22_050, to: 48_000)?.resample(samples).isEmpty == false)
  }

  @Test func `don't end a rendered session`() throws {
    for (index, time) in times.enumerated() {
      let rate = frames[index % frames.count]
      var sink = FiniteSink(blockFrames: rate)
      try? OfflineSession.render(workout(), speech: OddVoice(sampleRate: rate), into: &sink, doneAfter: time)
      #expect(sink.frames > 0 && sink.isFinite)
    }
  }

  @Test func `don't end a session in a renderer`() throws {
    for (time, frame) in zip(times, frames + frames) {
      let workout = try workout()
      let phrases = SpeechCache(OddVoice(sampleRate: 22_050), voice: Voice())
      let renderer = SessionRenderer(blockFrames: frame)
      let session = renderer.add(
        Engine(try Timeline(workout)), phrases: phrases, sounds: SoundLibrary(workout), leadIn: time, doneAfter: time
      ) { _ in }
      session.act(.start)
      session.act(.prepared)
      var sink = FiniteSink()
      for _ in 0..<4 { _ = try? renderer.step(into: &sink) }
      session.act(.setVolume(.nan))
      session.recordSleep(of: time)
      session.follow(FrameClock(frame: frame, instant: time))
      renderer.useBlocks(of: frame, ahead: frame)
      for _ in 0..<4 { _ = try? renderer.step(into: &sink) }
      _ = (session.now, session.isOver, renderer.fadeOutNextBlocks())
      #expect(sink.isFinite)
    }
  }
}
