import LiveHost
import Testing
import WorkoutEngine

@Suite struct `A rest from the device` {
  private func seconds(until reason: PauseReason) -> Int {
    var rest = Rest()
    return (0...20_000).first { rest.begins(.paused(reason), planned: .zero, now: .milliseconds($0)) } ?? -1
  }

  @Test func `begins after five seconds of a pause, and at once when another run waits for the device`() {
    #expect(seconds(until: .user) == 5_001)
    #expect(seconds(until: .interruption) == 101)
  }

  @Test func `doesn't begin while the session plays, however often it was paused before`() {
    var rest = Rest()
    for second in 0..<60 {
      let playback = second % 4 == 3 ? PlaybackState.playing : .paused(.user)
      let begins = rest.begins(playback, planned: .seconds(second), now: .seconds(second))
      #expect(!begins)
    }
    #expect(!rest.isResting)
  }
}
