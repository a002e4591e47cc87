import CuebellAudio
import Testing

/// A sink that is full after some blocks, and has any size of blocks.
private struct SmallSink: AudioSink {
  var blockFrames = 480
  let latencyFrames = 0
  var blocks = 0
  var isClean = true

  mutating func write(left: Span<Float>, right: Span<Float>) throws(SinkError) {
    if blocks == 0 { throw .stalled("full") }
    blocks -= 1
    for frame in left.indices where !(abs(left[frame]) <= 1 && abs(right[frame]) <= 1) { isClean = false }
  }
  mutating func finish() throws(SinkError) {}
}

/// Hums for a quarter of a second at any rate.
private struct Hum: SpeechBackend {
  var rate = 16_000

  func synthesize(_ request: SpeechRequest) throws(SpeechError) -> SpokenAudio {
    SpokenAudio(samples: (0..<max(1, min(rate, 16_000) / 4)).map { Int16($0 % 50) * 200 }, sampleRate: rate)
  }
}

extension HostileNumbers {
  fileprivate mutating func clock() -> FrameClock {
    FrameClock(frame: number(), instant: time(), periodErrorPPB: number())
  }

  private static let tick = Instrument.tick.clip()

  fileprivate mutating func clip() -> Clip {
    let samples = (0..<2_000).map { frame in frame % 100 == 0 ? Float(level()) : Float(frame % 50) / 50 }
    return once(in: 3) ? Clip(mono: samples, onset: number(), audibleEnd: number()) : Self.tick
  }

  /// Requests anything of a group.
  fileprivate mutating func request(of group: MixGroup, clip: Clip) {
    let (frame, frames, gain, id) = (number(), number(), Decibels(level()), VoiceID(rawValue: number()))
    let (layer, end) = (LayerID(rawValue: number()), number())
    switch Int.random(in: 0..<10, using: &self) {
    case 0: group.play(clip, at: frame, gain: gain, bus: pick([.sound, .speech]), id: id)
    case 1: group.play(PackedClip(clip), at: frame, gain: gain, id: id)
    case 2: group.stop(id, at: frame, over: frames)
    case 3:
      let source = ClipSource(clip, loops: once(in: 2), from: number())
      group.startLayer(
        layer, source, at: frame, gain: gain, fade: frames, curve: pick([.linear, .square, .equalPower]))
    case 4: group.fadeLayer(layer, to: pick([.silence, .full]), at: frame, over: frames)
    case 5: group.stopLayer(layer, at: frame, over: frames)
    case 6: group.swapOutLayer(layer, at: frame, over: frames)
    case 7: group.setLevel(gain, at: frame, over: frames)
    case 8: group.duck(id, by: gain, beats: Decibels(level()), during: min(frame, end)..<max(frame, end))
    default: group.cancelDuck(id, at: frame)
    }
    _ = (group.status(of: layer), group.voiceCount, group.report)
  }
}

extension HostileNumbers {
  /// An effect with any numbers.
  fileprivate mutating func effect() -> Effect {
    let cue = CueKey(rule: number(), node: number(), sets: [number()], number: number())
    let bed = Ambient(sound: "bed.flac", gain: level(), fade: time(), duck: pick([.clear, .by(level())]))
    let rate = BeatsPerMinute(level())
    let beat = Metronome(pick([.perMinute(rate), .every(time())]), accent: number(), gain: level())
    let sound = CueSound("tick", strikes: number(), spacing: time(), gain: level())
    let kinds: [Effect.Kind] = [
      .playSound(Effect.Sound(sound, cue: cue, align: pick(Alignment.allCases))),
      .speak(Effect.Words("Work", gain: level(), cue: cue, align: pick(Alignment.allCases))),
      .silence(pick([.everything, .words(of: [cue])]), over: time()), .volume(level()),
      .ambient(pick([.start(bed), .swap(bed, fade: time()), .pause(fade: time()), .resume(fade: time())])),
      .ambient(pick([.stop(fade: time()), .swap(nil, fade: time())])),
      .track(pick([.start("track.flac", offset: time()), .pause(fade: time()), .resume(fade: time())])),
      .track(.stop(fade: time())),
      .metronome(pick([.start(beat, origin: time(), fade: time()), .fadeOut(over: time()), .end])),
    ]
    return Effect(due: time(), kind: pick(kinds))
  }

  /// Files of a tick, which tell any loudness.
  fileprivate mutating func loader() -> SoundLibrary.Loader {
    let (length, loudness) = (time(), Decibels(level()))
    return SoundLibrary.Loader(
      clip: { _ in Self.tick }, stream: { ClipSource(Self.tick, loops: $0 == "bed.flac", from: $1) },
      loop: { _ in
        SoundLibrary.BedFile(loudness: loudness, loudest: loudness) { _ in ClipSource(Self.tick, loops: true) }
      }, length: { _ in length }, loudest: { _ in loudness })
  }
}

