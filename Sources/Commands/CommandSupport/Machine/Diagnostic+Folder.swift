import Glibc
import HostSystem
import WorkoutModel

/// A folder in which runs store data; without it a run works, but stores nothing there.
package enum DataFolder: String, Sendable {
  /// The lock of the audio session, and the sockets of sound servers.
  case runtime
  case state
  case cache

  package enum State: Equatable, Sendable {
    /// It is writable or can be created; `free` bytes are free.
    case writable(free: Int)
    /// It isn't writable, with the reason.
    case closed(String)
    /// It belongs to another user, or others can write to it.
    case shared
    /// It doesn't exist, and its parent belongs to another user.
    case foreign
    /// The environment doesn't name it.
    case unnamed
  }

  package var variable: String {
    switch self {
    case .runtime: "XDG_RUNTIME_DIR"
    case .state: "XDG_STATE_HOME"
    case .cache: "XDG_CACHE_HOME"
    }
  }

  fileprivate var loss: String {
    switch self {
    case .runtime: "the lock of the audio session is kept elsewhere, and no sound server is found"
    case .state: "runs are not recorded"
    case .cache: "each run synthesises its phrases again"
    }
  }
}

extension Diagnostic {
  /// Enough free space: a journal of years is smaller.
  private static let enoughBytes = 16 << 20

  package static func folder(_ folder: DataFolder, at place: String, _ state: DataFolder.State) -> Diagnostic {
    let (name, variable) = ("\(folder.rawValue) folder", folder.variable)
    switch state {
    case .writable(let free):
      let text = "\(place) is writable, \(free >> 20) MiB free"
      return free >= enoughBytes ? .ok(name, text) : .warning(name, text, fix: "free space on that disk")
    case .closed(let reason):
      return .warning(name, "\(place): \(reason)", fix: "set \(variable) to a folder that this user can write to")
    case .shared:
      let word = ShellWord.quoted(place)
      let fix =
        switch folder {
        case .cache: "sudo chown -R \"$(id -u)\" \(word); or set \(variable) to a folder of this user"
        case .runtime, .state: "sudo chown \"$(id -u)\" \(word); chmod 700 \(word)"
        }
      return .warning(name, "\(place) belongs to another user, or others can write to it", fix: fix)
    case .foreign:
      return .warning(
        name, "\(place) belongs to another user: it is not used", fix: "set \(variable) to a folder of this user")
    case .unnamed:
      let fix =
        switch folder {
        case .runtime: "log in as this user instead of su, or: export XDG_RUNTIME_DIR=/run/user/$(id -u)"
        case .state, .cache: "export HOME, or \(variable)"
        }
      return .warning(name, "\(variable) isn't set: \(folder.loss)", fix: fix)
    }
  }

  /// The same of the folder that an environment names, without creating anything.
  package static func folder(_ folder: DataFolder, _ environment: [String: String]) -> Diagnostic {
    let (place, state) = folder.examined(environment)
    return .folder(folder, at: place, state)
  }
}

extension DataFolder {
  package func path(_ environment: [String: String]) -> String? {
    let folders = UserFolders(environment)
    return switch self {
    case .runtime: folders.runtime
    case .state: folders.state
    case .cache: folders.cache
    }
  }

  package func examined(_ environment: [String: String]) -> (place: String, state: State) {
    guard let path = path(environment) else { return ("", .unnamed) }
    var status = stat()
    if self == .runtime {
      guard unsafe stat(path, &status) == 0 else { return (path, .closed("\(Errno.last)")) }
      if status.st_uid != geteuid() || status.st_mode & 0o022 != 0 { return (path, .shared) }
    }
    // A missing folder is created if that is permitted.
    let aim = path + (self == .cache ? "/cuebell/speech" : "/cuebell")
    var place = aim
    while unsafe stat(place, &status) != 0 {
      guard [ENOENT, ENOTDIR].contains(errno), let slash = place.lastIndex(of: "/"), slash != place.startIndex else {
        return (place, .closed("\(Errno.last)"))
      }
      place = String(place[..<slash])
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { return (place, .closed("\(Errno.notDirectory)")) }
    // Phrases are read and stored only in a folder of this user, and the history only in one that others can't write
    // to.
    if self == .cache, status.st_uid != geteuid() { return (place, place == aim ? .shared : .foreign) }
    if self == .state {
      if OwnPath.problem(ofFolder: aim, namedBy: variable) != nil { return (aim, .shared) }
      if let problem = OwnPath.problem(ofFile: aim + "/history.sqlite") { return (aim, .closed(problem)) }
      if place != aim, ![0, geteuid()].contains(status.st_uid) { return (place, .foreign) }
    }
    guard unsafe access(place, W_OK | X_OK) == 0 else { return (place, .closed("\(Errno.last)")) }
    var disk = statvfs()
    guard unsafe statvfs(place, &disk) == 0 else { return (place, .closed("\(Errno.last)")) }
    let free = UInt(disk.f_bavail).multipliedReportingOverflow(by: UInt(disk.f_frsize))
    return (path, .writable(free: free.overflow ? .max : Int(clamping: free.partialValue)))
  }
}
