import Glibc
import HostSystem
import Synchronization

/// The place of a run's socket, which one living run owns, and the socket that listens there.
///
/// The owner holds a lock on the file beside the socket for as long as it lives (flock(2)); what a killed run has left
/// is replaced under that lock only. So nobody steals a living socket, and no stale one blocks a start.
public struct ControlEndpoint: ~Copyable, Sendable {
  /// The name by which clients find the run.
  public let name: String
  /// The path of the socket.
  public let path: String
  let listener: Int32
  private let lock: Int32
  private let lockPath: String
  private let isRemoved = Atomic(false)

  /// Why there is no socket.
  public struct Failure: Error, Equatable, Sendable {
    /// The message for the user.
    public let explanation: String
  }

  /// How many runs may have the same name but for a number.
  private static let attempts = 99

  /// An endpoint in the standard folder, called `name`, or `name-2` and so on where that is taken.
  public static func standard(_ name: String, _ environment: [String: String]) throws(Failure) -> ControlEndpoint {
    let folder = try makeFolder(environment)
    for number in 1...attempts {
      let name = number == 1 ? name : "\(name)-\(number)"
      if let endpoint = try ControlEndpoint(name, at: "\(folder)/\(name).sock") { return endpoint }
    }
    throw Failure(explanation: "\(attempts) runs are called \(name)")
  }

  /// An endpoint at a path that the user names.
  ///
  /// - Throws: Why there is none, a living run that has the path among the reasons.
  public static func at(_ path: String, _ name: String) throws(Failure) -> ControlEndpoint {
    guard let absolute = absolute(path), let endpoint = try ControlEndpoint(name, at: absolute) else {
      throw Failure(explanation: "\(path): another run listens there")
    }
    return endpoint
  }

  private static func absolute(_ path: String) -> String? {
    if path.hasPrefix("/") { return path }
    guard let folder = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(folder) }
    return unsafe String(cString: folder) + "/" + path
  }

  /// Takes the lock and listens; `nil` where a living run has the path.
  private init?(_ name: String, at path: String) throws(Failure) {
    guard let address = UnixAddress(path) else {
      throw Failure(explanation: "the path of a socket has at most 107 bytes: \(path)")
    }
    let lockPath = (path.hasSuffix(".sock") ? String(path.dropLast(5)) : path) + ".lock"
    guard let lock = try Self.lock(lockPath) else { return nil }
    let listener = UnixAddress.socket(isStream: true)
    // Under the lock what is there is no living run's.
    if Self.isSocket(path) { unlink(path) }
    // The mode is that of the socket from birth: the umask belongs to all threads.
    guard listener >= 0, fchmod(listener, 0o600) == 0, address.bind(listener), listen(listener, 64) == 0 else {
      let failure = Failure(explanation: "\(path): \(OutputWriter.explanation(of: errno))")
      if listener >= 0 { close(listener) }
      unlink(lockPath)
      close(lock)
      throw failure
    }
    (self.name, self.path, self.listener) = (name, path, listener)
    (self.lock, self.lockPath) = (lock, lockPath)
    UnfinishedFiles.add(path)
    UnfinishedFiles.add(lockPath)
  }

  /// The lock's descriptor; `nil` where a living run holds it.
  private static func lock(_ path: String) throws(Failure) -> Int32? {
    while true {
      let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard file >= 0 else { throw Failure(explanation: "\(path): \(OutputWriter.explanation(of: errno))") }
      guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
        close(file)
        return nil
      }
      var (held, named) = (stat(), stat())
      // A run that ends removes its lock's file: only a lock on the file that is there now counts.
      if unsafe fstat(file, &held) == 0, unsafe lstat(path, &named) == 0, held.st_ino == named.st_ino { return file }
      close(file)
    }
  }

  private static func isSocket(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  /// Removes the socket and its lock's file, for others to see; the lock itself is held until the end.
  func remove() {
    // What is there later is another run's.
    if isRemoved.exchange(true, ordering: .relaxed) { return }
    unlink(path)
    unlink(lockPath)
    UnfinishedFiles.forget(path)
    UnfinishedFiles.forget(lockPath)
  }

  deinit {
    remove()
    close(listener)
    // A process that this one is just starting has the file open, too: a lock that is only closed would remain held.
    flock(lock, LOCK_UN)
    close(lock)
  }

  // MARK: The folder

  /// The folder of the runs' sockets; it may not be there.
  ///
  /// - Returns: The path, and the variable of the environment that decides it; `nil` where none does.
  static func folder(_ environment: [String: String]) -> (path: String, variable: String)? {
    let folders = UserFolders(environment)
    guard let base = folders.runtime ?? folders.state else { return nil }
    return (base + "/cuebell/runs", folders.runtime == nil ? "XDG_STATE_HOME" : "XDG_RUNTIME_DIR")
  }

  private static func makeFolder(_ environment: [String: String]) throws(Failure) -> String {
    guard let folder = folder(environment) else {
      throw Failure(explanation: "neither XDG_RUNTIME_DIR nor HOME is set")
    }
    let problem =
      OwnPath.makeFolder(folder.path) ?? OwnPath.problem(ofFolder: folder.path, namedBy: folder.variable)
    if let problem { throw Failure(explanation: problem) }
    var status = stat()
    guard unsafe stat(folder.path, &status) == 0, status.st_mode & 0o077 == 0 else {
      throw Failure(explanation: "others may look into \(folder.path): run chmod 700 on it")
    }
    return folder.path
  }

  // MARK: Names

  /// Whether a text may be the name of a run: 1 to 32 of `a-z 0-9 - _`.
  public static func isName(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count) && text.utf8.allSatisfy(isNameByte)
  }

  /// The name of a run of a file: its own name without its ending, of allowed characters alone; `workout` for stdin.
  public static func name(ofFile path: String) -> String {
    let last = path.split(separator: "/").last.map(String.init) ?? path
    let stem = last.lowercased().hasSuffix(".json") ? String(last.dropLast(5)) : last
    let name = String(decoding: stem.lowercased().utf8.map { isNameByte($0) ? $0 : UInt8(ascii: "-") }, as: UTF8.self)
    let trimmed = String(name.drop { $0 == "-" }.prefix(32))
    return trimmed.isEmpty ? "workout" : trimmed
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }

  // MARK: Living runs

  /// The names of the living runs of this user, sorted.
  public static func runs(_ environment: [String: String]) -> [String] {
    guard let folder = folder(environment)?.path else { return [] }
    let locks = files(in: folder).filter { $0.hasSuffix(".lock") && isLocked("\(folder)/\($0)") }
    return locks.map { String($0.dropLast(5)) }.sorted()
  }

  private static func files(in folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      names.append(name)
    }
    return names
  }

  private static func isLocked(_ path: String) -> Bool {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return false }
    defer { close(file) }
    // Shared, so that two who look don't see each other.
    return flock(file, LOCK_SH | LOCK_NB) != 0
  }

  /// The path of a run's socket in the standard folder; `nil` where there is none.
  public static func path(of name: String, _ environment: [String: String]) -> String? {
    folder(environment).map { "\($0.path)/\(name).sock" }
  }
}
