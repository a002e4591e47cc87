internal import CSndfile
import Glibc

/// Opens files that a workout names, and only those below the workout's own folder.
package enum FolderDoor {
  /// The largest file that is opened; a WAV file can't be larger.
  static let maximumBytes: Int64 = 1 << 32

  /// Opens a regular file at `path`, relative to `folder`, for reading; the caller closes it.
  ///
  /// Links inside the folder are followed, one that leaves it is not. What is no regular file is never waited for.
  static func open(_ path: String, below folder: String) throws(SoundFileError) -> Int32 {
    if let reason = objection(to: path) { throw .forbidden(path: path, reason: reason) }
    let base = unsafe Glibc.open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard base >= 0 else { throw .unreadable(path: path, reason: "its folder \(folder): \(message(errno))") }
    defer { close(base) }
    let file = openBeneath(base, path)
    guard file >= 0 else { throw failure(errno, path) }
    do throws(SoundFileError) {
      try check(file, path)
      return file
    } catch {
      close(file)
      throw error
    }
  }

  /// Why a path is refused before the system is asked.
  private static func objection(to path: String) -> String? {
    if path.isEmpty { return "a path is expected" }
    if path.utf8.contains(0) { return "a path can't contain a zero" }
    if path.hasPrefix("/") { return "a path must be relative to the workout's folder" }
    if path.split(separator: "/").contains("..") { return "a path must not contain '..'" }
    return nil
  }

  private static func openBeneath(_ base: Int32, _ path: String) -> Int32 {
    for _ in 0..<maximumRaces {
      let file = unsafe cuebell_open_beneath(base, path, flags)
      // The system can't tell whether a path stays inside while something is being renamed on it.
      if file >= 0 || (errno != EAGAIN && errno != EINTR) {
        return file < 0 && [ENOSYS, EPERM].contains(errno) ? openStepwise(base, path) : file
      }
    }
    return -1
  }

  /// For systems without `openat2`, such as some containers: component by component, and through no link at all.
  package static func openStepwise(_ base: Int32, _ path: String) -> Int32 {
    let components = path.split(separator: "/").filter { $0 != "." }.map(String.init)
    guard let last = components.last else {
      errno = EISDIR
      return -1
    }
    var folder = dup(base)
    for component in components.dropLast() where folder >= 0 {
      let next = unsafe openat(folder, component, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      let why = errno
      close(folder)
      errno = why
      folder = next
    }
    guard folder >= 0 else { return -1 }
    let file = unsafe openat(folder, last, flags | O_NOFOLLOW)
    let why = errno
    close(folder)
    errno = why
    return file
  }

  /// A FIFO is opened without waiting for its writer.
  private static let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
  private static let maximumRaces = 16

  private static func failure(_ code: Int32, _ path: String) -> SoundFileError {
    switch code {
    case ENOENT: .missing(path: path)
    case EXDEV: .forbidden(path: path, reason: "a link leads out of the workout's folder")
    case ELOOP: .forbidden(path: path, reason: "too many links")
    case ENXIO: .forbidden(path: path, reason: "it isn't a regular file")
    default: .unreadable(path: path, reason: message(code))
    }
  }

  private static func check(_ file: Int32, _ path: String) throws(SoundFileError) {
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw .unreadable(path: path, reason: message(errno)) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .forbidden(path: path, reason: "it is a folder")
    default: throw .forbidden(path: path, reason: "it isn't a regular file")
    }
    if status.st_size == 0 { throw .refused(path: path, reason: "it is empty") }
    if status.st_size > maximumBytes { throw .refused(path: path, reason: "it is larger than 4 GiB") }
  }

  static func message(_ code: Int32) -> String {
    unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }
}
