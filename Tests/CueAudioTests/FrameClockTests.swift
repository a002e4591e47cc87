import AudioMixing
import CueAudio
import Testing
import WorkoutModel

@Suite struct `The frame of a moment` {
  @Test(arguments: [
    (0, 0), (1_000_000_000, 48_000), (10_416, 0), (10_417, 1), (31_249, 1), (31_250, 2), (-10_417, -1), (-10_416, 0),
  ])
  func `is the nearest, halves up`(nanoseconds: Int, frame: Int) {
    #expect(FrameClock.frames(in: .nanoseconds(nanoseconds)) == frame)
  }

  @Test func `is exact after a day`() {
    let clock = FrameClock()
    #expect(clock.frame(at: .seconds(86_400)) == 86_400 * 48_000)
    #expect(clock.instant(of: 86_400 * 48_000) == .seconds(86_400))
  }

  @Test func `follows a new anchor when time was lost`() {
    let clock = FrameClock(frame: 1000, instant: .seconds(5))
    #expect(clock.frame(at: .seconds(6)) == 49_000)
    #expect(clock.instant(of: 49_000) == .seconds(6))
  }
}

@Suite struct `Names of sounds` {
  @Test func `are those that the mixer can make`() {
    #expect(BuiltInSound.allCases.map(\.rawValue) == Instrument.allCases.map(\.rawValue))
    #expect(BuiltInBed.allCases.map(\.rawValue) == Bed.allCases.map(\.rawValue))
  }
}
