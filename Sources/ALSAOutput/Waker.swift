internal import CALSA
import Glibc

/// Ends a sink's waiting for room from another thread, so that a command needs not wait for the buffer.
public final class Waker: Sendable {
  /// Readable while a wake-up has not been taken.
  let descriptor: Int32

  init() throws(ALSAError) {
    descriptor = cuebell_alsa_event()
    if descriptor < 0 { throw ALSAError(rawValue: -errno) }
  }

  deinit { close(descriptor) }

  /// Wakes the sink; many wake-ups before it looks count as one. It may be called from a signal handler.
  public func wake() {
    var one: UInt64 = 1
    _ = unsafe write(descriptor, &one, 8)
  }

  /// Takes the wake-up, where there is one.
  func take() -> Bool {
    var count: UInt64 = 0
    return unsafe read(descriptor, &count, 8) == 8
  }
}
