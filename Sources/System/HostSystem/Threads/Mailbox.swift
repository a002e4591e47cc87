import Synchronization

/// A bounded queue from any thread to one reader.
///
/// `put` never waits: when the queue is full, the oldest message is dropped and counted. A reader that also waits for
/// other events polls a `WakeDescriptor`; without one a queue uses no file descriptor and can always be created.
package final class Mailbox<Message: Sendable>: Sendable {
  private struct Content {
    var messages: [Message] = []
    var dropped = 0
  }

  private let content = Mutex(Content())
  private let capacity: Int
  private let arrival = ConditionVariable()
  private let descriptor: WakeDescriptor?

  /// Creates a queue of `capacity` messages, `.max` where none may be lost; `descriptor` is readable while it isn't
  /// empty.
  package init(capacity: Int, waking descriptor: WakeDescriptor? = nil) {
    self.capacity = capacity
    self.descriptor = descriptor
  }

  package func put(_ message: Message) {
    arrival.change {
      content.withLock { content in
        if content.messages.count >= capacity {
          content.messages.removeFirst()
          content.dropped += 1
        }
        content.messages.append(message)
      }
    }
    descriptor?.wake()
  }

  /// Removes and returns all messages; `dropped` is the number lost since the last call.
  package func drain() -> (messages: [Message], dropped: Int) {
    descriptor?.clear()
    return content.withLock { content in
      defer { content = Content() }
      return (content.messages, content.dropped)
    }
  }

  package func wait(milliseconds: Int32 = -1) {
    arrival.wait(milliseconds: milliseconds < 0 ? nil : milliseconds) { content.withLock { !$0.messages.isEmpty } }
  }
}
