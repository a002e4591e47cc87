import Glibc
import HostSystem

/// Whether a folder can be written that runs keep something in.
public struct FolderCheck: Equatable, Sendable {
  /// What a look at a folder came to.
  public enum State: Equatable, Sendable {
    /// It can be written, or made; `free` bytes are free.
    case writable(free: Int)
    /// It can't, and why.
    case closed(String)
    /// Others may write there, or own it.
    case shared
    /// It isn't there, and where it would be made is another user's.
    case foreign
    /// No variable of the environment names it.
    case unnamed
  }

  /// What a folder is for.
  public enum Use: String, Sendable {
    /// The lock of the audio session, and the sockets of sound servers.
    case runtime
    /// The journal and the history.
    case state
    /// The phrases that were made once.
    case cache

    /// The variable that names it.
    public var variable: String {
      switch self {
      case .runtime: "XDG_RUNTIME_DIR"
      case .state: "XDG_STATE_HOME"
      case .cache: "XDG_CACHE_HOME"
      }
    }
  }

  /// What the folder is for.
  public var use: Use
  /// The folder that was looked at; `nil` if nothing names one.
  public var path: String?
  /// What a look at it came to.
  public var state: State

  /// A journal of years takes less.
  static let enoughBytes = 16 << 20

  /// A look at a folder.
  public init(use: Use, path: String?, state: State) {
    self.use = use
    self.path = path
    self.state = state
  }

  /// The judgement: a run does without what it can't keep.
  public var finding: Diagnostic {
    let (name, place) = ("\(use.rawValue) folder", path ?? "")
    switch state {
    case .writable(let free):
      let text = "\(place) can be written, \(free >> 20) MiB free"
      return free >= Self.enoughBytes ? .ok(name, text) : .warning(name, text, fix: "free space on that disk")
    case .closed(let reason):
      return .warning(
        name, "\(place): \(reason)", fix: "have \(use.variable) name a folder that this user may write")
    case .shared:
      // The shell gets the path as one word, whatever is in it.
      let word = "'" + place.replacing("'", with: #"'\''"#) + "'"
      let fix =
        switch use {
        case .cache: "sudo chown -R \"$(id -u)\" \(word); or have \(use.variable) name a folder of this user's own"
        case .runtime, .state: "sudo chown \"$(id -u)\" \(word); chmod 700 \(word)"
        }
      return .warning(name, "\(place) belongs to another user, or others may write there", fix: fix)
    case .foreign:
      return .warning(
        name, "\(place) belongs to another user: nothing is made in it",
        fix: "have \(use.variable) name a folder of this user's own")
    case .unnamed:
      let fix =
        switch use {
        case .runtime: "log in with a session of your own, or: export XDG_RUNTIME_DIR=/run/user/$(id -u)"
        case .state, .cache: "export HOME, or \(use.variable)"
        }
      return .warning(name, "\(use.variable) isn't set: \(use.loss)", fix: fix)
    }
  }
}

extension FolderCheck.Use {
  /// What is missing without it.
  fileprivate var loss: String {
    switch self {
    case .runtime: "the lock of the audio session goes elsewhere, and no sound server is found"
    case .state: "nothing is kept of a run"
    case .cache: "each run synthesises its phrases again"
    }
  }
}

extension FolderCheck {
  /// Looks at the folder that the environment names for `use`; nothing is made there.
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

  /// What a look at the folder came to, and at which one that was in the end: one that is in the way.
  private static func look(at path: String, _ use: Use) -> (place: String, state: State) {
    var status = stat()
    if use == .runtime {
      guard unsafe stat(path, &status) == 0 else { return (path, .closed(reason(errno))) }
      if status.st_uid != geteuid() || status.st_mode & 0o022 != 0 { return (path, .shared) }
    }
    // What is not there yet is made, where that is allowed.
    let aim = path + (use == .cache ? "/cuebell/speech" : "/cuebell")
    var place = aim
    while unsafe stat(place, &status) != 0 {
      guard [ENOENT, ENOTDIR].contains(errno), let slash = place.lastIndex(of: "/"), slash != place.startIndex else {
        return (place, .closed(reason(errno)))
      }
      place = String(place[..<slash])
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { return (place, .closed(reason(ENOTDIR))) }
    // Phrases are read and stored only in a folder of this user's, and the history only in one that others can't write.
    if use == .cache, status.st_uid != geteuid() { return (place, place == aim ? .shared : .foreign) }
    if use == .state {
      if OwnPath.problem(ofFolder: aim, namedBy: use.variable) != nil { return (aim, .shared) }
      if let problem = OwnPath.problem(ofFile: aim + "/history.sqlite") { return (aim, .closed(problem)) }
      if place != aim, ![0, geteuid()].contains(status.st_uid) { return (place, .foreign) }
    }
    guard unsafe access(place, W_OK | X_OK) == 0 else { return (place, .closed(reason(errno))) }
    var disk = statvfs()
    guard unsafe statvfs(place, &disk) == 0 else { return (place, .closed(reason(errno))) }
    let free = UInt(disk.f_bavail).multipliedReportingOverflow(by: UInt(disk.f_frsize))
    return (path, .writable(free: free.overflow ? .max : Int(clamping: free.partialValue)))
  }

  private static func reason(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }
}
