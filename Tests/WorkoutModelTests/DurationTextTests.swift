import TestSupport
import Testing
import WorkoutModel

@Suite struct `Duration texts` {
  @Test(arguments: [
    ("20 sec", "20s"), ("5 min", "5m"), ("1 min 30 seconds", "1m30s"), ("1 Hour", "1h"), ("500 millis", "500ms"),
    ("1 m 30 s", "1m30s"), ("PT1M 30S", "PT1M30S"), ("1 min and 5 s", "1m5s"), ("1:30 ", "1:30"), ("2 DAYS", "2d"),
    ("1h 30", "1h30"),
  ])
  func `with spaces and whole words are refused, with what was meant`(text: String, meant: String) {
    #expect(throws: DurationTextError(.malformed, "\"\(text)\" is not a duration: write \"\(meant)\"")) {
      try DurationText.read(text)
    }
  }

  @Test(arguments: [
    ("1,5m", #""1.5m" or "1m30s""#), ("0,5s", #""0.5s" or "500ms""#), ("-1,5s", #""-1.5s""#),
    ("1,5", #"1.5 (seconds), "1.5s" or "1.5m""#),
  ])
  func `with a comma in a fraction are refused, with what was meant`(text: String, meant: String) {
    let reason = "\"\(text)\" is not a duration: a fraction has a point: write \(meant)"
    #expect(throws: DurationTextError(.malformed, reason)) { try DurationText.read(text) }
  }

  @Test(arguments: ["20 ounces", "5 ", "1s 30", "30 s 1 m", " "])
  func `with spaces that mean nothing are refused without a guess`(text: String) {
    let reason = "\"\(text)\" is not a duration: write it without spaces, such as \"1m30s\""
    #expect(throws: DurationTextError(.malformed, reason)) { try DurationText.read(text) }
  }

  @Test(arguments: [
    ("45s", 45_000_000_000), ("1m30s", 90_000_000_000), ("1.5s", 1_500_000_000), ("250ms", 250_000_000),
    ("1:30", 90_000_000_000), ("1:00:00", 3_600_000_000_000), ("PT1M30S", 90_000_000_000), ("PT2H", 7_200_000_000_000),
    ("PT0.5S", 500_000_000), ("1.5m", 90_000_000_000), ("0.00000000005m", 3), ("2h", 7_200_000_000_000),
    ("1d2h3m4s5ms", 93_784_005_000_000), ("90m", 5_400_000_000_000), ("0s", 0), ("-0s", 0), ("-3s", -3_000_000_000),
    ("-1:30", -90_000_000_000), ("05s", 5_000_000_000), ("00:05", 5_000_000_000), ("1.50s", 1_500_000_000),
    ("0.000001ms", 1), ("100000:00", 6_000_000_000_000_000),
    ("1m30", 90_000_000_000), ("1h30", 5_400_000_000_000), ("1h5m30", 3_930_000_000_000), ("-1m0.5", -60_500_000_000),
  ])
  func `are read to the nanosecond`(text: String, nanoseconds: Int) throws {
    #expect(try DurationText.read(text) == .nanoseconds(nanoseconds))
  }

  @Test(arguments: [
    "", "-", "s", "90", "1.5", "-5", "1e3", "1e3s", "+5s", "--5s", "5 s", " 5s", "5s ", "5x", "5S", "1M30S", "1m60s",
    "1h60m",
    "1s1000ms", "1d24h", "30s1m", "5s5s", "1.5m30s", "1.s", ".5s", "1..5s", "1:5", "1:60", "1:00:60", "1:2:3", ":30",
    "1:", "1:30.5", "1:00:00:00", "PT", "P1D", "PT5", "PT30S1M", "pt5s", "30s5", "1d5", "5m 30", "1m60", "1h60",
    "1m30.", "1.5m30", "٥s", "5\u{301}s", "0.0000000001s",
    "0.1234567891s", "99999999999999999999h", "292471209h", "106751991168d", "1h9223372036s99999999999ms",
  ])
  func `of any other form are refused`(text: String) {
    #expect(throws: DurationTextError.self) { try DurationText.read(text) }
  }

  @Test(arguments: [
    (0, "0s"), (20_000_000_000, "20s"), (90_000_000_000, "1m30s"), (1_500_000_000, "1.5s"), (250_000_000, "250ms"),
    (3_600_000_000_000, "1h"), (86_400_000_000_000, "24h"), (1, "0.000001ms"), (3_600_000_000_001, "1h0.000000001s"),
    (60_500_000_000, "1m0.5s"), (-3_000_000_000, "-3s"), (-1_500_000, "-1.5ms"), (-90_000_000_000, "-1m30s"),
  ])
  func `are written as short as they can be exact`(nanoseconds: Int, text: String) {
    #expect(DurationText.write(.nanoseconds(nanoseconds)) == text)
  }

  @Test func `read back as the duration that was written`() throws {
    let seed: UInt64 = 42
    var random = SplitMix64(seed: seed)
    for _ in 0..<5000 {
      let bits = Int.random(in: 1...62, using: &random)
      let duration = Duration.nanoseconds(Int.random(in: -(1 << bits)...(1 << bits), using: &random))
      #expect(try DurationText.read(DurationText.write(duration)) == duration, "seed \(seed)")
    }
  }

  @Test func `are written even where no file could hold them`() {
    #expect(DurationText.write(.seconds(Int64.min)) == "-2562047788015215h30m8s")
  }
}

@Suite struct `Moments as text` {
  @Test(arguments: [
    ("start", Moment.start(offset: .zero)), ("end", .end(offset: .zero)), ("half", .half(offset: .zero)),
    ("end-3s", .end(offset: .seconds(-3))), ("start+1m30s", .start(offset: .seconds(90))),
    ("half-1.5s", .half(offset: .milliseconds(-1500))), ("every 5m", .every(.seconds(300))), ("random 3", .random(3)),
  ])
  func `read and write the same`(text: String, moment: Moment) throws {
    #expect(try Moment(text) == moment)
    #expect(moment.description == text)
  }

  @Test(arguments: [
    "", "begin", "end3s", "end-", "end+-3s", "end--3s", "end -3s", "every", "every5m", "every  5m", "every -5m",
    "random", "random x",
    "random -1", "random 1.5", "start+90", "END-3s", "starts",
  ])
  func `of any other form are refused`(text: String) {
    #expect(throws: MomentTextError.self) { try Moment(text) }
  }

  @Test func `count more random moments than fit as too many`() throws {
    #expect(try Moment("random 99999999999999999999") == .random(.max))
  }
}

@Suite struct `Lengths of time` {
  @Test func `are counted in nanoseconds of 64 bits on every machine`() {
    let week: Int64 = Limits.totalLength.inNanoseconds
    let period: Int64 = Metronome(.perMinute(1)).period.nanoseconds
    #expect(week == 604_800_000_000_000 && period == 60_000_000_000)
  }
}
