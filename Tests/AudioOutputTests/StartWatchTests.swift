import AudioOutput
import Testing

@Suite struct `A watch over the start of a device` {
  /// What a device was seen to say: milliseconds since the start; frames written to it, of its memory those that are
  /// free, and those that it says aren't heard yet.
  typealias Observation = (time: Int, taken: Int, space: Int, delay: Int)

  private static let memory = 5_760

  /// When the device was first seen to fetch, and when it could be believed.
  private func judge(_ readings: [Observation]) -> (fetched: Int?, settled: Int?) {
    var watch = StartWatch()
    var (fetched, settled): (Int?, Int?) = (nil, nil)
    for (time, taken, space, delay) in readings {
      watch.observe(fetched: taken - Self.memory + space, at: .milliseconds(time))
      watch.observe(delay: delay, of: taken, at: .milliseconds(time))
      if watch.hasFetched { fetched = fetched ?? time }
      if watch.isSettled { settled = settled ?? time }
    }
    return (fetched, settled)
  }

  @Test func `trusts at once those that fetch at once`() {
    let prompt = judge([(5, 5_760, 0, 5_760), (27, 7_200, 0, 6_182), (57, 8_640, 0, 6_184)])
    #expect(prompt == (27, 27))
    let combined = judge([(21, 11_520, 960, 10_538), (41, 11_520, 960, 9_570)])
    #expect(combined == (21, 21))
    let byPipeWire = judge([(21, 5_760, 0, 3_775), (42, 7_200, 608, 4_183), (62, 7_200, 608, 3_216)])
    #expect(byPipeWire == (42, 42))
    let byPulse = judge([(41, 5_760, 0, 3_882), (63, 7_200, 608, 4_244), (83, 7_200, 608, 3_278)])
    #expect(byPulse == (63, 63))
    // ALSA's own null device takes everything and holds nothing.
    #expect(judge([(5, 2_880, 5_760, 0)]) == (5, 5))
  }

  /// PulseAudio's null sink, with PulseAudio's plugin.
  private static let late: [Observation] = [
    (61, 5_760, 0, 2_847), (121, 5_760, 0, 0), (1_752, 5_760, 0, 0), (1_806, 7_200, 1_440, 0), (2_036, 18_720, 0, 0),
    (3_416, 84_960, 0, 0), (3_476, 87_840, 0, 2_768), (3_536, 90_720, 0, 5_648), (3_596, 93_600, 0, 6_220),
  ]

  @Test func `believes nothing of what one says that hasn't fetched, nor of what it says for as long again`() throws {
    let (fetched, settled) = judge(Self.late)
    #expect(fetched == 1_806)
    #expect((3_476...3_536).contains(try #require(settled)))
  }

  @Test func `takes what can't have been heard as not heard, and what can be as it is reported`() {
    var watch = StartWatch()
    for (time, taken, space, delay) in Self.late {
      let now = Duration.milliseconds(time)
      watch.observe(fetched: taken - Self.memory + space, at: now)
      watch.observe(delay: delay, of: taken, at: now)
      let credible = watch.credible(delay: delay, taken: taken, at: now)
      // The actual value is 6,220; two blocks and 50 ms may be wrong.
      if time < 1_800 { #expect(credible == taken) } else { #expect((1_900...6_300).contains(credible)) }
    }
    #expect(watch.credible(delay: 6_220, taken: 93_600, at: .seconds(4)) == 6_220)
  }

  @Test func `doesn't wait for ever for one that is never right`() throws {
    let readings = (0..<400).map { step -> Observation in (step * 10, step * 480, 5_760, step < 50 ? 100 : 0) }
    let ahead = readings.map { reading -> Observation in
      (reading.time, reading.taken + 9_600, reading.time < 500 ? -9_600 - reading.taken : 0, 0)
    }
    #expect(judge(readings).settled == 10)
    let settled = try #require(judge(ahead).settled)
    #expect((900...1_600).contains(settled))
  }

  @Test func `counts as fetched what is asked for after it was full, not before`() {
    var watch = StartWatch(begin: .seconds(1), fetched: 190_000)
    watch.observe(fetched: 190_000, at: .milliseconds(1_500))
    #expect(!watch.hasFetched)
    watch.observe(fetched: 191_440, at: .milliseconds(1_900))
    watch.observe(delay: 195_000, of: 195_759, at: .milliseconds(1_900))
    #expect(watch.hasFetched && watch.isSettled)
  }
}
