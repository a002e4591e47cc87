import Glibc

package enum FullPath {
  /// The path without links and `..`; `nil` if nothing is there, with the reason in `Errno.last`.
  package static func resolved(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// The path itself if it is absolute, otherwise that from the working folder.
  package static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let folder = unsafe getcwd(nil, 0) else { return "/" + path }
    defer { unsafe free(folder) }
    return unsafe String(cString: folder) + "/" + path
  }
}
