package import CueAudio
import HostSystem
package import SessionControl
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

  /// The ownership of a run whose first source is `source`; without a `lockManager` it shares no device, or the system
  /// has no folder for the lock. `others` is how the sound server treats other programs.
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

  package var owner: AudioSource? { isShared ? coordinator.owner : nil }

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

  /// Moves the session to another source of this run: now, which returns `true`, if the run has it, otherwise when it
  /// has it again. If it throws, no source of the run has it.
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

  package func endWasHeard() {
    state.withLock { state in
      if state.isOver { release(&state) }
    }
  }

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
  package var sentence: String { "The audio session is not available: \(explanation)." }
}

extension OtherPrograms {
  fileprivate var options: AudioSessionOptions {
    switch self {
    case .mix: .mixWithOthers
    case .duck: .duckOthers
    case .pause: []
    }
  }
}
