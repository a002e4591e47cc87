import Glibc

/// The base folders of a user, as the XDG Base Directory Specification defines them: relative paths are ignored.
package struct UserFolders: Equatable, Sendable {
  /// `$XDG_RUNTIME_DIR`, for locks and sockets.
  package let runtime: String?
  /// `$XDG_STATE_HOME`, else `$HOME/.local/state`.
  package let state: String?
  /// `$XDG_CACHE_HOME`, else `$HOME/.cache`.
  package let cache: String?
  /// `$XDG_CONFIG_HOME`, else `$HOME/.config`.
  package let config: String?

  package init(_ environment: [String: String]) {
    func absolute(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    let home = absolute("HOME")
    runtime = absolute("XDG_RUNTIME_DIR")
    state = absolute("XDG_STATE_HOME") ?? home.map(Self.state)
    cache = absolute("XDG_CACHE_HOME") ?? home.map { $0 + "/.cache" }
    config = absolute("XDG_CONFIG_HOME") ?? home.map { $0 + "/.config" }
  }

  private static func state(in home: String) -> String { home + "/.local/state" }

  /// The state folder in this user's home by the system's user database.
  package static var registeredState: String? {
    var entry = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>?
    var bytes = [CChar](repeating: 0, count: 16_384)
    guard unsafe getpwuid_r(geteuid(), &entry, &bytes, bytes.count, &found) == 0, unsafe found != nil,
      let home = unsafe entry.pw_dir
    else { return nil }
    let path = unsafe String(cString: home)
    return path.hasPrefix("/") ? state(in: path) : nil
  }
}
