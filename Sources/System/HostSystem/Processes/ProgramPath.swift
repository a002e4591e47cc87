import Glibc

package enum ProgramPath {
  /// The path of the program `name`, by the shell's rules for a `PATH`; `nil` if there is none. The folders in `first`
  /// are searched before.
  package static func find(_ name: String, in path: String?, first: [String] = []) -> String? {
    if name.contains("/") { return isExecutable(name) ? name : nil }
    let folders = (path ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map(String.init)
    return (first + folders).map { "\($0)/\(name)" }.first(where: isExecutable)
  }

  /// The same for the `PATH` of this process.
  package static func find(_ name: String) -> String? {
    find(name, in: unsafe getenv("PATH").map { unsafe String(cString: $0) })
  }

  private static func isExecutable(_ path: String) -> Bool {
    unsafe (try? Stat(path))?.type == .regular && access(path, X_OK) == 0
  }
}
