import Glibc
import SQLiteAccess
import Synchronization

/// Syncs committed transactions to the disk; the caller waits for the disk.
///
/// A commit in WAL mode is a write at the end of the `-wal` file: from then on it survives the death of the process,
/// and from the next `fdatasync` of that file on the death of the machine. SQLite recovers every commit whose frames
/// are whole there. The file carries no locks, so opening and closing it disturbs no connection. Now and then what is
/// there is copied into the database, so that the file stays small; by itself SQLite would do so, and sync, within a
/// commit.
final class DiskSync: Sendable {
  private struct State {
    var hasFailed = false
    var syncs = 0
    /// Kept once it is there.
    var connection: DatabaseQueue?
  }

  /// The number of syncs after which the file is checkpointed into the database: a few megabytes, two minutes of a busy
  /// workout.
  private static let checkpointPause = 200

  private let place: HistoryLocation
  private let path: String
  private let report: @Sendable (String) -> Void
  private let state = Mutex(State())
  /// Held by who is at it.
  private let turn = Mutex(())

  /// For the commits to the database at `place`; `report` is called once when the disk fails to sync.
  init(_ place: HistoryLocation, report: @escaping @Sendable (String) -> Void) {
    self.place = place
    path = place.path + "-wal"
    self.report = report
  }

  /// Syncs all that was committed so far to the disk, after a sync already under way.
  func sync() {
    turn.withLock { _ in
      let count = state.withLock { state in
        state.syncs += 1
        return state.syncs
      }
      syncFile()
      if count % Self.checkpointPause == 0 { checkpoint() }
    }
  }

  /// Copies what no reader needs any more; writers continue meanwhile. Where that fails, it is tried again later.
  private func checkpoint() {
    let connection = state.withLock { state in
      if state.connection == nil { state.connection = try? HistoryStore.connection(to: place, isReadOnly: false) }
      return state.connection
    }
    try? connection?.use { try $0.run("PRAGMA wal_checkpoint(PASSIVE)") }
  }

  /// Another database has come to the place of the one that was written so far.
  func forgetFile() { state.withLock { $0.connection = nil } }

  private func syncFile() {
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
    if isFirst { report("The disk doesn't keep the history safe (\(path): \(reason)); the workout continues.") }
  }
}
