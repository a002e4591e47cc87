import CueAudio
import LivePlayback
import Testing

@Suite struct `A pace limiter` {
  @Test func `holds up a device that takes all it is given at once`() throws {
    var limiter = PaceLimiter()
    var now = Duration.zero
    for block in 0..<1_000 {
      limiter.record(block * 1_440, at: now)
      now += .microseconds(50)
      if let end = limiter.throttledUntil { now = end }
    }
    // Thirty seconds of sound have taken about as long, but for the second that no device is ahead.
    #expect(now > .seconds(27))
  }

  @Test(arguments: [0, 500_000, -500_000])
  func `lets a device be that plays in time, whatever its crystal and its buffer`(periodErrorPPB: Int) {
    var limiter = PaceLimiter()
    let device = FrameClock(periodErrorPPB: periodErrorPPB)
    for block in 0..<100_000 {
      // Half a second is taken at once, as the buffer is empty at first.
      limiter.record(block * 1_440, at: max(.zero, device.instant(of: block * 1_440 - 24_000)))
      #expect(limiter.throttledUntil == nil)
    }
  }
}
