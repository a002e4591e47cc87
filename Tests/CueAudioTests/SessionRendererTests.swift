import AudioMixing
import CueAudio
import Glibc
import Synchronization
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A renderer` {
  private func phase(_ seconds: Int, _ intensity: Intensity = .high) -> Node {
    .phase(Phase("A", intensity, .after(.fixed(.seconds(seconds)))))
  }

  private func silent(_ rules: [CueRule], ambient: Ambient? = nil, _ nodes: Node...) -> Workout {
    Workout(name: "Test", style: .silent, ambient: ambient, cues: rules, nodes: nodes)
  }

  private func first(_ samples: [Float], from frame: Int, above level: Float = 0.02) -> Int? {
    samples[frame...].firstIndex { abs($0) > level }
  }

  @Test(arguments: [1, 64, 1000, 4096])
  func `begins a sound at exactly its frame, whatever the size of the blocks`(blockFrames: Int) throws {
    let rule = CueRule(on: .phase, at: .start(offset: .nanoseconds(500_010_417)), sound: CueSound("beep"))
    let (left, _) = try SoundHarness(silent([rule], phase(1))).render(blockFrames: blockFrames)
    // 0.500010417 s is frame 24 000.5, which rounds up.
    #expect(left[..<24_001].allSatisfy { $0 == 0 })
    #expect(left[24_001..<24_049].contains { $0 != 0 })
  }

  @Test func `puts the audible onset of speech on its moment, and the audible end of what is aligned to it`() throws {
    let text = try CueText("word")
    let rules = [
      CueRule(on: .phase, at: .start(offset: .seconds(1)), say: text),
      CueRule(on: .phase, at: .end(offset: .seconds(-1)), say: text, align: .end),
    ]
    let (left, _) = try SoundHarness(silent(rules, phase(5))).render()
    #expect(abs(try #require(first(left, from: 0)) - 48_000) <= 48)
    let end = left[..<(4 * 48_000 + 2400)].lastIndex { abs($0) > 0.02 } ?? 0
    #expect(abs(end - 4 * 48_000) <= 48)
  }

  @Test func `puts the audible end of the last strike on the moment that strikes are aligned to`() throws {
    let strikes = CueSound("woodblock", strikes: 3, spacing: .milliseconds(700))
    let rule = CueRule(on: .phase, at: .end(offset: .seconds(-1)), sound: strikes, align: .end)
    let (left, _) = try SoundHarness(silent([rule], phase(5))).render()
    let last = try #require(left.lastIndex { abs($0) >= 0.001 })
    #expect(abs(last - 4 * 48_000) <= 48)
    let begins = try #require(first(left, from: 0))
    let single = try #require(first(left, from: begins + 2 * 33_600 - 480))
    #expect(abs(single - begins - 2 * 33_600) <= 1)
  }

  @Test func `plays all words at the gain of the workout's voice`() throws {
    func loudest(_ gain: Double) throws -> Float {
      var workout = silent([CueRule(on: .phase, at: .start(offset: .seconds(1)), say: try CueText("word"))], phase(5))
      workout.voiceGain = gain
      return try SoundHarness(workout).render().left.map(abs).max() ?? 0
    }
    let ratio = try loudest(-12) / loudest(-6)
    #expect(abs(20 * log10(Double(ratio)) + 6) < 0.1, "\(ratio)")
  }

  @Test func `plays words at the gain of their rule, in the voice of their rule`() throws {
    func loudest(_ gain: Double) throws -> Float {
      let rule = CueRule(
        on: .phase, at: .start(offset: .seconds(1)), say: try CueText("word"), voice: VoiceChange(rate: 90),
        speechGain: gain)
      let harness = try SoundHarness(silent([rule], phase(5)))
      let loudest = try harness.render().left.map(abs).max() ?? 0
      #expect(harness.phrases.clip("word") == nil)
      #expect(harness.phrases.clip(Phrase("word", voice: Voice(rate: 90))) != nil)
      return loudest
    }
    let ratio = try loudest(-12) / loudest(-6)
    #expect(abs(20 * log10(Double(ratio)) + 6) < 0.1, "\(ratio)")
  }

  @Test func `brings the bed in after the preparation and to silence exactly when the workout completes`() throws {
    let bed = Ambient(sound: "white", gain: 12, fade: .seconds(1))
    let (left, _) = try SoundHarness(silent([], ambient: bed, phase(2, .prepare), phase(4))).render()
    #expect(left[..<96_000].allSatisfy { $0 == 0 })
    #expect(left[96_000..<110_000].contains { $0 != 0 })
    #expect(left[288_000...].allSatisfy { $0 == 0 })
    #expect(left[285_000..<288_000].contains { $0 != 0 })
  }

  @Test func `brings a bed back at its own level where the workout is extended in its last fade`() throws {
    let bed = Ambient(sound: "white", gain: -12, fade: .seconds(2))
    let harness = try SoundHarness(silent([], ambient: bed, phase(10)))
    let (renderer, session) = harness.renderer()
    var recorder = RecordingSink()
    while recorder.left.count < 9 * 48_000 { _ = try renderer.step(into: &recorder) }
    session.act(.extend(by: .seconds(10)))
    while recorder.left.count < 14 * 48_000 { _ = try renderer.step(into: &recorder) }
    let level = { (second: Int) in
      20 * log10(Double(recorder.left[second * 48_000..<(second + 1) * 48_000].reduce(0) { $0 + abs($1) }))
    }
    #expect(abs(level(13) - level(5)) < 1)
  }

  @Test func `takes back what was scheduled when the user pauses, and plays it once after the resume`() throws {
    let rule = CueRule(on: .phase, at: .start(offset: .seconds(1)), sound: CueSound("beep"))
    let harness = try SoundHarness(silent([rule], phase(3)))
    let (renderer, session) = harness.renderer()
    var recorder = RecordingSink()
    while recorder.left.count < 40_000 { _ = try renderer.step(into: &recorder) }
    session.act(.pause)
    while recorder.left.count < 200_000 { _ = try renderer.step(into: &recorder) }
    #expect(recorder.left.allSatisfy { $0 == 0 })
    let paused = session.engine.state.elapsed
    session.act(.resume)
    let resumed = session.now
    while try renderer.step(into: &recorder) == .running {}
    let expected = FrameClock().frame(at: resumed + (.seconds(1) - paused))
    #expect(abs(try #require(first(recorder.left, from: 0, above: 0)) - expected) <= 1)
    #expect(session.engine.state.elapsed == .seconds(3))
  }

  /// It sleeps from one duty to the next, as a session without a device does.
  @Test func `if nobody follows it, wakes once a second or with its cues, and is stored every ten seconds`() throws {
    let rules = (1...10).map { CueRule(on: .phase, at: .start(offset: .seconds($0)), sound: CueSound("beep")) }
    let places = Mutex<[Duration]>([.zero])
    let stores = Mutex<[Duration]>([])
    let (renderer, session) = try SoundHarness(silent(rules, phase(30), phase(30))).renderer(
      blockFrames: 1_920, store: { engine in stores.withLock { $0.append(engine.now) } },
      reach: { engine in places.withLock { $0.append(engine.now) } })
    session.isUnattended = true
    var (recorder, wakes, progress) = (RecordingSink(), 0, SessionRenderer.Progress.running)
    while progress == .running {
      let due = session.nextDuty + .milliseconds(20)
      wakes += 1
      while progress == .running, session.clock.instant(of: renderer.position) <= due {
        progress = try renderer.step(into: &recorder)
      }
    }
    #expect(wakes <= 64)
    #expect(stores.withLock { $0.filter { $0 > .zero }.map { Int($0 / .seconds(1)) } } == [1, 11, 22, 30, 40, 50, 60])
    let all = (places.withLock(\.self) + stores.withLock(\.self)).sorted()
    #expect(zip(all, all.dropFirst()).allSatisfy { $1 - $0 <= .seconds(1) })
  }

  @Test func `wakes the speakers before a sound that follows silence, and no other`() throws {
    let rules = [1, 2, 8].map { CueRule(on: .phase, at: .start(offset: .seconds($0)), sound: CueSound("woodblock")) }
    let (renderer, _) = try SoundHarness(silent(rules, phase(10))).renderer(leadIn: .milliseconds(400))
    var recorder = RecordingSink()
    while try renderer.step(into: &recorder) == .running {}
    let loudest = { (range: Range<Int>) in recorder.left[range].reduce(Float(0)) { max($0, abs($1)) } }
    for second in [1, 8] {
      let sound = second * 48_000
      #expect(recorder.left[sound - 19_300..<sound - 19_200].allSatisfy { $0 == 0 })
      #expect((0.00005...0.0001).contains(loudest(sound - 19_200..<sound)))
      #expect(loudest(sound..<sound + 4_800) > 0.05)
    }
    #expect(recorder.left[95_000..<96_000].allSatisfy { $0 == 0 })
  }

  @Test func `comes in over 10 ms where it is heard again in the middle of a sound`() throws {
    let bed = Ambient(sound: "white", gain: 12, fade: .milliseconds(10))
    let (renderer, _) = try SoundHarness(silent([], ambient: bed, phase(3))).renderer(blockFrames: 100)
    var recorder = RecordingSink()
    while recorder.left.count < 48_000 { _ = try renderer.step(into: &recorder) }
    renderer.fadeInNextBlock()
    for _ in 0..<10 { _ = try renderer.step(into: &recorder) }
    let level = { (range: Range<Int>) in recorder.left[range].reduce(0) { $0 + abs($1) } / Float(range.count) }
    #expect(recorder.left[48_000] == 0)
    #expect(level(48_000..<48_100) < 0.25 * level(47_000..<48_000))
    #expect(level(48_480..<49_000) > 0.7 * level(47_000..<48_000))
  }

  @Test func `goes out over 150 ms before its device is released, and stays silent until it comes in again`() throws {
    let bed = Ambient(sound: "white", gain: 12, fade: .milliseconds(10))
    let (renderer, _) = try SoundHarness(silent([], ambient: bed, phase(3))).renderer(blockFrames: 100)
    var recorder = RecordingSink()
    while recorder.left.count < 48_000 { _ = try renderer.step(into: &recorder) }
    let end = renderer.fadeOutNextBlocks()
    #expect(end == 48_000 + 7_200)
    while recorder.left.count < 60_000 { _ = try renderer.step(into: &recorder) }
    renderer.fadeInNextBlock()
    while recorder.left.count < 62_000 { _ = try renderer.step(into: &recorder) }
    let level = { (range: Range<Int>) in recorder.left[range].reduce(0) { $0 + abs($1) } / Float(range.count) }
    let before = level(47_000..<48_000)
    #expect(level(48_000..<48_100) > 0.8 * before)
    #expect((0.3...0.7).contains(level(51_100..<52_100) / before))
    #expect(level(end - 100..<end) < 0.05 * before && recorder.left[end - 50..<end].contains { $0 != 0 })
    #expect(recorder.left[end..<60_001].allSatisfy { $0 == 0 })
    #expect(level(61_000..<62_000) > 0.7 * before)
  }

  @Test func `reschedules what lies ahead when the clock jumps`() throws {
    let rule = CueRule(on: .phase, at: .start(offset: .seconds(2)), sound: CueSound("woodblock"))
    let harness = try SoundHarness(silent([rule], phase(3)))
    let (renderer, session) = harness.renderer()
    var recorder = RecordingSink()
    while recorder.left.count < 48_000 { _ = try renderer.step(into: &recorder) }
    // Half a second was lost: frame 48 000 is heard at 1.5 s, so the sound lies half a second earlier in the frames.
    session.follow(FrameClock(frame: 48_000, instant: .milliseconds(1_500)))
    while try renderer.step(into: &recorder) == .running {}
    let onset = try #require(recorder.left.firstIndex { $0 != 0 })
    #expect((72_000...72_001).contains(onset))
  }

  @Test func `places what lies ahead again when small corrections of the clock add up to a millisecond`() throws {
    let rule = CueRule(on: .phase, at: .start(offset: .seconds(2)), sound: CueSound("woodblock"))
    let (renderer, session) = try SoundHarness(silent([rule], phase(3))).renderer()
    var recorder = RecordingSink()
    // The sound is placed half a second after the start. Then each reading of the device corrects the clock.
    while recorder.left.count < 48_000 { _ = try renderer.step(into: &recorder) }
    for step in 1...20 {
      session.follow(FrameClock(frame: 48_000, instant: .seconds(1) + .microseconds(900 * step)))
      _ = try renderer.step(into: &recorder)
    }
    while try renderer.step(into: &recorder) == .running {}
    let onset = try #require(recorder.left.firstIndex { $0 != 0 })
    // 18 ms were lost; an error of a millisecond is inaudible.
    #expect(abs(onset - (96_000 - 864)) <= 48, "\(onset)")
  }

  /// Blocks, what the sink holds when it is fed in time, and how often a minute is kept. Where, as the user knows, the
  /// device reports so much more than it holds, that is less than nothing.
  @Test(arguments: [
    (480, 0, 86), (1_440, 4_320, 74), (6_000, 12_000, 62), (8_192, 49_152, 62), (1_440, -9_600, 119),
    (6_000, -36_000, 480), (480, -36_000, 600),
  ])
  func `hands the session over before the ear is further than 0.7 s and a block behind, and no more often`(
    block: Int, reserve: Int, count: Int
  ) throws {
    let kept = Mutex<[Duration]>([])
    let harness = try SoundHarness(silent([], phase(60)))
    let (renderer, _) = harness.renderer(blockFrames: block) { engine in kept.withLock { $0.append(engine.state.now) } }
    renderer.useBlocks(of: block, ahead: reserve)
    var (recorder, furthest, written) = (RecordingSink(), Duration.zero, Duration.zero)
    while renderer.position < 59 * 48_000 {
      _ = try renderer.step(into: &recorder)
      // So far is heard when the next block is asked for.
      let heard = FrameClock.duration(of: renderer.position - reserve)
      let last = kept.withLock { $0.last } ?? .zero
      furthest = max(furthest, heard - last)
      written = max(written, FrameClock.duration(of: renderer.position) - last)
    }
    let times = kept.withLock { $0.count }
    print("blocks of \(block), \(reserve) held: kept \(times) times, at most \(furthest) behind the ear")
    // One whose user says that the ear is ahead by most of a second can't be kept sooner than at the next block.
    let least = Duration.milliseconds(100) + FrameClock.duration(of: block - min(reserve, 0))
    #expect(furthest <= max(.milliseconds(700) + FrameClock.duration(of: block), least))
    // When the device is fed late, even too late, at most what was written is heard.
    #expect(written <= .milliseconds(950))
    #expect(times <= count)
  }

  @Test func `never lets the gain jump when a fade is turned round`() throws {
    let bed = Ambient(sound: "brown", gain: 12, fade: .milliseconds(200))
    let harness = try SoundHarness(silent([], ambient: bed, phase(6)))
    let (renderer, session) = harness.renderer(blockFrames: 240)
    var recorder = RecordingSink()
    for turn in 0..<30 {
      for _ in 0..<(turn % 7 + 2) { _ = try renderer.step(into: &recorder) }
      session.act(turn.isMultiple(of: 2) ? .pause : .resume)
    }
    // Brown noise moves slowly: its own largest step at this level is below 0.02.
    let steps = zip(recorder.left, recorder.left.dropFirst()).map { abs($0 - $1) }
    #expect(try #require(steps.max()) < 0.03)
  }

  @Test func `plays a sound in place of a phrase that can't be spoken, and continues`() throws {
    let rules = [
      CueRule(on: .phase, at: .start(offset: .zero), say: try CueText("crash here")),
      CueRule(on: .phase, at: .start(offset: .seconds(8)), say: try CueText("fine")),
    ]
    let (left, reports) = try SoundHarness(silent(rules, phase(10))).render()
    let outcomes = reports.compactMap { report -> Outcome? in
      guard case .event(let event) = report, case .cueSettled(let cue) = event.kind else { return nil }
      return cue.outcome
    }
    #expect(outcomes == [.failed, .onTime])
    #expect(left[0..<4800].contains { $0 != 0 })
  }

  @Test func `says every event once and in order`() throws {
    let (_, reports) = try SoundHarness(
      Workout(name: "Order", nodes: [phase(9, .prepare), phase(12), phase(9, .cooldown)])
    ).render()
    let instants = reports.compactMap { report -> Duration? in
      if case .event(let event) = report { event.at } else { nil }
    }
    #expect(instants == instants.sorted())
  }
}
