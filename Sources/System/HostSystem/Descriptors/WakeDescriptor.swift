import Glibc

/// A descriptor by which another thread wakes one that waits for a `PollSet`.
package final class WakeDescriptor: Sendable {
  private let ends: (readEnd: FileDescriptor, writeEnd: FileDescriptor)

  package init() throws(NoDescriptor) {
    do throws(Errno) { ends = try FileDescriptor.pipe(options: [.nonBlocking, .closeOnExec]) } catch {
      throw NoDescriptor(code: error)
    }
  }

  deinit {
    try? ends.readEnd.close()
    try? ends.writeEnd.close()
  }

  package var number: Int32 { ends.readEnd.rawValue }

  package func wait(for span: Duration) { PollSet.wait(on: number, atMost: span) }

  /// Makes it readable without waiting.
  package func wake() {
    // A full pipe is already readable.
    _ = try? ends.writeEnd.writeAll([1])
  }

  /// Makes it unreadable until the next `wake`.
  package func clear() {
    while (try? ends.readEnd.read(atMost: 64))?.count == 64 {}
  }
}

/// The system can't create a file descriptor: the limit is reached.
package struct NoDescriptor: Error, Equatable {
  package let code: Errno

  /// The error if the system can't create `count` more descriptors; `nil` if it can.
  ///
  /// It is for code that doesn't report this itself: Dispatch ends the process if it gets no descriptor for its timers,
  /// and espeak-ng speaks wrongly, or finds fewer voices.
  package static func shortage(of count: Int) -> NoDescriptor? {
    let spare = (0..<count).map { _ in unsafe open("/dev/null", O_RDONLY | O_CLOEXEC) }
    let code = Errno.last
    for descriptor in spare where descriptor >= 0 { close(descriptor) }
    return spare.contains(-1) ? NoDescriptor(code: code) : nil
  }

  package var explanation: String { "the system can't create a file descriptor (\(code))" }
}
