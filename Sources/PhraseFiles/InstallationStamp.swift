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
      let mark = mark(of: "", status, in: .nothing)
      sum += mark
      guard status.isFolder else { continue }
      guard let folder = Folder.open(path), add(folder, mark, 0, to: &sum, &left) else { return nil }
    }
    return sum.text
  }

  /// Adds what is in the folder that has a mark; returns whether that is all.
  private static func add(
    _ folder: Folder, _ mark: Fingerprint, _ depth: Int, to sum: inout Fingerprint, _ left: inout Int
  ) -> Bool {
    let entries = folder.entries(followingLinks: true)
    left -= entries.count
    guard left >= 0, depth < maximumDepth else { return false }
    for entry in entries {
      let own = Self.mark(of: entry.name, entry.status, in: mark)
      // They are found in any order.
      sum += own
      guard entry.status.isFolder else { continue }
      guard let inner = folder.folder(entry.name), add(inner, own, depth + 1, to: &sum, &left) else { return false }
    }
    return true
  }

  private static func mark(of name: String, _ status: stat, in folder: Fingerprint) -> Fingerprint {
    var mark = folder
    mark.add(name)
    let (content, change) = (status.st_mtim, status.st_ctim)
    for number in [status.st_size, content.tv_sec, content.tv_nsec, change.tv_sec, change.tv_nsec] {
      mark.add(UInt64(bitPattern: Int64(number)))
    }
    return mark
  }
}
