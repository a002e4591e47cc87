import Glibc

/// Opens files that a program looks for in a fixed place, and that must therefore be ordinary ones: a FIFO there would
/// keep it waiting for ever.
public enum RegularFile {
  /// The reason why a file can't be opened.
  public struct Problem: Error, Equatable, Sendable {
    /// The error number; 0 if the file isn't a regular one.
    public let code: Int32

    /// The message for the user, without the path.
    public var explanation: String {
      code == 0 ? "it isn't a regular file" : OutputWriter.explanation(of: code)
    }
  }

  /// Opens the regular file at `path` for reading, without waiting; the caller closes it.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - followsLinks: Whether it may be a symbolic link.
  /// - Returns: The descriptor.
  /// - Throws: The reason why there is none.
  public static func open(_ path: String, followsLinks: Bool = true) throws(Problem) -> Int32 {
    let link = followsLinks ? 0 : O_NOFOLLOW
    let file = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | link)
    guard file >= 0 else { throw Problem(code: errno == ENXIO ? 0 : errno) }
    var status = stat()
    let code = unsafe fstat(file, &status) == 0 ? 0 : errno
    guard code == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      throw Problem(code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : code)
    }
    return file
  }

  /// The reason why there is no regular file at `path` that can be read; `nil` if there is one.
  public static func problem(at path: String) -> Problem? {
    do throws(Problem) { close(try open(path)) } catch { return error }
    return nil
  }
}
