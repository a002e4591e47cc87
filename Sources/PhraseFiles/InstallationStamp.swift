import Glibc

/// Tells one installation of a program, with its libraries and data, from another.
public enum InstallationStamp {
  /// The most entries and the deepest folder that are looked at.
  private static let (maximumEntries, maximumDepth) = (20_000, 8)

  /// A short text that is another one when any of the files, or any file within the folders, has another size or was
  /// changed: the time of its last change and that of its content, as whole systems are installed with one time for
  /// all contents. Nothing of the files themselves is read.
  ///
  /// It is `nil` where one of them isn't there, or where there is no end of files.
  public static func text(of paths: [String]) -> String? {
    var sum = Fingerprint.nothing
    var left = maximumEntries
    for path in paths {
      var status = stat()
      guard unsafe stat(path, &status) == 0 else { return nil }
      sum += fingerprint(of: "", status)
      guard status.isFolder else { continue }
      guard let folder = Folder.open(path), add(folder, "", 0, to: &sum, &left) else { return nil }
    }
    return sum.text
  }

  /// Adds what is in a folder; returns whether that is all.
  private static func add(
    _ folder: Folder, _ path: String, _ depth: Int, to sum: inout Fingerprint, _ left: inout Int
  ) -> Bool {
    let entries = folder.entries(followingLinks: true)
    left -= entries.count
    guard left >= 0, depth < maximumDepth else { return false }
    for entry in entries {
      let path = "\(path)/\(entry.name)"
      sum += fingerprint(of: path, entry.status)
      guard entry.status.isFolder else { continue }
      guard let inner = folder.folder(entry.name), add(inner, path, depth + 1, to: &sum, &left) else { return false }
    }
    return true
  }

  private static func fingerprint(of path: String, _ status: stat) -> Fingerprint {
    var bytes = Array(path.utf8)
    let (content, change) = (status.st_mtim, status.st_ctim)
    for number in [Int(status.st_size), content.tv_sec, content.tv_nsec, change.tv_sec, change.tv_nsec] {
      bytes += number.bytes
    }
    return Fingerprint(of: bytes)
  }
}
