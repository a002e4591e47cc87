import Glibc
import HostSystem
import Synchronization

/// The listening socket of a run, with its path and its name.
///
/// A lock file holds the name while the run lives. A live socket is therefore never replaced, and the stale socket of
/// a killed run never blocks another run.
package final class ControlEndpoint: Sendable {
  package enum Failure: Error, Equatable, Sendable {
    case badName(String)
    /// Another run or program uses that path.
    case taken(String)
    /// The system or the permissions of a folder prevent it.
    case unavailable(String)

    package var explanation: String {
      switch self {
      case .badName(let name):
        "\(name) is not a valid run name: use 1 to \(LiveRunName.longest) of a-z, 0-9, - and _"
      case .taken(let path): "another run has its socket at \(path)"
      case .unavailable(let reason): reason
      }
    }
  }

  package let name: String
  package let path: String
  let listener: Int32
  /// The locked lock file; `nil` once the socket is removed.
  ///
  /// The run doesn't delete the file, because a deleted one could be locked twice.
  private let lock: Mutex<LockedFile?>

  private static let mostOfOneName = 1_000
  private static let backlog: Int32 = 64

  /// Opens the socket of a run in a folder of sockets, as `name`, or as `name-2`, `name-3` and so on if that is in
  /// use.
  package convenience init(in folder: String, name: LiveRunName) throws(Failure) {
    var number = 1
    while true {
      let numbered = name.numbered(number)
      do throws(Failure) {
        try self.init(at: "\(folder)/\(numbered).sock", lockedBy: "\(folder)/\(numbered).lock", name: numbered)
        return
      } catch {
        guard case .taken = error, number < Self.mostOfOneName else { throw error }
        number += 1
      }
    }
  }

  /// Opens the socket of a run at a path that the user has chosen; its lock file is next to it.
  package convenience init(at path: String, name: LiveRunName) throws(Failure) {
    let absolute = FullPath.absolute(path)
    let stem = absolute.hasSuffix(".sock") ? String(absolute.dropLast(5)) : absolute
    try self.init(at: absolute, lockedBy: stem + ".lock", name: name.text)
  }

  private init(at path: String, lockedBy lockPath: String, name: String) throws(Failure) {
    guard let address = UnixAddress(path) else {
      throw .unavailable("\(path): a socket path may have at most 107 bytes, this one has \(path.utf8.count)")
    }
    do throws(Errno) { lock = Mutex(try LockedFile(lockPath)) } catch {
      throw error == .wouldBlock ? .taken(path) : .unavailable("\(lockPath): \(error)")
    }
    try Self.clear(path, address)
    listener = try Self.listener(at: address, path)
    self.name = name
    self.path = path
  }

  deinit {
    remove()
    close(listener)
  }

  /// Removes the socket and unlocks the name; no client can connect after that.
  func remove() {
    lock.withLock { lock in
      if lock != nil { unsafe unlink(path) }
      lock = nil
    }
  }

  // MARK: Opening

  /// Removes a stale socket of a killed run, and nothing else.
  private static func clear(_ path: String, _ address: UnixAddress) throws(Failure) {
    guard let status = try? unsafe Stat(path, followTargetSymlink: false).rawValue else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK, status.st_uid == geteuid() else {
      throw .unavailable("\(path) already exists and isn't your socket: remove it, or choose another path")
    }
    // The path may be the socket of another program.
    guard case .refuses(.connectionRefused) = address.call(isStream: true) else { throw .taken(path) }
    unsafe unlink(path)
  }

  private static func listener(at address: UnixAddress, _ path: String) throws(Failure) -> Int32 {
    let descriptor = UnixAddress.socket(isStream: true)
    guard descriptor >= 0 else { throw .unavailable("can't create a socket: \(Errno.last)") }
    // fchmod and not umask: the file never has other permissions, and the umask is process-wide.
    guard fchmod(descriptor, 0o600) == 0, address.bind(descriptor), listen(descriptor, backlog) == 0 else {
      defer { close(descriptor) }
      throw .unavailable("\(path): \(Errno.last)")
    }
    return descriptor
  }
}

extension ControlEndpoint {
  /// The folder, which is created if necessary; it must belong to the user and be closed to others.
  package static func standardFolder(_ environment: [String: String]) throws(Failure) -> String {
    let base: String
    do throws(SessionLock.Failure) { base = try SessionLock.standardFolder(environment) } catch {
      if case .unavailable(let reason) = error { throw .unavailable(reason) }
      throw .unavailable("there is no folder for sockets")
    }
    let folder = base + "/runs"
    let variable = UserFolders(environment).runtime == nil ? "XDG_STATE_HOME" : "XDG_RUNTIME_DIR"
    let problem = OwnPath.makeFolder(folder) ?? OwnPath.problem(ofFolder: folder, namedBy: variable)
    if let problem { throw .unavailable(problem) }
    var status = stat()
    guard unsafe stat(folder, &status) == 0 else { throw .unavailable("\(folder): \(Errno.last)") }
    guard status.st_mode & 0o077 == 0 else {
      throw .unavailable("others can access \(folder), where runs are controlled: run chmod 700 on it")
    }
    return folder
  }
}
