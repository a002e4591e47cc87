import Glibc
import HostSystem
import Synchronization

/// Reads a FIFO to its end on a thread of its own, as a player does: a portion at a time.
final class FifoRecorder: Sendable {
  private let content = Mutex<[UInt8]>([])
  private let done = Mailbox<Bool>(capacity: 1)

  /// Begins to read `path`; the portions repeat.
  init(_ path: String, portions: [Int]) throws {
    try HostThread { [self] in
      let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
      defer { close(descriptor) }
      var bytes = [UInt8](repeating: 0, count: portions.max() ?? 1)
      var round = 0
      while true {
        let count = unsafe read(descriptor, &bytes, portions[round % portions.count])
        if count <= 0 { break }
        content.withLock { $0 += bytes[..<count] }
        round += 1
      }
      done.put(true)
    }.detach()
  }

  /// Everything, once the writer has closed it.
  func bytes() -> [UInt8] {
    done.wait()
    return content.withLock { $0 }
  }
}
