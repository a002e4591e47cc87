import Glibc

/// A file that this process has locked for itself (flock(2)), until this object is released.
package final class LockedFile: Sendable {
  /// The file, open for reading and writing.
  package let descriptor: Int32

  /// Opens the file at `path`, which is created (0600) if necessary, and locks it; `Errno.wouldBlock` if another
  /// process has.
  package init(_ path: String) throws(Errno) {
    let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw .last }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      defer { close(file) }
      throw .last
    }
    descriptor = file
  }

  deinit {
    // A forked child that has not called exec yet may share the file: closing it alone would leave the lock held there.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  package func replace(with text: String) -> Bool {
    OutputWriter.write(Array(text.utf8), to: descriptor, at: 0) == nil && ftruncate(descriptor, text.utf8.count) == 0
  }
}
