import ArgumentParser
import Glibc

/// Small text files that the command writes: whole or not at all.
enum OutputFile {
  /// Writes beside the asked name and renames, so that no half file ever stands under it.
  static func write(_ text: String, to path: String) throws {
    let temporary = "\(path).partial-\(getpid())"
    let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw failure(path) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let error = failure(path)
        close(descriptor)
        unsafe unlink(temporary)
        throw error
      }
      rest = rest.dropFirst(count)
    }
    let isSynced = fsync(descriptor) == 0 || errno == EINVAL
    guard isSynced, close(descriptor) == 0, unsafe rename(temporary, path) == 0 else {
      let error = failure(path)
      unsafe unlink(temporary)
      throw error
    }
  }

  private static func failure(_ path: String) -> ExitCode {
    Exit.fail(Exit.cannotWrite, "\(path): cannot write: \(unsafe String(cString: strerror(errno)))")
  }
}
