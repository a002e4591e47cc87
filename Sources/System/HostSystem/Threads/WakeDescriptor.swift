import Glibc

/// A descriptor by which another thread wakes one that waits in `poll`.
public final class WakeDescriptor: Sendable {
  /// The descriptor to poll for input.
  public let number: Int32
  private let writeEnd: Int32

  /// Creates the descriptor.
  ///
  /// - Throws: `NoDescriptor` if the system can't create one.
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

  /// Makes it readable without waiting.
  package func wake() {
    var byte: UInt8 = 1
    // A full pipe is already readable.
    _ = unsafe write(writeEnd, &byte, 1)
  }

  /// Makes it unreadable until the next `wake`.
  package func clear() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while unsafe read(number, &bytes, bytes.count) == bytes.count {}
  }
}

/// The system can't create a file descriptor: the limit is reached.
public struct NoDescriptor: Error, Equatable {
  /// The error number.
  public let code: Int32

  /// The error if the system can't create `count` more descriptors; `nil` if it can.
  ///
  /// It is for code that doesn't report this itself: Dispatch ends the process if it gets no descriptor for its timers.
  public static func shortage(of count: Int) -> NoDescriptor? {
    let spare = (0..<count).map { _ in unsafe open("/dev/null", O_RDONLY | O_CLOEXEC) }
    let code = errno
    for descriptor in spare where descriptor >= 0 { close(descriptor) }
    return spare.contains(-1) ? NoDescriptor(code: code) : nil
  }

  /// The message for the user.
  public var explanation: String { "the system can't create a descriptor (\(unsafe String(cString: strerror(code))))" }
}

extension Duration {
  /// Whole milliseconds for `poll`, rounded up so that it never wakes early; an hour at most.
  package var pollMilliseconds: Int32 {
    let span = min(max(self, .zero), .seconds(3600))
    return Int32((span + .nanoseconds(999_999)) / .milliseconds(1))
  }
}
