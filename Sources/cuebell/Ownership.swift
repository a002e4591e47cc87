import ArgumentParser
import CueAudio
import FoundationEssentials
import LiveHost
import SessionReporting
import Synchronization

/// The audio session as a run has it: within the process by the coordinator, across processes by the keeper.
final class Ownership: Sendable {
  private let coordinator: AudioSessionCoordinator
  private let grant = Mutex<AudioSessionCoordinator.Grant?>(nil)
  private let keeper: SessionKeeper?
  private let lastSource = Mutex(AudioSource.workout)
  /// Whether the run takes part in the sharing of the session at all; one on the silent sink doesn't.
  let isShared: Bool

  init(_ keeper: SessionKeeper?, coordinator: AudioSessionCoordinator = .shared) {
    isShared = keeper != nil
    self.keeper = keeper
    self.coordinator = coordinator
    coordinator.use(LinuxAudioSession())
  }

  /// Who owns the session in this process.
  var owner: AudioSource? { isShared ? coordinator.owner : nil }

  /// Whether this process has the session across processes.
  var isHeld: Bool { keeper?.isHeld ?? true }

  /// Whether the run that it was let have wants it no more.
  var isFree: Bool { keeper?.isFree ?? true }

  /// Whether another run waits for the session that this process has.
  var isAsked: Bool { keeper?.isAsked ?? false }

  /// Takes the session for a source of this run, from another source of it if need be.
  func take(_ source: AudioSource) throws {
    guard isShared, coordinator.owner != source else { return }
    do throws(AudioSessionError) {
      let new = try coordinator.request(source) { [weak self] _ in self?.releaseGrant() }
      grant.withLock { $0 = new }
      lastSource.withLock { $0 = source }
    } catch {
      throw Exit.fail(Exit.unavailable, "The audio session can't be had: \(error)")
    }
  }

  /// Lets another run have the session.
  func letGo() {
    releaseGrant()
    keeper?.letGo()
  }

  /// Takes the session back; `nil` for success, else who has it.
  func takeBack() -> String? {
    guard let keeper, !keeper.isHeld else { return nil }
    do throws(SessionLock.Failure) {
      try keeper.take(takeOver: false)
    } catch {
      switch error {
      case .held(let holder): return holder
      case .unavailable(let reason): return reason
      }
    }
    try? take(lastSource.withLock { $0 })
    return nil
  }

  /// Gives everything back at the end.
  func end() {
    releaseGrant()
    keeper?.end()
  }

  private func releaseGrant() {
    let held = grant.withLock { grant in
      defer { grant = nil }
      return grant
    }
    if let held { coordinator.release(held) }
  }
}

extension SessionKeeper {
  /// The session, taken; `nil`, after a word about it, where this system has no place for the lock.
  ///
  /// - Parameters:
  ///   - takeOver: Whether another run that has it is asked to let go.
  ///   - holder: What others are told of this run.
  ///   - begin: Is handed the keeper before it takes anything, which may last.
  /// - Returns: The keeper, or `nil` after a word about it.
  /// - Throws: The status to end with where another run has the session.
  static func taken(
    takeOver: Bool, holder: String, begin: (SessionKeeper) -> Void = { _ in }
  ) throws -> SessionKeeper? {
    do throws(SessionLock.Failure) {
      let path = try SessionLock.standardPath(ProcessInfo.processInfo.environment)
      let keeper = SessionKeeper(at: path, holder: holder)
      begin(keeper)
      do throws(SessionLock.Failure) {
        try keeper.take(takeOver: takeOver)
      } catch {
        // Whoever was asked and was too slow may keep it.
        keeper.end()
        throw error
      }
      return keeper
    } catch {
      switch error {
      case .held(let other):
        throw Exit.fail(
          Exit.held,
          "Another run holds the audio session: \(SafeText.filtered(other)). Wait for it, or use --take-over.")
      case .unavailable(let reason):
        Streams.err("Running without the session lock: \(reason)")
        return nil
      }
    }
  }
}
