package import CueAudio
import HostSystem
import Synchronization
package import WorkoutEngine

/// The audio session as a run has it: within the process by the coordinator, across processes by the lock manager.
///
/// It performs the engine's `Effect.session`.
package final class AudioSessionOwnership: Sendable {
  private struct State {
    var grant: AudioSessionCoordinator.Grant?
    /// Which source of the run has the session, or will have it.
    var source: AudioSource
    /// Whether the session that is played is over, as the engine knows ahead of the listener.
    var isOver = false
  }

  private let coordinator: AudioSessionCoordinator
  private let lockManager: SessionLockManager?
  private let options: AudioSessionOptions
  private let state: Mutex<State>
  /// Whether the run plays on a device, which others may use, too; one on the silent sink doesn't.
  package let isShared: Bool

  /// The ownership of a run.
  ///
  /// - Parameters:
  ///   - lockManager: The lock across processes; `nil` for a run that shares no device, or on a system without a
  ///     place for it.
  ///   - isShared: Whether the run plays on a device.
  ///   - source: Which source of the run has the session first.
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

  /// Who owns the session in this process.
  package var owner: AudioSource? { isShared ? coordinator.owner : nil }

  /// Whether this process has the session across processes.
  package var isHeld: Bool { lockManager?.isHeld ?? true }

  /// Whether the run that it was handed to no longer wants it.
  package var isFree: Bool { lockManager?.isFree ?? true }

  /// Whether another run waits for the session that this process has.
  package var isRequested: Bool { lockManager?.isRequested ?? false }

  /// Requests the session for the present source of this run; does nothing where the run has it.
  package func request() throws(AudioSessionError) {
    try state.withLock { state throws(AudioSessionError) in
      if !state.isOver { try request(&state) }
    }
  }

  /// Moves the session to another source of this run: now where the run has it, else when it has it again.
  ///
  /// - Returns: Whether the session has moved.
  /// - Throws: Why it has not; no source of the run has it then.
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
    // Sources of one run give way to each other; only an owner outside it is asked by the coordinator.
    release(&state)
    state.grant = try coordinator.request(state.source, .playback, options) { [weak self] _ in self?.release() }
  }

  /// Performs what the engine has decided: a session that begins has the audio session; one that is over releases it
  /// as soon as its end has been heard, which `endWasHeard` reports.
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

  /// Takes the session again; `nil` for success, else a sentence that says why not.
  package func reclaim() -> String? {
    if let lockManager, !lockManager.isHeld {
      do throws(SessionLock.Failure) { try lockManager.acquire(takeOver: false) } catch {
        return switch error {
        case .held(let holder): "Another run holds the audio session: \(holder)."
        case .unavailable(let reason): "The audio session can't be had: \(reason)."
        }
      }
    }
    do throws(AudioSessionError) { try request() } catch {
      lockManager?.handOver()
      return error.sentence
    }
    return nil
  }

  /// Releases everything at the end.
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
  package var sentence: String { "The audio session can't be had: \(explanation)." }
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
