import Glibc
import WorkoutModel

/// Distinguishes paths that only this user can change from those that another user created or can change.
package enum OwnPath {
  /// The reason why a folder isn't trusted, and its fix, such as another folder in the environment variable `variable`;
  /// `nil` for one that only this user can write to, and for a missing one. A link is followed, but must itself belong
  /// to this user or root.
  package static func problem(ofFolder path: String, namedBy variable: String) -> String? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    var isForeign = ![0, geteuid()].contains(status.st_uid)
    if !isForeign {
      guard unsafe stat(path, &status) == 0 else { return nil }
      isForeign = status.st_uid != geteuid()
    }
    if isForeign {
      return "\(path) belongs to another user (\(status.st_uid)): set \(variable) to a folder of your own"
    }
    if status.st_mode & 0o022 != 0 {
      return "others can write to \(path): check that its files are yours, then run chmod 700 \(ShellWord.quoted(path))"
    }
    return nil
  }

  /// The same for a file, which others may neither own nor replace.
  package static func problem(ofFile path: String) -> String? {
    guard let status = try? unsafe Stat(path).rawValue else { return nil }
    if status.st_mode & S_IFMT != S_IFREG { return "\(path) isn't a regular file: remove it" }
    if status.st_uid == geteuid() { return nil }
    let command = "sudo chown \"$(id -u)\" \(ShellWord.quoted(path))"
    return "\(path) belongs to another user (\(status.st_uid)): run \(command), or remove it"
  }

  /// Closes what is at a path to others, by a mode, if it belongs to this user; returns whether it does.
  @discardableResult
  package static func restrict(_ path: String, to mode: UInt32) -> Bool {
    guard let status = try? unsafe Stat(path).rawValue, status.st_uid == geteuid() else { return false }
    if status.st_mode & 0o077 != 0 { unsafe chmod(path, mode) }
    return true
  }

  /// Creates a folder at an absolute path, and its missing parents (0700); returns the reason if it can't. Not within
  /// another user's folder: root, running with another user's home, would create folders there that the other user
  /// can't write to.
  package static func makeFolder(_ path: String) -> String? {
    var (there, missing) = (path[...], [Substring]())
    var status = stat()
    while unsafe stat(there.isEmpty ? "/" : String(there), &status) != 0 {
      guard errno == ENOENT, let slash = there.lastIndex(of: "/") else { return "\(there): \(Errno.last)" }
      missing.append(there[slash...])
      there = there[..<slash]
    }
    if missing.isEmpty { return nil }
    guard [0, geteuid()].contains(status.st_uid) else {
      return "\(there) belongs to another user (\(status.st_uid)): it is not used"
    }
    for name in missing.reversed() {
      there += name
      // Another process may be creating it as well.
      if unsafe mkdir(String(there), 0o700) != 0, errno != EEXIST { return "\(there): \(Errno.last)" }
    }
    return nil
  }
}
