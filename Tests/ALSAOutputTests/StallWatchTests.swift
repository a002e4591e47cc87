import ALSAOutput
import Testing

@Suite struct `A watch over a device that may stall` {
  /// For how many milliseconds of waiting a device is put up with that plays at a part of its speed, 120 ms of sound
  /// held; `nil` where for ever.
  private func patience(speed: Double, period: Int = 1_440) -> Double? {
    var watch = StallWatch(bufferFrames: 5_760, longestWait: .milliseconds(110))
    var waited = 0.0
    let wait = Double(period) / 48 / speed
    while waited < 60_000 {
      // As it is polled: a long wait is a row of short ones.
      var rest = wait
      while rest > 0 {
        let turn = min(rest, 110)
        watch.note(waited: .microseconds(Int(turn * 1_000)))
        waited += turn
        rest -= turn
        if watch.isStalled { return waited }
      }
      watch.note(taken: period)
    }
    return nil
  }

  @Test(arguments: [(0.000_1, 621...731), (0.1, 700...1_300), (0.2, 2_000...4_000)])
  func `gives up one that stands still or crawls`(speed: Double, milliseconds: ClosedRange<Int>) throws {
    #expect(milliseconds.contains(Int(try #require(patience(speed: speed)))))
  }

  @Test(arguments: [0.26, 0.9, 1, 1.1, 20])
  func `puts up with one that plays, if slowly, in small steps or in large ones`(speed: Double) {
    #expect(patience(speed: speed) == nil)
    if speed > 0.9 { #expect(patience(speed: speed, period: 5_760) == nil) }
  }

  @Test func `doesn't count the time for which its own process was stopped`() {
    var watch = StallWatch(bufferFrames: 5_760, longestWait: .milliseconds(110))
    watch.note(waited: .seconds(4))
    #expect(!watch.isStalled)
    for _ in 0..<5 { watch.note(waited: .milliseconds(110)) }
    #expect(watch.isStalled)
  }
}
