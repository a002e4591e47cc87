import Glibc
import HostSystem
import WorkoutModel

/// Checks whether a folder in which runs store data is writable.
public struct FolderCheck: Equatable, Sendable {
  /// The state of a folder.
  public enum State: Equatable, Sendable {
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

  /// The use of a folder.
  public enum Use: String, Sendable {
    /// The lock of the audio session, and the sockets of sound servers.
    case runtime
    /// The journal and the history.
    case state
    /// The synthesised phrases.
    case cache

    /// The environment variable that names it.
    public var variable: String {
      switch self {
      case .runtime: "XDG_RUNTIME_DIR"
      case .state: "XDG_STATE_HOME"
      case .cache: "XDG_CACHE_HOME"
      }
    }
  }

  /// The use of the folder.
  public var use: Use
  /// The path of the checked folder; `nil` if the environment names none.
  public var path: String?
  /// The state of the folder.
  public var state: State

  /// Enough free space: a journal of years is smaller.
  static let enoughBytes = 16 << 20

  /// A check of a folder.
  public init(use: Use, path: String?, state: State) {
    self.use = use
    self.path = path
    self.state = state
  }

  /// The diagnostic: a run works without a folder, but stores nothing there.
  public var diagnostic: Diagnostic {
    let (name, place) = ("\(use.rawValue) folder", path ?? "")
    switch state {
    case .writable(let free):
      let text = "\(place) is writable, \(free >> 20) MiB free"
      return free >= Self.enoughBytes ? .ok(name, text) : .warning(name, text, fix: "free space on that disk")
    case .closed(let reason):
      return .warning(
        name, "\(place): \(reason)", fix: "set \(use.variable) to a folder that this user can write to")
    case .shared:
      let word = ShellWord.quoted(place)
      let fix =
        switch use {
        case .cache: "sudo chown -R \"$(id -u)\" \(word); or set \(use.variable) to a folder of this user"
        case .runtime, .state: "sudo chown \"$(id -u)\" \(word); chmod 700 \(word)"
        }
      return .warning(name, "\(place) belongs to another user, or others can write to it", fix: fix)
    case .foreign:
      return .warning(
        name, "\(place) belongs to another user: it is not used",
        fix: "set \(use.variable) to a folder of this user")
    case .unnamed:
      let fix =
        switch use {
        case .runtime: "log in as this user instead of su, or: export XDG_RUNTIME_DIR=/run/user/$(id -u)"
        case .state, .cache: "export HOME, or \(use.variable)"
        }
      return .warning(name, "\(use.variable) isn't set: \(use.loss)", fix: fix)
    }
  }
}

extension FolderCheck.Use {
  /// The consequence if the folder is missing.
  fileprivate var loss: String {
    switch self {
    case .runtime: "the lock of the audio session is kept elsewhere, and no sound server is found"
    case .state: "runs are not recorded"
    case .cache: "each run synthesises its phrases again"
    }
  }
}

extension FolderCheck {
  /// Checks the folder that the environment names for `use`, without creating anything.
  public static func probe(_ use: Use, _ environment: [String: String]) -> FolderCheck {
    guard let path = path(use, environment) else { return FolderCheck(use: use, path: nil, state: .unnamed) }
    let (place, state) = look(at: path, use)
    return FolderCheck(use: use, path: place, state: state)
  }

  /// The folder that the environment names.
  package static func path(_ use: Use, _ environment: [String: String]) -> String? {
    let folders = UserFolders(environment)
    return switch use {
    case .runtime: folders.runtime
    case .state: folders.state
    case .cache: folders.cache
    }
  }

  /// The state of a folder, and the path of the folder that determines it.
  private static func look(at path: String, _ use: Use) -> (place: String, state: State) {
    var status = stat()
    if use == .runtime {
      guard unsafe stat(path, &status) == 0 else { return (path, .closed("\(Errno.last)")) }
      if status.st_uid != geteuid() || status.st_mode & 0o022 != 0 { return (path, .shared) }
    }
    // A missing folder is created if that is permitted.
    let aim = path + (use == .cache ? "/cuebell/speech" : "/cuebell")
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
    if use == .cache, status.st_uid != geteuid() { return (place, place == aim ? .shared : .foreign) }
    if use == .state {
      if OwnPath.problem(ofFolder: aim, namedBy: use.variable) != nil { return (aim, .shared) }
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
