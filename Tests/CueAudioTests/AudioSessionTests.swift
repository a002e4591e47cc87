import CueAudio
import Synchronization
import Testing

/// Records what is asked of the system's side, and refuses when it is set to.
final class SessionSpy: AudioSessionConfiguring {
  struct Record {
    var calls: [String] = []
    var active = 0
    var mostActive = 0
    var refusal: AudioSessionError?
  }

  let record = Mutex(Record())

  func activate(_ category: AudioCategory, _ options: AudioSessionOptions) throws(AudioSessionError) {
    let refusal = record.withLock { record in
      if record.refusal != nil { return record.refusal }
      if record.calls.count < 100 { record.calls.append("activate \(category.rawValue) \(options.rawValue)") }
      record.active += 1
      record.mostActive = max(record.mostActive, record.active)
      return nil
    }
    if let refusal { throw refusal }
  }

  func deactivate() {
    record.withLock { record in
      if record.calls.count < 100 { record.calls.append("deactivate") }
      record.active -= 1
    }
  }
}

/// Keeps a grant where a conflict handler can release it.
final class GrantHolder: Sendable {
  let grant = Mutex<AudioSessionCoordinator.Grant?>(nil)

  func release(_ coordinator: AudioSessionCoordinator) {
    let held = grant.withLock { grant in
      defer { grant = nil }
      return grant
    }
    if let held { coordinator.release(held) }
  }
}

@Suite struct `The audio session` {
  @Test func `has one owner, and is active on the system's side exactly while it has`() throws {
    let spy = SessionSpy()
    let coordinator = AudioSessionCoordinator(spy)
    #expect(coordinator.owner == nil)
    let grant = try coordinator.request(.workout, .soloAmbient, [.duckOthers]) { _ in }
    #expect(coordinator.owner == .workout)
    coordinator.release(grant)
    coordinator.release(grant)
    #expect(coordinator.owner == nil)
    #expect(spy.record.withLock { $0.calls } == ["activate soloAmbient 2", "deactivate"])
  }

  @Test func `goes to a second source when the owner's handler releases it`() throws {
    let spy = SessionSpy()
    let coordinator = AudioSessionCoordinator(spy)
    let holder = GrantHolder()
    let grant = try coordinator.request(.workout) { other in
      #expect(other == .guidedTrack)
      holder.release(coordinator)
    }
    holder.grant.withLock { $0 = grant }
    _ = try coordinator.request(.guidedTrack) { _ in }
    #expect(coordinator.owner == .guidedTrack)
    #expect(spy.record.withLock { $0.calls } == ["activate playback 0", "deactivate", "activate playback 0"])
  }

  @Test func `stays with an owner that doesn't release it`() throws {
    let coordinator = AudioSessionCoordinator(SessionSpy())
    _ = try coordinator.request(.workout) { _ in }
    #expect(throws: AudioSessionError.busy(.workout)) { try coordinator.request(.preview) { _ in } }
    #expect(coordinator.owner == .workout)
  }

  @Test func `has no owner where the system refuses`() throws {
    let spy = SessionSpy()
    spy.record.withLock { $0.refusal = .refused("no server") }
    let coordinator = AudioSessionCoordinator(spy)
    #expect(throws: AudioSessionError.refused("no server")) { try coordinator.request(.workout) { _ in } }
    #expect(coordinator.owner == nil)
    spy.record.withLock { $0.refusal = nil }
    _ = try coordinator.request(.workout) { _ in }
    #expect(coordinator.owner == .workout)
  }

  @Test func `never has two owners, whatever eight threads ask for at once`() async {
    let spy = SessionSpy()
    let coordinator = AudioSessionCoordinator(spy)
    let granted = await withTaskGroup(of: Int.self) { group in
      for thread in 0..<8 {
        group.addTask {
          let source = AudioSource.allCases[thread % AudioSource.allCases.count]
          var granted = 0
          for _ in 0..<10_000 {
            let holder = GrantHolder()
            // Every other thread releases its grant when asked; the others keep theirs.
            let handler: @Sendable (AudioSource) -> Void = { _ in
              if thread.isMultiple(of: 2) { holder.release(coordinator) }
            }
            guard let grant = try? coordinator.request(source, onConflict: handler) else { continue }
            granted += 1
            holder.grant.withLock { $0 = grant }
            holder.release(coordinator)
          }
          return granted
        }
      }
      return await group.reduce(0, +)
    }
    #expect(granted > 0)
    #expect(spy.record.withLock { $0.mostActive } == 1)
    #expect(spy.record.withLock { $0.active } == 0)
    #expect(coordinator.owner == nil)
  }
}
