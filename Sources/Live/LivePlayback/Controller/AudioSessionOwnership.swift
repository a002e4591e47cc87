package import CueAudio
import HostSystem
import Synchronization
package import WorkoutEngine

/// The audio session as a run has it: within the process by the coordinator, across processes by the lock manager.
///
/// It performs the engine's `Effect.session`.
package final class AudioSessionOwnership: Sendable {
  private let coordinator: AudioSessionCoordinator
  private let grant = Mutex<AudioSessionCoordinator.Grant?>(nil)
  private let lockManager: SessionLockManager?
  private let lastSource = Mutex(AudioSource.workout)
  private let options: AudioSessionOptions
  private let isOver = Atomic(false)
  /// Whether the run plays on a device, which others may use, too; one on the silent sink doesn't.
  package let isShared: Bool

  /// The ownership of a run.
  ///
  /// - Parameters:
  ///   - lockManager: The lock across processes; `nil` for a run that shares no device, or on a system without a
  ///     place for it.
  ///   - isShared: Whether the run plays on a device.
  ///   - others: How the sound server treats other programs.
  ///   - coordinator: The owner within the process.
  package init(
    _ lockManager: SessionLockManager?, isShared: Bool, others: OtherPrograms = .mix,
    coordinator: AudioSessionCoordinator = .shared
  ) {
    self.isShared = isShared
    self.lockManager = lockManager
    self.coordinator = coordinator
    options = others.options
    coordinator.use(LinuxAudioSession())
  }

  /// Who owns the session in this process.
  package var owner: AudioSource? { isShared ? coordinator.owner : nil }

  /// Whether this process has the session across processes.
  package var isHeld: Bool { lockManager?.isHeld ?? true }

  /// Whether the run that it was handed to no longer wants it.
  package var isFree: Bool { lockManager?.isFree ?? true }

  /// Whether another run waits for the session that this process has.
  package var isRequested: Bool { lockManager?.isRequested ?? false }

  /// Requests the session for a source of this run, from another source of it if need be.
  package func request(_ source: AudioSource) throws(AudioSessionError) {
    guard isShared, coordinator.owner != source else { return }
    let new = try coordinator.request(source, .playback, options) { [weak self] _ in self?.releaseGrant() }
    grant.withLock { $0 = new }
    lastSource.withLock { $0 = source }
  }

  /// Performs what the engine has decided: a session that begins has the audio session; one that is over releases it
  /// as soon as its end has been heard, which `endWasHeard` reports.
  package func perform(_ command: Effect.SessionCommand) throws(AudioSessionError) {
    switch command {
    case .activate: try request(.workout)
    case .deactivate: isOver.store(true, ordering: .releasing)
    }
  }

  /// Releases the audio session of a session that is over.
  package func endWasHeard() { if isOver.load(ordering: .acquiring) { releaseGrant() } }

  /// Hands the session to another run.
  package func handOver() {
    releaseGrant()
    lockManager?.handOver()
  }

  /// Takes the session again; `nil` for success, else who has it.
  package func reclaim() -> String? {
    guard let lockManager, !lockManager.isHeld else { return nil }
    do throws(SessionLock.Failure) {
      try lockManager.acquire(takeOver: false)
    } catch {
      switch error {
      case .held(let holder): return holder
      case .unavailable(let reason): return reason
      }
    }
    try? request(lastSource.withLock { $0 })
    return nil
  }

  /// Releases everything at the end.
  package func end() {
    releaseGrant()
    lockManager?.end()
  }

  private func releaseGrant() {
    let held = grant.withLock { grant in
      defer { grant = nil }
      return grant
    }
    if let held { coordinator.release(held) }
  }
}

/// How other programs' sound is treated while a session has the audio session.
package enum OtherPrograms: String, CaseIterable, Sendable {
  /// It plays beside the session.
  case mix
  /// The sound server lowers it.
  case duck
  /// The sound server pauses it.
  case pause

  var options: AudioSessionOptions {
    switch self {
    case .mix: .mixWithOthers
    case .duck: .duckOthers
    case .pause: []
    }
  }
}
