import CueAudio
import HostSystem
import LivePlayback
import Synchronization
import TestSupport
import Testing
import WorkoutEngine

@Suite struct `The audio session of a run` {
  /// A system that refuses every session after the first few.
  private final class RefusingConfiguration: AudioSessionConfiguring {
    private let left: Atomic<Int>

    init(after count: Int) { left = Atomic(count) }

    func activate(_ category: AudioCategory, _ options: AudioSessionOptions) throws(AudioSessionError) {
      if left.subtract(1, ordering: .relaxed).newValue < 0 { throw .refused("no more") }
    }

    func deactivate() {}
  }

  private let coordinator = AudioSessionCoordinator()

  private func ownership(
    _ source: AudioSource = .workout, _ configuration: any AudioSessionConfiguring = NoConfiguration()
  ) -> AudioSessionOwnership {
    AudioSessionOwnership(
      nil, isShared: true, source: source, coordinator: coordinator, configuration: configuration)
  }

  @Test func `is kept until the end of the workout has been heard, and then released`() throws {
    let ownership = ownership()
    try ownership.perform(.activate)
    ownership.endWasHeard()
    #expect(ownership.owner == .workout)
    try ownership.perform(.deactivate)
    #expect(ownership.owner == .workout)
    ownership.endWasHeard()
    #expect(ownership.owner == nil)
    // A key that comes now has no session to resume.
    #expect(ownership.reclaim() == nil && ownership.owner == nil)
  }

  @Test func `moves between its sources, and comes back to the one that was last`() throws {
    let ownership = ownership()
    #expect(try !ownership.move(to: .workout) && ownership.owner == nil)
    try ownership.request()
    #expect(try ownership.move(to: .guidedTrack) && ownership.owner == .guidedTrack)
    #expect(try !ownership.move(to: .guidedTrack))
    ownership.handOver()
    #expect(try !ownership.move(to: .workout) && ownership.owner == nil)
    #expect(ownership.reclaim() == nil && ownership.owner == .workout)
    ownership.end()
    #expect(ownership.owner == nil)
  }

  @Test func `that is not available is reported, and has no owner`() throws {
    let ownership = ownership(.workout, RefusingConfiguration(after: 1))
    try ownership.request()
    #expect(throws: AudioSessionError.refused("no more")) { try ownership.move(to: .guidedTrack) }
    #expect(ownership.owner == nil)
    #expect(
      ownership.reclaim() == "The audio session is not available: the system refuses the audio session: no more.")
  }

  @Test func `is given to another run of this process that wants it`() throws {
    let (ownership, preview) = (ownership(), ownership(.preview))
    try ownership.request()
    try preview.request()
    #expect(coordinator.owner == .preview)
    ownership.end()
    #expect(coordinator.owner == .preview)
  }

  @Test func `is never refused by one source to the other, nor left without owner, whatever threads ask`() throws {
    let ownership = ownership()
    try ownership.request()
    let failures = Atomic(0)
    let done = Mailbox<Bool>(capacity: 3)
    for source in [AudioSource.workout, .guidedTrack, .preview] {
      try HostThread {
        for _ in 0..<2_000 {
          do {
            _ = try ownership.move(to: source)
            if source == .preview { ownership.handOver() }
            try ownership.request()
          } catch {
            failures.add(1, ordering: .relaxed)
          }
        }
        done.put(true)
      }.detach()
    }
    var finished = 0
    while finished < 3 {
      done.wait(milliseconds: Int32(Timeout.milliseconds))
      let count = done.drain().messages.count
      try #require(count > 0)
      finished += count
    }
    #expect(failures.load(ordering: .relaxed) == 0)
    ownership.end()
    #expect(coordinator.owner == nil)
  }
}
