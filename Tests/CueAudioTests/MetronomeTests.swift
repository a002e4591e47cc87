import AudioMixing
import CueAudio
import Glibc
import Testing
import WorkoutEngine
import WorkoutModel

/// Beats by their frames, as computed and as heard.
@Suite struct `The beats of a session` {
  private static func workout(_ metronome: Metronome, seconds: Int = 20, say: String? = nil) throws -> Workout {
    var phase = Phase("A", .high, .after(.fixed(.seconds(seconds))), metronome: metronome)
    if let say { phase.cues = [CueRule(on: .phase, at: .start(offset: .seconds(5)), say: try CueText(say))] }
    return Workout(name: "Beats", style: .silent, nodes: [.phase(phase)])
  }

  /// Where sound begins after at least 50 ms of silence.
  private static func onsets(_ samples: [Float], threshold: Float = 0.002) -> [Int] {
    var onsets: [Int] = []
    var last = -Bus.sampleRate
    for index in samples.indices where samples[index].magnitude > threshold {
      if index - last > Bus.sampleRate / 20 { onsets.append(index) }
      last = index
    }
    return onsets
  }

  /// The frames of beats in whole frames and a rest that is carried along, for so long.
  private static func carried(_ period: BeatPeriod, _ hours: Int) -> [Int] {
    // Half a frame is added once, so that rounding down rounds to the nearest.
    let unit = 2 * Int128(period.beats) * 1_000_000_000
    let (step, rest) = (2 * Int128(period.nanoseconds) * 48_000).quotientAndRemainder(dividingBy: unit)
    // Less than twice the unit, which fits: only the product needs more bits.
    let (whole, left, full) = (Int(step), Int(rest), Int(unit))
    var (frame, carry) = (0, full / 2)
    var frames: [Int] = []
    while frame < hours * 3600 * Bus.sampleRate {
      frames.append(frame)
      frame += whole
      carry += left
      if carry >= full { (frame, carry) = (frame + 1, carry - full) }
    }
    return frames
  }

  @Test func `lie on their exact frames for ten hours, at every rate`() {
    for bpm in 20...300 {
      let period = Metronome(.perMinute(BeatsPerMinute(millionths: Int64(bpm) * 1_000_000))).period
      let grid = FrameClock().beats(from: .zero, period)
      let expected = Self.carried(period, 10)
      #expect(expected.count == bpm * 600)
      for beat in stride(from: 0, to: expected.count, by: bpm == 137 ? 1 : 97)
      where grid.frame(of: beat) != expected[beat] {
        Issue.record("beat \(beat) of \(bpm) bpm lies at \(grid.frame(of: beat)), expected \(expected[beat])")
        return
      }
      // A whole number of minutes is a whole number of beats: no drift at all.
      #expect(grid.frame(of: bpm * 600) == 10 * 3600 * Bus.sampleRate)
    }
  }

  @Test(arguments: [
    BeatPeriod(nanoseconds: 1_500_000_000), BeatPeriod(nanoseconds: 100_000_001),
    BeatPeriod(nanoseconds: 333_333_333), BeatPeriod(nanoseconds: 60_000_000_000_000_000, beats: 66_666_667),
    BeatPeriod(nanoseconds: 60_000_000_000_000_000, beats: 299_999_999),
  ])
  func `lie on their exact frames for ten hours, at odd periods`(period: BeatPeriod) {
    let grid = FrameClock().beats(from: .zero, period)
    let expected = Self.carried(period, 10)
    #expect(expected.indices.allSatisfy { grid.frame(of: $0) == expected[$0] })
  }

  @Test func `lie where single moments do, on any clock`() {
    let clocks = [
      FrameClock(), FrameClock(frame: 12_345, instant: .nanoseconds(987_654_321), periodErrorPPB: 37_123),
      FrameClock(frame: -77, instant: .seconds(100_000), periodErrorPPB: -500_000),
    ]
    for clock in clocks {
      let origin = Duration.nanoseconds(1_234_567_891)
      let grid = clock.beats(from: origin, BeatPeriod(nanoseconds: 123_456_789))
      for beat in [0, 1, 2, 1000, 5_000_000] {
        #expect(grid.frame(of: beat) == clock.frame(at: origin + .nanoseconds(123_456_789) * beat))
      }
    }
  }

  @Test(arguments: [37, 137, 240])
  func `are heard at their frames`(bpm: Int) throws {
    let metronome = Metronome(.perMinute(BeatsPerMinute(millionths: Int64(bpm) * 1_000_000)), accent: 4)
    let heard = Self.onsets(try SoundHarness(Self.workout(metronome)).render().left)
    let grid = FrameClock().beats(from: .zero, metronome.period)
    #expect(heard == (0..<metronome.period.count(within: .seconds(20))).map { grid.frame(of: $0) })
  }

  @Test func `are the same samples in blocks of any size`() throws {
    let workout = try Self.workout(Metronome(.perMinute(137), sound: "gong", accent: 3), say: "Breathe")
    let renders = try [480, 1024, 6000].map { try SoundHarness(workout).render(blockFrames: $0).left }
    #expect(renders[0] == renders[1] && renders[1] == renders[2])
    // The last gong of the phase rings out.
    #expect(renders[0].count > 21 * Bus.sampleRate)
  }

