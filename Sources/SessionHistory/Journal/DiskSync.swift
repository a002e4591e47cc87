import Dispatch
import Glibc
import Synchronization

/// Brings what was committed to the disk itself, on a thread of its own, so that nobody who commits waits for it.
///
/// A commit in WAL mode is a write at the end of the `-wal` file: from then on it survives the death of the process,
/// and from the next `fdatasync` of that file on the death of the machine. SQLite recovers every commit whose frames
/// are whole there. The file bears no locks, so opening and closing it disturbs no connection.
final class DiskSync: Sendable {
  private struct State {
    var isScheduled = false
    var hasFailed = false
  }

  private let path: String
  private let tell: @Sendable (String) -> Void
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "cuebell.journal.sync")

  /// For the commits to the database at `path`; `tell` hears once that the disk can't be relied upon.
  init(_ path: String, tell: @escaping @Sendable (String) -> Void) {
    self.path = path + "-wal"
    self.tell = tell
  }

  /// Has all that was committed so far brought to the disk soon; what is committed until then goes with it.
  func schedule() {
    let isScheduled = state.withLock { state in
      defer { state.isScheduled = true }
      return state.isScheduled
    }
    if isScheduled { return }
    queue.async { [self] in
      state.withLock { $0.isScheduled = false }
      sync()
    }
  }

  /// Waits until all that was committed is on the disk.
  func finish() { queue.sync { sync() } }

  private func sync() {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    // Where it is gone, another has brought everything into the database and synced that.
    guard file >= 0 else { return }
    defer { close(file) }
    guard fdatasync(file) != 0, errno != EINVAL, errno != EROFS else { return }
    let reason = unsafe String(cString: strerror(errno))
    let isFirst = state.withLock { state in
      defer { state.hasFailed = true }
      return !state.hasFailed
    }
    if isFirst { tell("The disk doesn't keep the history safe (\(path): \(reason)); the workout goes on.") }
  }
}
