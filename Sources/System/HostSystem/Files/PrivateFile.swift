import Glibc

/// Small files that this user alone may read, such as those of a cache.
package enum PrivateFile {
  /// The contents of a regular file of this user with 1 to `limit` bytes; `nil` for anything else, such as a symbolic
  /// link.
  package static func read(_ path: String, atMost limit: Int) -> [UInt8]? {
    guard let file = try? RegularFile.open(path, followsLinks: false) else { return nil }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_uid == geteuid(), (1...limit).contains(status.st_size) else {
      return nil
    }
    let bytes = try? FileDescriptor(rawValue: file).readAll(atMost: status.st_size)
    return bytes?.count == status.st_size ? bytes : nil
  }

  /// Writes a file with mode 0600, which no other process sees in part; returns whether it is there.
  package static func replace(_ path: String, with bytes: [UInt8]) -> Bool {
    let unfinished = "\(path).\(String(UInt64.random(in: 0 ... .max), radix: 16))"
    UnfinishedFiles.add(unfinished)
    defer { UnfinishedFiles.forget(unfinished) }
    let file = unsafe open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    let isWritten = OutputWriter.write(bytes, to: file) == nil
    // Network file systems report a full disk only when the file is closed.
    if close(file) == 0, isWritten, unsafe rename(unfinished, path) == 0 { return true }
    unsafe unlink(unfinished)
    return false
  }
}
