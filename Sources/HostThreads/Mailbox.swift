import Synchronization

/// A bounded queue from any thread to one reader.
///
/// Nobody who puts something in ever waits: when it is full the oldest is dropped and counted. A reader that waits for
/// other things as well polls a `WakeDescriptor`; without one a queue takes no file descriptor and can always be had.
public final class Mailbox<Letter: Sendable>: Sendable {
  private struct Content {
    var letters: [Letter] = []
    var dropped = 0
  }

  private let content = Mutex(Content())
  private let capacity: Int
  private let arrival = Condition()
  private let descriptor: WakeDescriptor?

  /// Holds `capacity` letters; `descriptor` is readable while there are some.
  public init(capacity: Int, waking descriptor: WakeDescriptor? = nil) {
    self.capacity = capacity
    self.descriptor = descriptor
  }

  /// Puts a letter in and wakes the reader.
  public func put(_ letter: Letter) {
    arrival.change {
      content.withLock { content in
        if content.letters.count >= capacity {
          content.letters.removeFirst()
          content.dropped += 1
        }
        content.letters.append(letter)
      }
    }
    descriptor?.wake()
  }

  /// Takes everything out; `dropped` is how many were lost since the last time.
  public func drain() -> (letters: [Letter], dropped: Int) {
    descriptor?.clear()
    return content.withLock { content in
      defer { content = Content() }
      return (content.letters, content.dropped)
    }
  }

  /// Waits until there is something to take out, or `milliseconds` have passed.
  public func wait(milliseconds: Int32 = -1) {
    arrival.wait(milliseconds: milliseconds < 0 ? nil : milliseconds) { content.withLock { !$0.letters.isEmpty } }
  }
}
