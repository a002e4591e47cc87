import AudioOutput
import Testing

/// How a device fetches, as it was recorded or as its kind must; times in milliseconds.
struct FetchPattern: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// When it takes sound for the first time, and how often after that.
  let first: Double, every: Double
  /// How much of real time it takes.
  var speed = 1.0
  /// How much it says it holds after it has taken some.
  var held: Double

  init(_ name: String, first: Double, every: Double, speed: Double = 1, held: Double) {
    testDescription = name
    (self.first, self.every, self.speed, self.held) = (first, every, speed, held)
  }

  /// What healthy devices do, `low`, `normal` and `power`.
  static let healthy = [
    FetchPattern("a null sink without rewinds, low", first: 10, every: 10, held: 50),
    FetchPattern("a null sink without rewinds, power", first: 125, every: 125, held: 600),
    FetchPattern("PulseAudio's null sink, normal", first: 1_850, every: 30, held: 0),
    FetchPattern("PulseAudio's null sink, low, on a busy machine", first: 1_960, every: 88, held: 40),
    FetchPattern("a tunnel to a null sink", first: 370, every: 30, held: 0),
    FetchPattern("a combined sink", first: 20, every: 119, held: 300),
    FetchPattern("PipeWire, by its plugin", first: 42, every: 42, held: 100),
    FetchPattern("PipeWire, by PulseAudio's, power", first: 132, every: 128, held: 500),
    FetchPattern("a card with 2 s of memory", first: 2_000, every: 1_990, held: 0),
    FetchPattern("RAOP", first: 2_200, every: 2_000, held: 4_000),
    FetchPattern("one that asks for more than its memory every 4 s", first: 2_100, every: 4_000, held: 4_100),
    FetchPattern("a slow clock in small steps", first: 30, every: 30, speed: 0.26, held: 120),
    FetchPattern("a fast one", first: 3, every: 1, speed: 20, held: 0),
  ]
}

@Suite struct `A watch over a device that may stall` {
  /// For how long a device is put up with, in milliseconds of a minute, that takes nothing any more after `end`; `nil`
  /// if for all of it.
  private func patience(_ device: FetchPattern, until end: Double = 60_000) -> Double? {
    var watch = StallDetector(bufferFrames: 5_760, longestWait: .milliseconds(110))
    var (now, next) = (0.0, device.first)
    while now < 60_000 {
      // As it is polled: a long wait is a row of short ones.
      let turn = min(next - now, 110)
      watch.record(waited: .microseconds(Int(turn * 1_000)))
      now += turn
      if watch.isStalled { return now }
      guard now >= next else { continue }
      watch.record(taken: Int(device.every * device.speed * 48), holding: Int(device.held * 48))
      next += now > end ? 60_000 : device.every
    }
    return nil
  }

  @Test(arguments: FetchPattern.healthy) func `puts up with one that is healthy`(device: FetchPattern) {
    #expect(patience(device) == nil)
  }

  @Test(arguments: FetchPattern.healthy.filter { $0.held < 1_000 && $0.speed == 1 })
  func `finds within three seconds that it takes nothing any more`(device: FetchPattern) throws {
    let end = 20_000.0
    let noticed = try #require(patience(device, until: end)) - end
    #expect((2_500...3_000 + device.every).contains(noticed))
  }

  @Test func `gives one that says it holds sound the time to play that, but not for ever`() throws {
    let far = FetchPattern("holds 4 s", first: 100, every: 1_000, held: 4_000)
    #expect((4_500...5_700).contains(try #require(patience(far, until: 20_000)) - 20_000))
    let liar = FetchPattern("says that it holds an hour", first: 100, every: 1_000, held: 3_600_000)
    #expect((8_500...9_700).contains(try #require(patience(liar, until: 20_000)) - 20_000))
  }

  @Test(arguments: [(0.000_1, 2_500...2_620), (0.1, 3_500...4_800), (0.2, 9_000...14_000)])
  func `gives up one that stops or crawls`(speed: Double, milliseconds: ClosedRange<Int>) throws {
    let device = FetchPattern("slow", first: 30 / speed, every: 30 / speed, speed: speed, held: 120)
    #expect(milliseconds.contains(Int(try #require(patience(device)))))
  }

  @Test func `waits longer where it is asked to`() {
    var watch = StallDetector(bufferFrames: 5_760, longestWait: .milliseconds(110))
    watch.patience = StallDetector.patienceOnRetry
    for _ in 0..<90 { watch.record(waited: .milliseconds(110)) }
    #expect(!watch.isStalled)
    watch.patience = StallDetector.patience
    #expect(watch.isStalled)
  }

  @Test func `doesn't count the time for which its own process was stopped`() {
    var watch = StallDetector(bufferFrames: 5_760, longestWait: .milliseconds(110))
    watch.record(waited: .seconds(40))
    #expect(!watch.isStalled)
    for _ in 0..<22 { watch.record(waited: .milliseconds(110)) }
    #expect(watch.isStalled)
  }

  @Test func `gives a stream that is started over the time of a first one`() {
    var watch = StallDetector(bufferFrames: 1_920, longestWait: .milliseconds(110))
    for _ in 0..<20 { watch.record(waited: .milliseconds(100)) }
    watch.record(taken: 1_920, holding: 1_920)
    watch.recordRestart()
    for _ in 0..<22 { watch.record(waited: .milliseconds(100)) }
    #expect(!watch.isStalled)
    for _ in 0..<4 { watch.record(waited: .milliseconds(100)) }
    #expect(watch.isStalled)
  }
}
