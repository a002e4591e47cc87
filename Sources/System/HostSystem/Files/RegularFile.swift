import Glibc

/// Opens files that a program looks for in a fixed place, and that must therefore be ordinary ones: a FIFO there would
/// keep it waiting for ever.
package enum RegularFile {
  package enum Problem: Error, Equatable, Sendable {
    case irregular
    case system(Errno)

    package var explanation: String {
      switch self {
      case .irregular: "it isn't a regular file"
      case .system(let error): error.description
      }
    }
  }

  /// Opens the regular file at `path` for reading, without waiting; the caller closes it.
  package static func open(_ path: String, followsLinks: Bool = true) throws(Problem) -> Int32 {
    let link = followsLinks ? 0 : O_NOFOLLOW
    let file = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | link)
    guard file >= 0 else { throw errno == ENXIO ? .irregular : .system(.last) }
    var status = stat()
    let isKnown = unsafe fstat(file, &status) == 0
    if isKnown, status.st_mode & S_IFMT == S_IFREG { return file }
    defer { close(file) }
    throw !isKnown ? .system(.last) : status.st_mode & S_IFMT == S_IFDIR ? .system(.isDirectory) : .irregular
  }

  /// The contents of a regular file, which may be one of the kernel's, but at most `limit` bytes.
  package static func bytes(
    of path: String, atMost limit: Int, followsLinks: Bool = true
  ) throws(Problem) -> [UInt8] {
    let file = try open(path, followsLinks: followsLinks)
    defer { close(file) }
    do throws(Errno) { return try FileDescriptor(rawValue: file).readAll(atMost: limit) } catch {
      throw .system(error)
    }
  }

  package static func text(of path: String, atMost limit: Int = 65_536, followsLinks: Bool = true) -> String? {
    (try? bytes(of: path, atMost: limit, followsLinks: followsLinks)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The number of bytes of the regular file at `path`; `nil` if there is none.
  package static func size(of path: String) -> Int? {
    guard let status = try? unsafe Stat(path).rawValue, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return status.st_size
  }

  /// The reason why there is no regular file at `path` that can be read; `nil` if there is one.
  package static func problem(at path: String) -> Problem? {
    do throws(Problem) { close(try open(path)) } catch { return error }
    return nil
  }
}
