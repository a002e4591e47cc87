import AudioMixing
import AudioOutput
import CueAudio
import HostSystem
import LivePlayback
import Synchronization
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `The end of a live session` {
  /// Three short phases, whose beeps speakers hear a second after the device has taken them.
  private func harness() -> LiveSessionHarness {
    let rule = CueRule(on: .phase, at: .start(offset: .zero), sound: CueSound("beep"))
    let phases = ["A", "B", "C"].map { Node.phase(Phase($0, .high, .after(.fixed(.milliseconds(400))))) }
    return LiveSessionHarness(
      workout: Workout(name: "Beeps", style: .silent, cues: [rule], nodes: phases), latencyOffset: .seconds(1))
  }

  @Test func `is reported when it is heard, though its sound was passed on a second before`() throws {
    let clock = FakeClock()
    let device = FakeDevice(clock, periodErrorPPB: 0, FakeDevice.Onsets())
    let pace = FrameClock.duration(of: device.paceFrames)
    let ahead = Mutex<[String: Duration]>([:])
    var harness = harness()
    harness.follow = { report, _ in
      guard case .session(.event(let event)) = report else { return }
      switch event.kind {
      case .phaseStarted(let phase): ahead.withLock { $0[phase.name] = event.at - clock.now() }
      case .finished: ahead.withLock { $0["end"] = event.at - clock.now() }
      default: break
      }
    }
    _ = try harness.run(clock, into: device)
    let told = ahead.withLock(\.self)
    #expect(told.keys.sorted() == ["A", "B", "C", "end"])
    #expect(told.values.allSatisfy { (.zero - pace...pace).contains($0) }, "\(told)")
  }

  @Test func `leaves nobody waiting who asks while its last sound is on its way`() throws {
    let clock = FakeClock()
    let device = FakeDevice(clock, periodErrorPPB: 0, FakeDevice.Onsets())
    let answers = Mutex<[String]>([])
    var harness = harness()
    // The device has taken the last sound at 0.2 s; it is heard until 1.2 s after the start.
    harness.script = [
      (
        .milliseconds(1_500),
        { session in
          session.releaseDevice { answers.withLock { $0.append("released") } }
          session.prepareForSleep { answers.withLock { $0.append("ready to sleep") } }
          session.send(.pause) { event in answers.withLock { $0.append(event == nil ? "over" : "paused") } }
        }
      )
    ]
    _ = try harness.run(clock, into: device)
    #expect(answers.withLock(\.self) == ["released", "ready to sleep", "over"])
  }

  @Test(arguments: [400, 1_500])
  func `comes at once for a user who stops the workout, or stops while its last sound is on its way`(stop: Int) throws {
    let clock = FakeClock()
    let device = FakeDevice(clock, periodErrorPPB: 0, FakeDevice.Onsets())
    var harness = harness()
    harness.script = [(.milliseconds(stop), { $0.send(.stop) })]
    _ = try harness.run(clock, into: device)
    let waited = clock.now() - .milliseconds(stop)
    // The fade, what the device holds, and a step of the loop.
    #expect(waited <= .milliseconds(600), "\(waited)")
  }
}
