import Glibc
import HostSystem

/// Where the history of a user lies.
public struct HistoryLocation: Equatable, Sendable {
  /// The folder, which belongs to Cuebell alone.
  public let folder: String

  /// The database.
  public var path: String { folder + "/history.sqlite" }

  /// A history in `folder`.
  public init(folder: String) { self.folder = folder }

  /// The place that the environment names: `$XDG_STATE_HOME/cuebell`, else `$HOME/.local/state/cuebell`, else the same
  /// in the home that the system knows for this user.
  ///
  /// A path that isn't absolute is ignored, as the XDG Base Directory Specification has it.
  public init(_ environment: [String: String]) throws(HistoryError) {
    guard let state = UserFolders(environment).state ?? UserFolders.registeredState else {
      throw .unavailable("neither XDG_STATE_HOME nor HOME is set, and this user has no home")
    }
    folder = state + "/cuebell"
    // What isn't text has been made into some: that would be another folder.
    if folder.contains("\u{FFFD}") { throw .unavailable("the name of the folder for it isn't UTF-8: \(folder)") }
  }

  /// Refuses a folder, or a database in it, that isn't this user's alone: another could have laid something there.
  func checkOwner() throws(HistoryError) {
    let problem =
      OwnPath.problem(ofFolder: folder, namedBy: "XDG_STATE_HOME")
      ?? ["", "-wal", "-shm"].lazy.compactMap { OwnPath.problem(ofFile: path + $0) }.first
    if let problem { throw .unavailable(problem) }
  }

  /// Makes the folder (0700), where it isn't there; one of this user's that others can see into is closed to them.
  func makeFolder() throws(HistoryError) {
    if let reason = OwnPath.makeFolder(folder) { throw .unavailable(reason) }
    try checkOwner()
    restrict(folder, to: 0o700)
  }

  /// Makes an empty database (0600), if there is none; SQLite gives the files beside it the mode of the database.
  func makeFile() throws(HistoryError) {
    // One that is there mustn't be touched: closing any descriptor of a file gives up all locks that this process has
    // on it, those of SQLite's open connections among them.
    let file = unsafe open(self.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if file >= 0 { close(file) } else if errno != EEXIST { throw failure(self.path) }
    for ending in ["", "-wal", "-shm"] { restrict(self.path + ending, to: 0o600) }
  }

  /// Takes from others what they may do with something that belongs to this user.
  private func restrict(_ path: String, to mode: mode_t) {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o077 != 0 else { return }
    unsafe chmod(path, mode)
  }

  /// Whether there is a database.
  var isThere: Bool { unsafe access(path, F_OK) == 0 }

  /// Gives a damaged database another name, with the files beside it; returns that name. The lock must be held.
  func setAside(at wall: Int) throws(HistoryError) -> String {
    let aside = "\(path).damaged-\(wall)"
    for ending in ["", "-wal", "-shm"] {
      let (old, new) = (path + ending, aside + ending)
      if unsafe rename(old, new) != 0, errno != ENOENT { throw failure(old) }
    }
    return aside
  }

  func failure(_ path: String) -> HistoryError {
    .unavailable("\(path): \(unsafe String(cString: strerror(errno)))")
  }
}

/// Distinguishes a file from another that has replaced it under the same path.
package struct FileIdentity: Equatable, Sendable {
  let device: UInt
  let node: UInt

  /// The file at `path`; `nil` if there is none.
  init?(of path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    (device, node) = (UInt(status.st_dev), UInt(status.st_ino))
  }
}

extension HistoryLocation {
  /// The database that is there now; `nil` for none.
  var file: FileIdentity? { FileIdentity(of: path) }

  /// Does what must see the database as it is: meanwhile no other process makes, opens for writing, or replaces it.
  ///
  /// - Parameter work: What is to be done; it mustn't ask for the lock again.
  /// - Returns: What `work` returns.
  /// - Throws: What it throws, or why the lock can't be had.
  func locked<Value>(_ work: () throws(HistoryError) -> Value) throws(HistoryError) -> Value {
    try makeFolder()
    // The folder itself carries the lock, so it takes no file that could be left over.
    let lock = unsafe open(folder, O_RDONLY | O_CLOEXEC)
    guard lock >= 0 else { throw failure(folder) }
    defer { close(lock) }
    let deadline = ContinuousClock.now + .milliseconds(Int(HistoryStore.patience))
    // Where a file system has no such locks, all else has to do.
    while flock(lock, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      guard .now < deadline else { throw .failed("\(path): another process keeps it from being opened") }
      usleep(5_000)
    }
    return try work()
  }
}
