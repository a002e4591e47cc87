import ArgumentParser
import Glibc

/// Text files that the command writes: whole or not at all.
///
/// The text is written beside the asked name, and renamed in the end, so that no half file ever stands under it.
final class OutputFile {
  private let path: String
  private let temporary: String
  private var descriptor: Int32

  /// Begins a file; another that stands under its name is left alone until `finish`.
  init(_ path: String) throws {
    self.path = path
    temporary = "\(path).partial-\(getpid())"
    descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Self.failure(path) }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    unsafe unlink(temporary)
  }

  /// Writes a whole file.
  static func write(_ text: String, to path: String) throws {
    let file = try OutputFile(path)
    try file.append(text)
    try file.finish()
  }

  /// Adds to the end.
  func append(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure(path) }
      rest = rest.dropFirst(count)
    }
  }

  /// Puts the file under its name.
  func finish() throws {
    let isSynced = fsync(descriptor) == 0 || errno == EINVAL
    let isClosed = isSynced && close(descriptor) == 0
    if isSynced { descriptor = -1 }
    guard isClosed, unsafe rename(temporary, path) == 0 else {
      let error = Self.failure(path)
      unsafe unlink(temporary)
      throw error
    }
  }

  private static func failure(_ path: String) -> ExitCode {
    Exit.fail(Exit.cannotWrite, "\(path): cannot write: \(unsafe String(cString: strerror(errno)))")
  }
}
