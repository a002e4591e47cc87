package import AudioMixing
import Glibc
import HostSystem

/// A file that is written under a temporary name and renamed when it is complete.
///
/// Before `commit` the target is unchanged. Where this value is destroyed without a commit, or a signal ends the
/// process, the temporary file is removed.
package final class AtomicFile {
  package let descriptor: Int32
  private let target: String
  private let folder: String
  private var temporary: String?

  /// Creates an empty file in the folder of `path`.
  ///
  /// - Throws: `cannotWrite`, also where `path` is something other than a regular file.
  package init(for path: String) throws(SinkError) {
    target = try Self.resolve(path)
    let (folder, name) = Self.split(target)
    self.folder = folder
    for number in 0..<Self.maximumTries {
      // A prefix of the name, which may have the maximum length of the file system.
      let candidate = "\(folder)/.\(name.prefix(Self.prefixLength)).\(getpid())-\(number).part"
      UnfinishedFiles.add(candidate)
      let file = unsafe open(candidate, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      if file >= 0 {
        descriptor = file
        temporary = candidate
        return
      }
      let error = Errno.last
      UnfinishedFiles.forget(candidate)
      if error != .fileExists { throw .cannotWrite("\(path): \(error)") }
    }
    throw .cannotWrite("\(path): too many unfinished files beside it")
  }

  deinit {
    close(descriptor)
    discard()
  }

  /// Makes the file durable and gives it its name.
  ///
  /// - Parameter replacing: Whether it may replace a file; otherwise an existing one is an error.
  /// - Throws: `cannotWrite`; the target is unchanged.
  package func commit(replacing: Bool = true) throws(SinkError) {
    guard let temporary else { return }
    guard fsync(descriptor) == 0, replacing ? unsafe rename(temporary, target) == 0 : renameExclusively(temporary)
    else {
      defer { discard() }
      throw .cannotWrite("\(target): \(Errno.last)")
    }
    self.temporary = nil
    UnfinishedFiles.forget(temporary)
    // The name is durable once its folder is; where that fails, the file is complete nevertheless.
    let folder = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder >= 0 {
      fsync(folder)
      close(folder)
    }
  }

  /// Renames the file without replacing another; returns whether that succeeded.
  private func renameExclusively(_ temporary: String) -> Bool {
    if unsafe link(temporary, target) == 0 {
      unsafe unlink(temporary)
      return true
    }
    // Without hard links, the name is reserved first.
    guard [EPERM, EOPNOTSUPP, ENOSYS].contains(errno) else { return false }
    let reserved = unsafe open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard reserved >= 0 else { return false }
    close(reserved)
    return unsafe rename(temporary, target) == 0
  }

  func discard() {
    guard let temporary else { return }
    unsafe unlink(temporary)
    UnfinishedFiles.forget(temporary)
    self.temporary = nil
  }

  private static let maximumTries = 1_000
  private static let prefixLength = 40

  /// The file to replace: the target of a symbolic link.
  private static func resolve(_ path: String) throws(SinkError) -> String {
    if path.isEmpty || path.utf8.contains(0) { throw .cannotWrite("a file name is expected") }
    switch (try? unsafe Stat(path))?.type {
    case .regular: break
    case .directory: throw .cannotWrite("\(path): it is a folder")
    case nil:
      // The file may be missing, but a link must have a target.
      let isLink = (try? unsafe Stat(path, followTargetSymlink: false)) != nil
      if isLink { throw .cannotWrite("\(path): it is a broken link") }
      return path
    default: throw .cannotWrite("\(path): it isn't a regular file")
    }
    guard let real = FullPath.resolved(path) else { throw .cannotWrite("\(path): \(Errno.last)") }
    return real
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    return (folder, String(path[path.index(after: slash)...]))
  }
}
