import CueAudio
import TestSupport
import Testing
import WorkoutModel

@Suite struct `The clock of a device` {
  /// A device whose crystal is off, and whose readings jitter by up to so much either way.
  private struct Device {
    var periodErrorPPB = 0
    var jitter = Duration.zero
    var random = SplitMix64(seed: 7)

    /// When a frame is actually heard.
    func actual(_ frame: Int) -> Duration { FrameClock(periodErrorPPB: periodErrorPPB).instant(of: frame) }

    mutating func reading(_ frame: Int) -> Duration {
      let spread = jitter.wholeNanoseconds
      return actual(frame) + .nanoseconds(spread == 0 ? 0 : Int(random.next() % UInt64(2 * spread)) - spread)
    }
  }

  /// Follows a device for a while and returns the clock with its worst error after `settled`, by frames each 30 ms.
  private func follow(
    _ device: inout Device, for length: Duration, settled: Duration, rejectingEvery outlier: Int? = nil
  ) -> (clock: DeviceClock, worst: Duration) {
    var clock = DeviceClock()
    var worst = Duration.zero
    var count = 0
    for frame in stride(from: 0, to: FrameClock.frames(in: length), by: 1_440) {
      count += 1
      var instant = device.reading(frame)
      if let outlier, count.isMultiple(of: outlier) { instant += .milliseconds(15) }
      clock.observe(frame, heardAt: instant)
      guard let line = clock.line, device.actual(frame) > settled else { continue }
      // What counts is where a cue is placed, a second and a half ahead.
      let ahead = frame + 72_000
      let error = line.instant(of: ahead) - device.actual(ahead)
      worst = max(worst, error, .zero - error)
    }
    return (clock, worst)
  }

  @Test(arguments: [-100_000, 100_000, 31_000, 0])
  func `places cues within a millisecond for an hour, though the crystal is 100 ppm off`(periodErrorPPB: Int) {
    var device = Device(periodErrorPPB: periodErrorPPB, jitter: .milliseconds(1))
    let (clock, worst) = follow(&device, for: .seconds(3_600), settled: .seconds(30))
    #expect(clock.isLocked && clock.epoch == 1)
    #expect(worst < .milliseconds(1), "worst \(worst)")
    let learned = clock.line?.periodErrorPPB ?? 0
    #expect(abs(learned - periodErrorPPB) < 10_000, "learned \(learned) parts in 10⁹")
    print("a crystal \(periodErrorPPB / 1_000) ppm off, readings ±1 ms: at most \(worst) beside in an hour")
  }

  @Test func `locks after eight readings that agree`() {
    var clock = DeviceClock()
    for count in 0..<9 {
      #expect(!clock.isLocked)
      clock.observe(count * 240, heardAt: FrameClock.duration(of: count * 240))
    }
    #expect(clock.isLocked)
  }

  @Test func `takes a better beginning while what the device reports isn't steady`() {
    var clock = DeviceClock()
    // The device reports 0, doesn't move for 20 ms, and plays from then on.
    for (frame, milliseconds) in [(0, 0), (10, 5), (20, 10), (30, 15), (270, 20), (510, 25)] {
      clock.observe(frame, heardAt: .milliseconds(milliseconds))
    }
    #expect(clock.line?.instant(of: 510) == .milliseconds(25))
  }

  @Test func `begins beside a first reading of a count that stands still`() {
    var clock = DeviceClock()
    clock.observe(0, heardAt: .milliseconds(-1.5))
    for count in 1...10 { clock.observe(count * 96, heardAt: .milliseconds(2 * count)) }
    #expect(clock.isLocked && clock.line?.instant(of: 960) == .milliseconds(20))
  }

  @Test func `passes single bad readings over`() {
    var device = Device(periodErrorPPB: 20_000, jitter: .microseconds(300))
    let (clock, worst) = follow(&device, for: .seconds(120), settled: .seconds(10), rejectingEvery: 50)
    #expect(clock.epoch == 1 && worst < .milliseconds(1), "worst \(worst)")
  }

  @Test func `begins again when readings agree that time was lost, or the device says so`() {
    var device = Device()
    var (clock, _) = follow(&device, for: .seconds(10), settled: .zero)
    let lost = Duration.milliseconds(80)
    for index in 0..<3 {
      let frame = 480_000 + 1_440 * index
      clock.observe(frame, heardAt: device.actual(frame) + lost)
    }
    #expect(clock.epoch == 2 && !clock.isLocked)
    #expect(clock.line?.instant(of: 480_000) == .seconds(10) + lost)
    clock.invalidate()
    #expect(clock.line == nil)
    clock.observe(500_000, heardAt: .seconds(20))
    #expect(clock.line?.instant(of: 500_000) == .seconds(20) && clock.epoch == 3)
  }

  @Test func `never believes in a crystal more than 500 ppm off`() {
    var device = Device(periodErrorPPB: 400_000)
    device.periodErrorPPB = 500_000
    let (clock, _) = follow(&device, for: .seconds(60), settled: .zero)
    #expect(abs(clock.line?.periodErrorPPB ?? 0) <= FrameClock.periodErrorLimitPPB)
    #expect(FrameClock(periodErrorPPB: 9_000_000).periodErrorPPB == FrameClock.periodErrorLimitPPB)
  }
}

@Suite struct `A line between frames and time` {
  @Test func `is undone by its inverse, however far from its anchor`() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<1_000 {
      let periodErrorPPB = Int(random.next() % 1_000_001) - 500_000
      let anchor = Int(random.next() % 1_000_000_000)
      let instant = Duration.nanoseconds(Int(random.next() % 1 << 50))
      let clock = FrameClock(frame: anchor, instant: instant, periodErrorPPB: periodErrorPPB)
      let frame = Int(random.next() % 8_000_000_000)
      #expect(clock.frame(at: clock.instant(of: frame)) == frame, "periodErrorPPB \(periodErrorPPB), anchor \(anchor)")
    }
  }

  @Test func `of a slow device gives its frames more time`() {
    let clock = FrameClock(periodErrorPPB: 100_000)
    #expect(clock.instant(of: 48_000) == .nanoseconds(1_000_100_000))
    #expect(clock.frame(at: .seconds(1)) == 47_995)
  }
}
