import Glibc

/// The audio session across processes: an advisory lock that one run holds, so that two never talk over each other.
public struct SessionLock: ~Copyable {
  private let descriptor: Int32

  /// Why the session can't be had.
  public enum Failure: Error, Equatable, Sendable {
    /// Another run holds it; what it wrote down about itself.
    case held(by: String)
    /// There is no folder for the lock, and why.
    case unavailable(String)
  }

  /// Takes the lock at `path` for a run described by `holder`.
  public init(at path: String, holder: String) throws(Failure) {
    let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw .unavailable("\(path): \(unsafe String(cString: strerror(errno)))") }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      defer { close(file) }
      throw .held(by: Self.holder(in: file))
    }
    let text = Array(holder.utf8)
    ftruncate(file, 0)
    _ = unsafe pwrite(file, text, text.count, 0)
    descriptor = file
  }

  deinit {
    // A process that this one is just starting has the file open, too, until its program is loaded: a lock that is only
    // closed would remain held there.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// What the run that holds the lock at `path` wrote down about itself; `nil` if none does. Nothing is changed.
  public static func holder(at path: String) throws(Failure) -> String? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw .unavailable("\(path): \(unsafe String(cString: strerror(errno)))")
    }
    defer { close(file) }
    // Shared, so that two who look don't see each other.
    return flock(file, LOCK_SH | LOCK_NB) == 0 ? nil : holder(in: file)
  }

  private static func holder(in file: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = unsafe read(file, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// The lock's place, in the folder of running sessions.
  public static func standardPath(_ environment: [String: String]) throws(Failure) -> String {
    try standardFolder(environment) + "/session.lock"
  }

  /// The folder of running sessions, which is made where it isn't there: in the user's runtime folder, or the state
  /// folder if there is none; it must be theirs alone.
  public static func standardFolder(_ environment: [String: String]) throws(Failure) -> String {
    let folders = UserFolders(environment)
    guard let base = folders.runtime ?? folders.state else {
      throw .unavailable("neither XDG_RUNTIME_DIR nor HOME is set")
    }
    let (folder, variable) = (base + "/cuebell", folders.runtime == nil ? "XDG_STATE_HOME" : "XDG_RUNTIME_DIR")
    let problem = OwnPath.makeFolder(folder) ?? OwnPath.problem(ofFolder: folder, namedBy: variable)
    if let problem { throw .unavailable(problem) }
    return folder
  }
}
