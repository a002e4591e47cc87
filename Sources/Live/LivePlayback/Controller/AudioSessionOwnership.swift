package import CueAudio
import HostSystem
import Synchronization
package import WorkoutEngine

/// The audio session of a run: held within the process through the coordinator, across processes through the lock
/// manager.
///
/// It performs the engine's `Effect.session`.
package final class AudioSessionOwnership: Sendable {
  private struct State {
    var grant: AudioSessionCoordinator.Grant?
    /// The source of the run that has the session, or will have it.
    var source: AudioSource
    /// Whether the played session is over; the engine knows this before the listener.
    var isOver = false
  }

  private let coordinator: AudioSessionCoordinator
  private let lockManager: SessionLockManager?
  private let options: AudioSessionOptions
  private let state: Mutex<State>
  /// Whether the run plays on a device that other programs may use; the silent sink is not shared.
  package let isShared: Bool

  /// The ownership of a run.
  ///
  /// - Parameters:
  ///   - lockManager: The lock across processes; `nil` for a run that shares no device, or on a system without a folder
  ///     for the lock.
  ///   - isShared: Whether the run plays on a device.
  ///   - source: The first source of the run.
  ///   - others: How the sound server treats other programs.
  ///   - coordinator: The owner within the process.
  ///   - configuration: Configures the system for the session.
  package init(
    _ lockManager: SessionLockManager?, isShared: Bool, source: AudioSource = .workout, others: OtherPrograms = .mix,
    coordinator: AudioSessionCoordinator = .shared, configuration: any AudioSessionConfiguring = LinuxAudioSession()
  ) {
    self.isShared = isShared
    state = Mutex(State(source: source))
    self.lockManager = lockManager
    self.coordinator = coordinator
    options = others.options
    coordinator.use(configuration)
  }

  /// The owner of the session in this process.
  package var owner: AudioSource? { isShared ? coordinator.owner : nil }

  /// Whether this process has the session across processes.
  package var isHeld: Bool { lockManager?.isHeld ?? true }

  /// Whether the run to which the session was handed over no longer needs it.
  package var isFree: Bool { lockManager?.isFree ?? true }

  /// Whether another run is waiting for the session of this process.
  package var isRequested: Bool { lockManager?.isRequested ?? false }

  /// Requests the session for the current source of this run; does nothing if the run has it.
  package func request() throws(AudioSessionError) {
    try state.withLock { state throws(AudioSessionError) in
      if !state.isOver { try request(&state) }
    }
  }

  /// Moves the session to another source of this run: now if the run has it, otherwise when it has it again.
  ///
  /// - Returns: Whether the session has moved.
  /// - Throws: The reason why it has not; no source of the run has it then.
  package func move(to source: AudioSource) throws(AudioSessionError) -> Bool {
    try state.withLock { state throws(AudioSessionError) in
      let isMoved = state.grant != nil && state.source != source
      state.source = source
      if isMoved { try request(&state) }
      return isMoved
    }
  }

  private func request(_ state: inout State) throws(AudioSessionError) {
    guard isShared, state.grant?.source != state.source else { return }
    // Sources of one run give way to each other; the coordinator asks only an outside owner.
    release(&state)
    state.grant = try coordinator.request(state.source, .playback, options) { [weak self] _ in self?.release() }
  }

  /// Performs the engine's command: a session that begins requests the audio session; one that is over releases it as
  /// soon as its end has been heard, which `endWasHeard` reports.
  package func perform(_ command: Effect.SessionCommand) throws(AudioSessionError) {
    switch command {
    case .activate: try request()
    case .deactivate: state.withLock { $0.isOver = true }
    }
  }

  /// Releases the audio session of a session that is over.
  package func endWasHeard() {
    state.withLock { state in
      if state.isOver { release(&state) }
    }
  }

  /// Hands the session to another run.
  package func handOver() {
    release()
    lockManager?.handOver()
  }

  /// Acquires the session again; returns `nil` on success, otherwise a sentence with the reason.
  package func reclaim() -> String? {
    if let lockManager, !lockManager.isHeld {
      do throws(SessionLock.Failure) { try lockManager.acquire(takeOver: false) } catch {
        return switch error {
        case .held(let holder): "Another run holds the audio session: \(holder)."
        case .unavailable(let reason): "The audio session is not available: \(reason)."
        }
      }
    }
    do throws(AudioSessionError) { try request() } catch {
      lockManager?.handOver()
      return error.sentence
    }
    return nil
  }

  /// Releases everything at the end of the run.
  package func end() {
    release()
    lockManager?.end()
  }

  private func release() { state.withLock { release(&$0) } }

  private func release(_ state: inout State) {
    if let held = state.grant.take() { coordinator.release(held) }
  }
}

extension AudioSessionError {
  /// The message for the user, as a sentence.
  package var sentence: String { "The audio session is not available: \(explanation)." }
}

/// How other programs' sound is treated while a session has the audio session.
package enum OtherPrograms: String, CaseIterable, Sendable {
  /// Their sound is mixed with the session's.
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
