internal import CSndfile
import Glibc
import HostSystem

/// Opens files that a workout or a programme names, and only those below its own folder.
package enum ConfinedFileOpener {
  /// The largest file that is opened; a WAV file can't be larger.
  static let maximumBytes: Int64 = 1 << 32

  /// Opens the regular file at `path`, relative to `folder`, for reading; the caller closes it.
  ///
  /// Links are followed within the folder. Opening never blocks. Messages call the folder that of the `owner`.
  package static func open(
    _ path: String, below folder: String, of owner: String = "workout"
  ) throws(SoundFileError) -> Int32 {
    if let reason = objection(to: path, of: owner) { throw .forbidden(path: path, reason: reason) }
    let base = try openBase(folder, for: path)
    defer { close(base) }
    let file = openBeneath(base, path)
    guard file >= 0 else { throw failure(errno, path, owner) }
    do throws(SoundFileError) {
      try check(file, path)
      return file
    } catch {
      close(file)
      throw error
    }
  }

  /// The bytes of a small file at `path`, relative to `folder`; one byte more than `limit` at most.
  package static func bytes(
    _ path: String, below folder: String, atMost limit: Int
  ) throws(SoundFileError) -> [UInt8] {
    let file = try open(path, below: folder)
    defer { close(file) }
    do throws(Errno) { return try FileDescriptor(rawValue: file).readAll(atMost: limit + 1) } catch {
      throw .unreadable(path: path, reason: "\(error)")
    }
  }

  /// The names of the sound files in the folder at `path`, relative to `folder`, in order; hidden ones are left out.
  package static func soundFiles(in path: String, below folder: String) throws(SoundFileError) -> [String] {
    let base = try openBase(folder, for: path)
    defer { close(base) }
    let found = openBeneath(base, path)
    guard found >= 0 else { throw failure(errno, path, "workout") }
    do throws(Errno) {
      return try FolderNames.list(closing: found).filter { !$0.hasPrefix(".") && SoundFileFormat(fileName: $0) != nil }
    } catch {
      guard error == .notDirectory else { throw .unreadable(path: path, reason: "\(error)") }
      throw .forbidden(path: path, reason: "it isn't a folder")
    }
  }

  private static func openBase(_ folder: String, for path: String) throws(SoundFileError) -> Int32 {
    let base = unsafe Glibc.open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if base >= 0 { return base }
    throw .unreadable(path: path, reason: "its folder \(folder): \(Errno.last)")
  }

  private static func objection(to path: String, of owner: String) -> String? {
    if path.isEmpty { return "a path is expected" }
    if path.utf8.contains(0) { return "a path can't contain a NUL character" }
    if path.hasPrefix("/") { return "a path must be relative to the \(owner)'s folder" }
    if path.split(separator: "/").contains("..") { return "a path must not contain '..'" }
    return nil
  }

  private static func openBeneath(_ base: Int32, _ path: String) -> Int32 {
    for _ in 0..<maximumRaces {
      let file = unsafe cuebell_open_beneath(base, path, flags)
      // EAGAIN: a component was renamed meanwhile.
      if file >= 0 || (errno != EAGAIN && errno != EINTR) {
        return file < 0 && [ENOSYS, EPERM].contains(errno) ? openStepwise(base, path) : file
      }
    }
    return -1
  }

  /// Opens component by component without following links, on systems without `openat2`, such as some containers.
  package static func openStepwise(_ base: Int32, _ path: String) -> Int32 {
    let components = path.split(separator: "/").filter { $0 != "." }.map(String.init)
    guard let last = components.last else {
      errno = EISDIR
      return -1
    }
    var folder = dup(base)
    for component in components.dropLast() where folder >= 0 {
      let next = unsafe openat(folder, component, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      let code = errno
      close(folder)
      errno = code
      folder = next
    }
    guard folder >= 0 else { return -1 }
    let file = unsafe openat(folder, last, flags | O_NOFOLLOW)
    let code = errno
    close(folder)
    errno = code
    return file
  }

  /// Non-blocking, because a FIFO may have no writer.
  private static let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
  private static let maximumRaces = 16

  private static func failure(_ code: Int32, _ path: String, _ owner: String) -> SoundFileError {
    switch code {
    case ENOENT: .missing(path: path)
    case EXDEV: .forbidden(path: path, reason: "a link leads out of the \(owner)'s folder")
    case ELOOP: .forbidden(path: path, reason: "too many links")
    case ENXIO: .forbidden(path: path, reason: "it isn't a regular file")
    default: .unreadable(path: path, reason: "\(Errno(rawValue: code))")
    }
  }

  private static func check(_ file: Int32, _ path: String) throws(SoundFileError) {
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else {
      throw .unreadable(path: path, reason: "\(Errno.last)")
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .forbidden(path: path, reason: "it is a folder")
    default: throw .forbidden(path: path, reason: "it isn't a regular file")
    }
    if status.st_size == 0 { throw .refused(path: path, reason: "it is empty") }
    if status.st_size > maximumBytes { throw .refused(path: path, reason: "it is larger than 4 GiB") }
  }
}

/// The reason why a sound file is not read. The description names the file, the reason and, if there is one, the fix.
package enum SoundFileError: Error, Equatable, Sendable, CustomStringConvertible {
  case missing(path: String)
  /// The path may lead out of the folder, or is no regular file.
  case forbidden(path: String, reason: String)
  case unreadable(path: String, reason: String)
  case refused(path: String, reason: String)

  package var description: String {
    switch self {
    case .missing(let path): "\(path): no such file"
    case .forbidden(let path, let reason), .unreadable(let path, let reason), .refused(let path, let reason):
      "\(path): \(reason)"
    }
  }
}
