import Testing
import WorkoutModel

@Suite struct `A metronome of the model` {
  private static func phase(_ seconds: Int, _ metronome: Metronome? = nil) -> Node {
    .phase(Phase("A", .high, .after(.fixed(.seconds(seconds))), metronome: metronome))
  }

  private static func unheard(_ nodes: Node...) throws -> [String] {
    try Timeline(Workout(name: "A", nodes: nodes)).unheardMetronomes.map { "\($0.path): \($0.message)" }
  }

  @Test func `has its period as a fraction in lowest terms`() {
    let periods: [(Metronome.Pace, BeatPeriod)] = [
      (.perMinute(60), BeatPeriod(nanoseconds: 1_000_000_000)),
      (.perMinute(180), BeatPeriod(nanoseconds: 1_000_000_000, beats: 3)),
      (.perMinute(137), BeatPeriod(nanoseconds: 60_000_000_000, beats: 137)),
      (.perMinute(BeatsPerMinute(millionths: 66_500_000)), BeatPeriod(nanoseconds: 120_000_000_000, beats: 133)),
      (.every(.milliseconds(1500)), BeatPeriod(nanoseconds: 1_500_000_000)),
    ]
    for (pace, period) in periods { #expect(Metronome(pace).period == period, "\(pace)") }
    #expect(BeatPeriod(nanoseconds: 60, beats: 8) == BeatPeriod(nanoseconds: 15, beats: 2))
  }

  @Test func `writes its rate in the fewest digits`() {
    let texts = [(180_000_000, "180"), (66_500_000, "66.5"), (20_000_001, "20.000001"), (299_999_990, "299.99999")]
    for (millionths, text) in texts { #expect(BeatsPerMinute(millionths: Int64(millionths)).description == text) }
  }

  @Test func `has as many beats in a phase as begin before its end`() {
    let period = Metronome(.perMinute(180)).period
    for (length, count) in [(Duration.zero, 0), (.nanoseconds(1), 1), (.seconds(1), 3), (.seconds(10), 30)] {
      #expect(period.count(within: length) == count)
    }
    #expect(period.count(within: .nanoseconds(333_333_333)) == 1)
    #expect(period.count(within: .nanoseconds(333_333_334)) == 2)
  }

  @Test func `without effect is found, with the reason`() throws {
    let slow = Metronome(.every(.seconds(5)))
    #expect(try Self.unheard(Self.phase(6, slow)).isEmpty)
    #expect(
      try Self.unheard(Self.phase(5, slow), Self.phase(1)) == [
        "phases[0].metronome: has only one beat: the next would come after 5s, when the phase is over"
      ])
    #expect(
      try Self.unheard(Self.phase(0, slow), Self.phase(1)) == [
        "phases[0].metronome: has no effect: the phase lasts no time"
      ])
  }

  @Test func `of a group counts for its longest phase that has none of its own`() throws {
    let slow = Metronome(.every(.seconds(5)))
    let quick = Metronome(.perMinute(60))
    func group(_ nodes: Node...) -> Node { .group(SetGroup(.sets(2), nodes: nodes, metronome: slow)) }
    #expect(try Self.unheard(group(Self.phase(2), Self.phase(8))).isEmpty)
    #expect(
      try Self.unheard(group(Self.phase(2), Self.phase(8, quick))) == [
        "phases[0].metronome: has only one beat: the next would come after 2s, when the phase is over"
      ])
    #expect(
      try Self.unheard(group(Self.phase(8, quick))) == [
        "phases[0].metronome: has no effect: each phase in it has a metronome of its own"
      ])
    #expect(try Self.unheard(group(.phase(Phase("A", .high, .open())))).isEmpty)
    let growing = Phase("A", .high, .after(.progression(from: .seconds(3), by: .seconds(3))))
    #expect(try Self.unheard(group(.phase(growing))).isEmpty)
  }

  @Test func `outside its limits is a problem`() {
    let metronomes = [
      Metronome(.perMinute(BeatsPerMinute(millionths: 500_000))),
      Metronome(.every(.milliseconds(99))), Metronome(.perMinute(60), sound: "tik"),
      Metronome(.perMinute(60), accent: 0), Metronome(.perMinute(60), gain: 25),
    ]
    let problems = metronomes.flatMap {
      Workout(name: "A", nodes: [Self.phase(5, $0)]).problems.map { "\($0.path): \($0.message)" }
    }
    #expect(
      problems == [
        "phases[0].metronome.bpm: must be 1…300, got 0.5",
        "phases[0].metronome.every: must be 100ms…24h, got 99ms",
        "phases[0].metronome.sound: unknown sound \"tik\"; did you mean \"tick\"?",
        "phases[0].metronome.accent: must be 1…100, got 0",
        "phases[0].metronome.gain: must be -60…24, got 25",
      ])
  }
}
