import ArgumentParser
import CommandSupport
import CueAudio
import FoundationEssentials
import HostSystem
import LivePlayback
import SessionControl
import StrictJSON
import WorkoutModel

extension AudioSessionOwnership {
  /// Requests the session; a refusal ends the command.
  func requested() throws {
    do throws(AudioSessionError) { try request() } catch {
      throw Exit.fail(.unavailable, error.sentence)
    }
  }
}

extension SessionLockManager {
  /// The session, acquired; `nil`, after a message, if this system has no folder for the lock. With `takeOver`, another
  /// run that has the session is asked to release it; `begin` comes before the lock is acquired, which may take time.
  static func acquired(
    takeOver: Bool, holder: String, begin: (SessionLockManager) -> Void = { _ in }
  ) throws -> SessionLockManager? {
    var manager: SessionLockManager?
    do throws(SessionLock.Failure) {
      let path = try SessionLock.standardPath(ProcessInfo.processInfo.environment)
      let new = SessionLockManager(at: path, holder: holder)
      manager = new
      begin(new)
      try new.acquire(takeOver: takeOver)
      return new
    } catch {
      // A holder that was too slow to release it may keep the session.
      manager?.end()
      switch error {
      case .held(let other):
        throw Exit.fail(
          .held, "Another run holds the audio session: \(SafeText.filtered(other)). Wait for it, or use --take-over.")
      case .unavailable(let reason):
        Streams.err("Running without the session lock: \(reason)")
        return nil
      }
    }
  }
}

extension OtherPrograms: ExpressibleByArgument, JSONConvertible {}
