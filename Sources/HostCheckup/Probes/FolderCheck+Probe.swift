import Glibc
import HostThreads

extension FolderCheck {
  /// Looks at the folder that the environment names for `use`; nothing is made there.
  public static func probe(_ use: Use, _ environment: [String: String]) -> FolderCheck {
    guard let path = path(use, environment) else { return FolderCheck(use: use, path: nil, state: .unnamed) }
    let (place, state) = look(at: path, use)
    return FolderCheck(use: use, path: place, state: state)
  }

  /// The folder by the XDG Base Directory Specification, which has a path that isn't absolute ignored.
  package static func path(_ use: Use, _ environment: [String: String]) -> String? {
    if let path = environment[use.variable], path.hasPrefix("/") { return path }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    switch use {
    case .runtime: return nil
    case .state: return home + "/.local/state"
    case .cache: return home + "/.cache"
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
    // Phrases are looked for, and made, in nobody else's folder, and the history is kept in none that others may write.
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
