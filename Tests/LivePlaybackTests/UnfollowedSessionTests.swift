import CueAudio
import HostSystem
import LivePlayback
import Synchronization
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A live session that nobody follows` {
  /// A session wakes for each deadline and for its place; each store wakes the journal's thread, too.
  @Test(arguments: [(isFollowed: true, wakes: 90, stores: 90), (isFollowed: false, wakes: 75, stores: 15)])
  func `wakes and stores less often without sound`(
    isFollowed: Bool, mostWakes: Int, mostStores: Int
  ) throws {
    let wakes = Atomic(0)
    let stores = Atomic(0)
    var harness = LiveSessionHarness(
      workout: Workout(name: "Quiet", style: .silent, nodes: [.phase(Phase("A", .high, .after(.fixed(.seconds(60)))))]))
    harness.wakeDescriptor = try WakeDescriptor()
    harness.speed = 60
    harness.isFollowed = isFollowed
    harness.follow = { if $0.isPhaseStart { $1.send(.lifecycle(.background)) } }
    harness.beat = { wakes.add(1, ordering: .relaxed) }
    harness.store = { _ in stores.add(1, ordering: .relaxed) }
    _ = try harness.run(BootClock(speed: 60))
    #expect(wakes.load(ordering: .relaxed) <= mostWakes && stores.load(ordering: .relaxed) <= mostStores)
  }

  @Test func `is stored less often though it is heard, where that may cost more`() throws {
    let clock = FakeClock()
    let stores = Atomic(0)
    var harness = LiveSessionHarness(workout: .beeps(.seconds(60)))
    harness.isFollowed = false
    harness.follow = { if $0.isPhaseStart { $1.send(.lifecycle(.background)) } }
    harness.store = { _ in stores.add(1, ordering: .relaxed) }
    _ = try harness.run(clock, into: FakeDevice(clock, periodErrorPPB: 0, FakeDevice.Onsets()))
    let count = stores.load(ordering: .relaxed)
    #expect((6...15).contains(count), "\(count)")
  }
}