@Suite(.timeLimit(.minutes(5))) struct `Sound of numbers that can't be` {
  @Test(arguments: UInt64(0)..<50)
  func `has frames in the order of their times, and times in that of their frames`(seed: UInt64) {
    var any = HostileNumbers(seed: seed)
    let clock = any.clock()
    let frames = HostileNumbers.times.sorted().map(clock.frame)
    let instants = HostileNumbers.numbers.sorted().map(clock.instant)
    #expect(frames == frames.sorted() && instants == instants.sorted(), "seed \(seed)")
    _ = (frames.map(FrameClock.duration), instants.map(FrameClock.frames), instants.map(clock.frame))
  }

  @Test(arguments: UInt64(0)..<10)
  func `stays within full scale`(seed: UInt64) {
    var any = HostileNumbers(seed: seed)
    let mixer = Mixer(sampleRate: any.pick([Bus.sampleRate, any.number()]))
    let groups = [mixer.makeGroup(), mixer.makeGroup(keepsParts: true)]
    var (left, right) = ([Float](repeating: 0, count: 700), [Float](repeating: 0, count: 700))
    for step in 0..<60 {
      for group in groups { for _ in 0..<3 { any.request(of: group, clip: any.clip()) } }
      var leftSpan = left.mutableSpan
      var rightSpan = right.mutableSpan
      mixer.render(left: &leftSpan, right: &rightSpan)
      #expect(left.allSatisfy { abs($0) <= 1 } && right.allSatisfy { abs($0) <= 1 }, "seed \(seed), step \(step)")
    }
  }

  @Test func `is rendered, whatever happens to the session`() throws {
    let workout = try Workout(
      "W", style: .silent,
      cues: [CueRule(on: .phase, at: .every(.seconds(30)), sound: CueSound("tick"), say: try CueText("{phase}"))]
    ) {
      Phase("Work", for: .seconds(20), metronome: Metronome(.perMinute(90)))
      Phase(open: "Sit")
    }
    let sounds = SoundLibrary(workout)
    for seed in UInt64(0)..<6 {
      var any = HostileNumbers(seed: seed)
      let renderer = SessionRenderer(blockFrames: any.number())
      let engine = Engine(try Timeline(workout), durations: any.durations(), policies: any.policies())
      let phrases = SpeechCache(Hum(rate: any.once(in: 2) ? 16_000 : any.number()), voice: workout.voice)
      let recording = (0..<3).map { _ in RecordedMeasurement(at: any.time(), any.signal(), any.number()) }
      let session = renderer.add(
        engine, phrases: phrases, sounds: sounds, leadIn: any.time(), doneAfter: any.time(), recording: recording
      ) { _ in }
      session.act(.start)
      session.act(.prepared)
      var sink = SmallSink(blocks: .max)
      for step in 0..<60 {
        phrases.prepare(session.engine.phrases(upTo: session.engine.position + .seconds(30)))
        renderer.useBlocks(of: any.once(in: 10) ? any.number() : 480, ahead: any.number())
        if any.once(in: 20) { session.recordSleep(of: any.time()) }
        if any.once(in: 10) { session.follow(any.clock()) }
        if any.once(in: 3) { session.act(any.action()) }
        if any.once(in: 20) { session.updateDurations { $0 = any.durations() } }
        if try renderer.step(into: &sink) == .isOver { break }
        #expect(sink.isClean, "seed \(seed), step \(step)")
        _ = (session.now, session.isOver, renderer.position)
      }
    }
  }

  @Test(arguments: UInt64(0)..<10)
  func `is that of any effects, on any clock`(seed: UInt64) {
    var any = HostileNumbers(seed: seed)
    let workout = Workout(name: "W", ambient: Ambient(sound: "bed.flac", duck: .clear), nodes: [])
    let sounds = SoundLibrary(workout, loader: any.loader())
    let (mixer, phrases) = (Mixer(), SpeechCache(Hum(), voice: workout.voice))
    phrases.prepare(["Work"])
    var manager = AudioManager(mixer, phrases: phrases, sounds: sounds, leadIn: any.time())
    var (left, right) = ([Float](repeating: 0, count: 700), [Float](repeating: 0, count: 700))
    for step in 0..<60 {
      let clock = any.clock()
      manager.perform(any.effect(), clock)
      manager.schedule((0..<3).map { _ in any.effect() }, any.once(in: 2) ? clock : FrameClock())
      var leftSpan = left.mutableSpan
      var rightSpan = right.mutableSpan
      mixer.render(left: &leftSpan, right: &rightSpan)
      #expect(left.allSatisfy { abs($0) <= 1 } && right.allSatisfy { abs($0) <= 1 }, "seed \(seed), step \(step)")
    }
  }

  @Test func `is rendered in blocks of any size`() throws {
    let workout = try Workout("W", style: .silent) { Phase(open: "Sit") }
    let sounds = SoundLibrary(workout)
    for (number, time) in zip(HostileNumbers.numbers, HostileNumbers.times) {
      var sink = SmallSink(blockFrames: number, blocks: 3)
      try? OfflineSession.render(workout, speech: Hum(rate: number), into: &sink, sounds: sounds, doneAfter: time)
      #expect(sink.isClean, "\(number), \(time)")
    }
  }

  @Test func `is measured and computed at any rate`() {
    let samples = (0..<1_000).map { Float($0 % 50) / 50 }
    for number in HostileNumbers.numbers {
      let clip = Clip(mono: samples, onset: number, audibleEnd: number)
      #expect(clip.onset <= clip.audibleEnd && clip.leveled(sampleRate: number).left.allSatisfy { abs($0) <= 1 })
      _ = (Loudness.average(of: clip, sampleRate: number), Loudness.integrated(of: clip, sampleRate: number))
      var pairs = [Int16](repeating: 0, count: 2 * samples.count)
      var target = pairs.mutableSpan
      SampleConversion.interleave16(left: samples.span, right: samples.span, firstFrame: number, into: &target, at: 0)
      #expect(
        pairs.contains { $0 > 30_000 } && (Resampler(from: number, to: 8_000) != nil) == [1, 2, 7].contains(number))
    }
    for rate in [Int.min, 0] { #expect(Instrument.tick.clip(sampleRate: rate).frames > 0) }
  }
}
