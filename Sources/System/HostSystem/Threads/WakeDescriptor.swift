import Glibc

/// A descriptor that becomes readable when another thread wakes it, for a thread that waits in `poll` for more.
public final class WakeDescriptor: Sendable {
  /// What to poll for input.
  public let number: Int32
  private let writeEnd: Int32

  /// Makes one.
  ///
  /// - Throws: `NoDescriptor` if the system gives none.
  public init() throws(NoDescriptor) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw NoDescriptor(code: errno) }
    number = ends[0]
    writeEnd = ends[1]
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    close(number)
    close(writeEnd)
  }

  /// Waits until it is readable, or until `span` has passed, rounded up to whole milliseconds.
  package func wait(for span: Duration) {
    guard span > .zero else { return }
    var waiting = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&waiting, 1, span.pollMilliseconds)
  }

  /// Makes it readable; no caller ever waits.
  package func wake() {
    var byte: UInt8 = 1
    // A full pipe is readable already.
    _ = unsafe write(writeEnd, &byte, 1)
  }

  /// Makes it unreadable until the next `wake`.
  package func clear() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while unsafe read(number, &bytes, bytes.count) == bytes.count {}
  }
}

/// The system gave no file descriptor: as many are open as it allows.
public struct NoDescriptor: Error, Equatable {
  /// The number of the error.
  public let code: Int32

  /// The error where the system doesn't give `count` more descriptors; `nil` if it does.
  ///
  /// It is for what doesn't say so itself: Dispatch ends the process where it gets none for its timers.
  public static func shortage(of count: Int) -> NoDescriptor? {
    let spare = (0..<count).map { _ in unsafe open("/dev/null", O_RDONLY | O_CLOEXEC) }
    let code = errno
    for descriptor in spare where descriptor >= 0 { close(descriptor) }
    return spare.contains(-1) ? NoDescriptor(code: code) : nil
  }

  /// The message for the user.
  public var explanation: String { "the system gives no file descriptor (\(unsafe String(cString: strerror(code))))" }
}

extension Duration {
  /// Whole milliseconds for `poll`, rounded up so that it never wakes before its time; an hour at most.
  package var pollMilliseconds: Int32 {
    let span = min(max(self, .zero), .seconds(3600))
    return Int32((span + .nanoseconds(999_999)) / .milliseconds(1))
  }
}
