import GRDB
import Glibc
import Synchronization

/// Brings what was committed to the disk itself; whoever asks for it waits for the disk.
///
/// A commit in WAL mode is a write at the end of the `-wal` file: from then on it survives the death of the process,
/// and from the next `fdatasync` of that file on the death of the machine. SQLite recovers every commit whose frames
/// are whole there. The file bears no locks, so opening and closing it disturbs no connection. Now and then what is
/// there is copied into the database, so that the file stays small; by itself SQLite would do so, and sync, within a
/// commit.
final class DiskSync: Sendable {
  private struct State {
    var hasFailed = false
    var syncs = 0
    /// Kept once it is there: each connection that goes leaves a thread of Dispatch behind, which never rests.
    var connection: DatabaseQueue?
  }

  /// After so many syncs the file is emptied into the database: a few megabytes, two minutes of a busy workout.
  private static let checkpointPause = 200

  private let place: HistoryPlace
  private let path: String
  private let tell: @Sendable (String) -> Void
  private let state = Mutex(State())
  /// Held by who is at it.
  private let turn = Mutex(())

  /// For the commits to the database at `place`; `tell` hears once that the disk can't be relied upon.
  init(_ place: HistoryPlace, tell: @escaping @Sendable (String) -> Void) {
    self.place = place
    path = place.path + "-wal"
    self.tell = tell
  }

  /// Brings all that was committed so far to the disk, after whoever is at it already.
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

  /// Copies what no reader needs any more; writers go on meanwhile. Where that fails, it is tried again later.
  private func checkpoint() {
    let connection = state.withLock { state in
      if state.connection == nil { state.connection = try? HistoryStore.connection(to: place, isReadOnly: false) }
      return state.connection
    }
    try? connection?.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)") }
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
    if isFirst { tell("The disk doesn't keep the history safe (\(path): \(reason)); the workout goes on.") }
  }
}
