import AudioMixing
import AudioOutput
import CueAudio
import HostSystem
import LivePlayback
import Synchronization
import Testing
import WorkoutEngine
import WorkoutModel

/// A session whose machine announces a sleep, comes or doesn't come to it, and is awake again.
@Suite struct `A sleep of the machine that is announced` {
  /// What the session did about it.
  private final class SleepRecord: Sendable {
    /// When the session let the machine sleep.
    let ready = Mutex<[Duration]>([])
    /// The session time of each state that was stored, and when that was.
    let stores = Mutex<[(state: Duration, at: Duration)]>([])

    func answer(_ clock: FakeClock) -> @Sendable () -> Void {
      { [self] in ready.withLock { $0.append(clock.now()) } }
    }
  }

  private let record = SleepRecord()

  /// Noise throughout, and a beep each second.
  private func noise(_ seconds: Int) -> Workout {
    let rule = CueRule(on: .phase, at: .every(.seconds(1)), sound: CueSound("beep"))
    return Workout(
      name: "Noise", style: .silent, ambient: Ambient(sound: "white", fade: .milliseconds(10)), cues: [rule],
      nodes: [.phase(Phase("A", .high, .after(.fixed(.seconds(seconds)))))])
  }

  private func harness(_ workout: Workout, _ clock: FakeClock) -> LiveSessionHarness {
    var harness = LiveSessionHarness(workout: workout)
    harness.store = { [record] engine in record.stores.withLock { $0.append((engine.state.now, clock.now())) } }
    return harness
  }

  private func pauses(_ reports: [LiveSession.Report]) -> [PauseReason] {
    reports.compactMap { report in
      if case .session(.event(let event)) = report, case .paused(let pause) = event.kind { pause.reason } else { nil }
    }
  }

  @Test func `fades out, stores, releases the device, and is over with another device and the policy's pause`() throws {
    let clock = FakeClock(sleepingAt: .seconds(6), for: .seconds(100))
    let (first, second) = (FakeDevice.Onsets(), FakeDevice.Onsets())
    var harness = harness(noise(3_600), clock)
    harness.opener = try DeviceOpener { _, _ throws(SinkError) in
      Transfer(FakeDevice(clock, periodErrorPPB: 0, second))
    }
    harness.script = [
      (.seconds(5), { [record] in $0.prepareForSleep(record.answer(clock)) }), (.seconds(106), { $0.wakeUp() }),
    ]
    harness.follow = { report, session in
      guard case .session(.event(let event)) = report else { return }
      if case .paused(let pause) = event.kind, pause.reason == .suspend { session.send(.resume) }
      if second.frames.withLock({ !$0.isEmpty }) { session.send(.stop) }
    }
    let reports = try harness.run(clock, into: FakeDevice(clock, periodErrorPPB: 0, first))
    let ready = try #require(record.ready.withLock { $0.count == 1 ? $0[0] : nil })
    // A fade, what the device holds, and a few blocks.
    #expect((Duration.milliseconds(5_150)...(.milliseconds(5_500))).contains(ready), "\(ready)")
    let stored = try #require(record.stores.withLock { $0.last { $0.at <= ready } })
    #expect(stored.at == ready && stored.state > .seconds(5))
    let released = try #require(first.releases.withLock { $0.count == 1 ? $0[0] : nil })
    let silence = released - first.lastLoud.withLock(\.self)
    #expect((1...9_600).contains(silence), "\(silence)")
    #expect(pauses(reports) == [.suspend] && second.frames.withLock { !$0.isEmpty })
    // It was never reported as a loss.
    #expect(!reports.contains { if case .audio = $0 { true } else { false } } && reports.last == .over)
  }

  @Test func `that doesn't come leaves the device as it is, and the sound comes back`() throws {
    let clock = FakeClock()
    let onsets = FakeDevice.Onsets()
    var harness = harness(noise(8), clock)
    harness.opener = try DeviceOpener { _, _ throws(SinkError) in throw .unavailable("there is one already") }
    harness.script = [
      (.milliseconds(3_300), { [record] in $0.prepareForSleep(record.answer(clock)) }),
      (.milliseconds(3_400), { $0.wakeUp() }), (.milliseconds(5_000), { $0.wakeUp() }),
    ]
    let reports = try harness.run(clock, into: FakeDevice(clock, periodErrorPPB: 0, onsets))
    #expect(record.ready.withLock { $0.count == 1 && $0[0] < .milliseconds(3_500) })
    #expect(onsets.releases.withLock(\.isEmpty) && onsets.lastLoud.withLock { $0 > 7 * 48_000 })
    #expect(pauses(reports).isEmpty && reports.last == .over)
  }

  @Test func `finds a session that is silent ready at once, and stored`() throws {
    let clock = FakeClock()
    var harness = harness(noise(8), clock)
    harness.script = [(.seconds(3), { [record] in $0.prepareForSleep(record.answer(clock)) })]
    let reports = try harness.run(clock)
    let ready = try #require(record.ready.withLock { $0.count == 1 ? $0[0] : nil })
    #expect(ready < .milliseconds(3_100) && record.stores.withLock { $0.contains { $0.at == ready } })
    #expect(pauses(reports).isEmpty && reports.last == .over)
  }

  @Test func `isn't held up by a session that ends meanwhile`() throws {
    let clock = FakeClock()
    var harness = harness(noise(3), clock)
    harness.opener = try DeviceOpener { _, _ throws(SinkError) in throw .unavailable("there is one already") }
    harness.script = [(.milliseconds(2_800), { [record] in $0.prepareForSleep(record.answer(clock)) })]
    let onsets = FakeDevice.Onsets()
    let reports = try harness.run(clock, into: FakeDevice(clock, periodErrorPPB: 0, onsets))
    #expect(record.ready.withLock(\.count) == 1 && reports.last == .over)
  }
}
