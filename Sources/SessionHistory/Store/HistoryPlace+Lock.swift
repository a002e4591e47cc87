import Glibc

/// Tells a file from another that has come to its place.
package struct FileMark: Equatable, Sendable {
  let device: UInt
  let node: UInt

  /// The file at `path`; `nil` where there is none.
  init?(of path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    (device, node) = (UInt(status.st_dev), UInt(status.st_ino))
  }
}

extension HistoryPlace {
  /// The database that is there now; `nil` for none.
  var file: FileMark? { FileMark(of: path) }

  /// Does what must see the database as it is: meanwhile no other process makes, opens for writing, or replaces it.
  ///
  /// - Parameter work: What is to be done; it mustn't ask for the lock again.
  /// - Returns: What `work` returns.
  /// - Throws: What it throws, or why the lock can't be had.
  func locked<Value>(_ work: () throws(HistoryError) -> Value) throws(HistoryError) -> Value {
    try makeFolder()
    // The folder itself bears the lock, so it takes no file that could be left over.
    let lock = unsafe open(folder, O_RDONLY | O_CLOEXEC)
    guard lock >= 0 else { throw failure(folder) }
    defer { close(lock) }
    let deadline = ContinuousClock.now + .seconds(HistoryStore.patience)
    // Where a file system has no such locks, all else has to do.
    while flock(lock, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      guard .now < deadline else { throw .failed("\(path): another process keeps it from being opened") }
      usleep(5_000)
    }
    return try work()
  }
}
