package import AudioMixing
import Glibc
import HostThreads

/// A file that comes into being under another name, and takes its own only when it is whole.
///
/// Whatever happens before `commit`, nothing lies under the asked name that was not there before; when this value
/// goes without one, or a signal ends the process, nothing is left at all.
package final class PendingFile {
  package let descriptor: Int32
  private let target: String
  private let folder: String
  private var temporary: String?

  /// Makes an empty file beside `path`.
  ///
  /// - Throws: `cannotWrite` where that can't be, or where `path` leads to something other than a regular file.
  package init(for path: String) throws(SinkError) {
    target = try Self.resolve(path)
    let (folder, name) = Self.split(target)
    self.folder = folder
    for number in 0..<Self.maximumTries {
      // The name is kept short: the asked one may fill what the file system allows.
      let candidate = "\(folder)/.\(name.prefix(Self.keptCharacters)).\(getpid())-\(number).part"
      UnfinishedFiles.add(candidate)
      let file = unsafe open(candidate, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      if file >= 0 {
        descriptor = file
        temporary = candidate
        return
      }
      let code = errno
      UnfinishedFiles.forget(candidate)
      if code != EEXIST { throw .cannotWrite("\(path): \(FolderDoor.message(code))") }
    }
    throw .cannotWrite("\(path): too many unfinished files beside it")
  }

  deinit {
    close(descriptor)
    discard()
  }

  /// Makes the file's bytes last, and gives it its name; where it may not be `replacing` another, that is an error.
  package func commit(replacing: Bool = true) throws(SinkError) {
    guard let temporary else { return }
    guard fsync(descriptor) == 0, replacing ? unsafe rename(temporary, target) == 0 : nameAnew(temporary) else {
      let reason = FolderDoor.message(errno)
      discard()
      throw .cannotWrite("\(target): \(reason)")
    }
    self.temporary = nil
    UnfinishedFiles.forget(temporary)
    // The name lasts once its folder is written too; where that can't be asked for, the file is whole all the same.
    let base = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if base >= 0 {
      fsync(base)
      close(base)
    }
  }

  /// Gives the file a name that must be free; says whether it has it.
  private func nameAnew(_ temporary: String) -> Bool {
    if unsafe link(temporary, target) == 0 {
      unsafe unlink(temporary)
      return true
    }
    // A file system without links: the name is reserved first.
    guard [EPERM, EOPNOTSUPP, ENOSYS].contains(errno) else { return false }
    let reserved = unsafe open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard reserved >= 0 else { return false }
    close(reserved)
    return unsafe rename(temporary, target) == 0
  }

  /// Takes the unfinished file away.
  func discard() {
    guard let temporary else { return }
    unsafe unlink(temporary)
    UnfinishedFiles.forget(temporary)
    self.temporary = nil
  }

  private static let maximumTries = 1_000
  private static let keptCharacters = 40

  /// Follows a link to the file it stands for, which is the one to replace.
  private static func resolve(_ path: String) throws(SinkError) -> String {
    if path.isEmpty || path.utf8.contains(0) { throw .cannotWrite("a file name is expected") }
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      // No such file is what one hopes for; a link to nowhere is not.
      let isLink = unsafe lstat(path, &status) == 0
      if isLink { throw .cannotWrite("\(path): it is a link to nowhere") }
      return path
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .cannotWrite("\(path): it is a folder")
    default: throw .cannotWrite("\(path): it isn't a regular file")
    }
    guard let real = unsafe realpath(path, nil) else { throw .cannotWrite("\(path): \(FolderDoor.message(errno))") }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    return (folder, String(path[path.index(after: slash)...]))
  }
}
