import Glibc
import Synchronization

/// A bounded queue from any thread to one reader, who may wait for it on a descriptor together with others.
///
/// Nobody who puts something in ever waits: when it is full the oldest is dropped and counted.
public final class Mailbox<Letter: Sendable>: Sendable {
  private struct Content {
    var letters: [Letter] = []
    var dropped = 0
  }

  private let content = Mutex(Content())
  private let capacity: Int
  private let readEnd: Int32
  private let writeEnd: Int32

  /// Holds `capacity` letters.
  public init(capacity: Int) {
    self.capacity = capacity
    var ends: [Int32] = [-1, -1]
    _ = unsafe pipe(&ends)
    readEnd = ends[0]
    writeEnd = ends[1]
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Becomes readable when something has been put in.
  public var descriptor: Int32 { readEnd }

  /// Puts a letter in and wakes the reader.
  public func put(_ letter: Letter) {
    content.withLock { content in
      if content.letters.count >= capacity {
        content.letters.removeFirst()
        content.dropped += 1
      }
      content.letters.append(letter)
    }
    var byte: UInt8 = 1
    // A full pipe has woken the reader already.
    _ = unsafe write(writeEnd, &byte, 1)
  }

  /// Takes everything out; `dropped` is how many were lost since the last time.
  public func drain() -> (letters: [Letter], dropped: Int) {
    var bytes = [UInt8](repeating: 0, count: 64)
    while unsafe read(readEnd, &bytes, bytes.count) == bytes.count {}
    return content.withLock { content in
      defer { content = Content() }
      return (content.letters, content.dropped)
    }
  }

  /// Waits until there is something to take out, or `milliseconds` have passed.
  public func wait(milliseconds: Int32 = -1) {
    var waiting = [pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)]
    _ = unsafe poll(&waiting, 1, milliseconds)
  }
}
