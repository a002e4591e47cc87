import Glibc
import HostSystem

package struct HistoryLocation: Equatable, Sendable {
  package let folder: String

  package var path: String { folder + Self.file }

  private static let file = "/history.sqlite"

  static func folder(of path: String) -> String { String(path.dropLast(file.count)) }

  package init(folder: String) { self.folder = folder }

  /// The location in the environment: `$XDG_STATE_HOME/cuebell`, else `$HOME/.local/state/cuebell`, else the same in
  /// the user's home by the system's user database.
  ///
  /// A path that isn't absolute is ignored (XDG Base Directory Specification).
  package init(_ environment: [String: String]) throws(HistoryError) {
    guard let state = UserFolders(environment).state ?? UserFolders.registeredState else {
      throw .unavailable("neither XDG_STATE_HOME nor HOME is set, and this user has no home")
    }
    folder = state + "/cuebell"
    // Invalid UTF-8 has been replaced: that would be another folder.
    if folder.contains("\u{FFFD}") { throw .unavailable("the name of its folder isn't UTF-8: \(folder)") }
  }

  /// Rejects a folder, or a database in it, that doesn't belong to this user: another user could have planted it.
  func checkOwner() throws(HistoryError) {
    let problem =
      OwnPath.problem(ofFolder: folder, namedBy: "XDG_STATE_HOME")
      ?? ["", "-wal", "-shm"].lazy.compactMap { OwnPath.problem(ofFile: path + $0) }.first
    if let problem { throw .unavailable(problem) }
  }

  /// Creates the folder (0700) if it doesn't exist; one of this user that others can read is closed to them.
  func makeFolder() throws(HistoryError) {
    if let reason = OwnPath.makeFolder(folder) { throw .unavailable(reason) }
    try checkOwner()
    OwnPath.restrict(folder, to: 0o700)
  }

  /// Creates an empty database (0600) if there is none; SQLite gives its auxiliary files the same mode.
  func makeFile() throws(HistoryError) {
    // An existing file mustn't be opened: closing any descriptor of a file releases all locks that this process has on
    // it, including those of SQLite's open connections.
    let file = unsafe open(self.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if file >= 0 { close(file) } else if errno != EEXIST { throw failure(self.path) }
    for ending in ["", "-wal", "-shm"] { OwnPath.restrict(path + ending, to: 0o600) }
  }

  var isThere: Bool { unsafe access(path, F_OK) == 0 }

  /// Renames a damaged database with its auxiliary files, and returns the new name.
  ///
  /// The lock must be held.
  func setAside(at wall: Int) throws(HistoryError) -> String {
    let aside = "\(path).damaged-\(wall)"
    for ending in ["", "-wal", "-shm"] {
      let (old, new) = (path + ending, aside + ending)
      if unsafe rename(old, new) != 0, errno != ENOENT { throw failure(old) }
    }
    return aside
  }

  func failure(_ path: String) -> HistoryError {
    .unavailable("\(path): \(Errno.last)")
  }
}

/// Distinguishes a file from another that has replaced it under the same path.
package struct FileIdentity: Equatable, Sendable {
  let device: UInt
  let node: UInt

  init?(of path: String) {
    guard let status = try? unsafe Stat(path).rawValue else { return nil }
    (device, node) = (UInt(status.st_dev), UInt(status.st_ino))
  }
}

extension HistoryLocation {
  var file: FileIdentity? { FileIdentity(of: path) }

  /// Runs `work` while no other process can create, open for writing, or replace the database; it mustn't request the
  /// lock again.
  func locked<Value>(_ work: () throws(HistoryError) -> Value) throws(HistoryError) -> Value {
    try makeFolder()
    // The folder itself is locked, so no lock file can be left over.
    let lock = unsafe open(folder, O_RDONLY | O_CLOEXEC)
    guard lock >= 0 else { throw failure(folder) }
    defer { close(lock) }
    let deadline = ContinuousClock.now + .milliseconds(Int(HistoryStore.patience))
    // On a file system without such locks it proceeds without one.
    while flock(lock, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      guard .now < deadline else { throw .failed("\(path): another process is blocking it") }
      usleep(5_000)
    }
    return try work()
  }
}