  @Test func `have accents that are 4 dB louder, in the mix too`() throws {
    let left = try SoundHarness(Self.workout(Metronome(.every(.seconds(1)), accent: 2))).render().left
    let peaks = (0..<20).map { beat in
      left[beat * 48_000..<beat * 48_000 + 4800].reduce(0) { max($0, $1.magnitude) }
    }
    for beat in stride(from: 0, to: 18, by: 2) {
      #expect(abs(20 * log10(peaks[beat] / peaks[beat + 1]) - 4) < 0.01)
    }
  }

  @Test func `are pushed down by 6 dB under speech`() throws {
    var workout = try Self.workout(Metronome(.every(.milliseconds(200)), sound: "beep"), say: "Breathe")
    let spoken = try SoundHarness(workout).render().left
    if case .phase(var phase) = workout.nodes[0] {
      phase.cues = []
      workout.nodes = [.phase(phase)]
    }
    let plain = try SoundHarness(workout).render().left
    // Speech of half a second begins at 5 s; for 250 ms after it the beats are still down, and one is at 5.6 s.
    let range = 268_800..<272_000
    let (down, full) = (range.map { spoken[$0].magnitude }.max() ?? 0, range.map { plain[$0].magnitude }.max() ?? 0)
    #expect(full > 0 && abs(20 * log10(down / full) + 6) < 0.1)
    #expect(spoken[..<200_000] == plain[..<200_000])
  }

  /// Renders what is heard of a session that is driven by hand, up to some seconds.
  private static func heard(
    _ metronome: Metronome, seconds: Int, _ actions: [(second: Double, action: Action)]
  ) throws -> [Float] {
    var workout = try workout(metronome)
    workout.ambient = nil
    let (renderer, session) = try SoundHarness(workout).renderer()
    var recorder = RecordingSink()
    var waiting = actions[...]
    while recorder.left.count < seconds * Bus.sampleRate {
      while let next = waiting.first, FrameClock.frames(in: session.now) >= Int(next.second * 48_000) {
        session.act(next.action)
        waiting = waiting.dropFirst()
      }
      if try renderer.step(into: &recorder) == .isOver { break }
    }
    return recorder.left
  }

  @Test func `follow a device that runs too slow, whose rate is known only roughly, and lose and repeat none`() throws {
    let metronome = Metronome(.perMinute(237))
    let (renderer, session) = try SoundHarness(Self.workout(metronome, seconds: 60)).renderer()
    var recorder = RecordingSink()
    var block = 0
    while try renderer.step(into: &recorder) == .running {
      block += 1
      session.follow(FrameClock(periodErrorPPB: 100_000 + (block.isMultiple(of: 2) ? 300 : -300)))
    }
    let heard = Self.onsets(recorder.left)
    let grid = FrameClock(periodErrorPPB: 100_000).beats(from: .zero, metronome.period)
    #expect(heard.count == 237)
    // The line is another from the second block on; a beat that was to come by then stays where it was.
    for (beat, frame) in heard.enumerated() { #expect(abs(frame - grid.frame(of: beat)) <= 2, "beat \(beat)") }
    #expect(grid.frame(of: 236) < 236 * 60 * 48_000 / 237 - 200)
  }

  @Test func `stop for a pause, after its fade, and lie on the plan after it`() throws {
    let heard = Self.onsets(
      try Self.heard(Metronome(.every(.milliseconds(700))), seconds: 14, [(3, .pause), (8, .resume)]), threshold: 1e-5)
    // An action comes with the next block; by how much the pause delays the plan is what the engine says.
    let (before, after) = (heard.filter { $0 < 6 * 48_000 }, heard.filter { $0 > 8 * 48_000 })
    #expect(before == (0..<7).map { $0 * 33_600 }.filter { $0 < 3 * 48_000 + 75_000 })
    let pause = 5 * 48_000
    let places = after.map { ($0 - pause) % 33_600 }
    #expect(after.count >= 8 && places.allSatisfy { $0 == places[0] })
    #expect(min(places[0], 33_600 - places[0]) <= 480)
  }

  @Test func `continue through an extension, and lie on the plan after a move`() throws {
    let metronome = Metronome(.every(.milliseconds(700)))
    let plain = try Self.heard(metronome, seconds: 25, [])
    let extended = try Self.heard(metronome, seconds: 25, [(4, .extend(by: .seconds(3)))])
    #expect(Self.onsets(plain).count == 29)
    #expect(Self.onsets(extended) == (0..<33).map { $0 * 33_600 })
    // From 6 s of the session back to the start of the phase.
    let moved = Self.onsets(try Self.heard(metronome, seconds: 12, [(6, .restartPhase)])).filter { $0 > 6 * 48_000 }
    let first = try #require(moved.first)
    #expect(first - 6 * 48_000 <= 1000)
    #expect(moved.enumerated().allSatisfy { $1 == first + $0 * 33_600 })
  }
}
