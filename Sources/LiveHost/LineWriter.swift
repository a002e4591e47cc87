import Glibc
import Synchronization

/// Writes lines to a descriptor from a thread of its own, so that a slow or closed reader never holds up anybody.
public final class LineWriter: Sendable {
  private enum Letter: Sendable {
    case line(String)
    case end
  }

  private let mailbox: Mailbox<Letter>
  private let done = Mailbox<Bool>(capacity: 1)
  private let failed = Mutex(false)

  /// Writes to `descriptor`; `dropped` makes the line that stands for lines nobody read in time.
  public init(_ descriptor: Int32, capacity: Int = 4096, dropped: @escaping @Sendable (Int) -> String) {
    let mailbox = Mailbox<Letter>(capacity: capacity)
    self.mailbox = mailbox
    let thread = HostThread { [weak self] in
      var isOpen = true
      while true {
        mailbox.wait()
        let (letters, lost) = mailbox.drain()
        if lost > 0, isOpen { isOpen = Self.write(dropped(lost) + "\n", to: descriptor) }
        for letter in letters {
          guard case .line(let line) = letter else {
            self?.done.put(isOpen)
            return
          }
          // A reader that has gone away is no reason to stop the session.
          if isOpen { isOpen = Self.write(line + "\n", to: descriptor) }
        }
      }
    }
    thread?.detach()
  }

  /// Queues a line.
  public func put(_ line: String) { mailbox.put(.line(line)) }

  /// Waits until all lines are written, at most `milliseconds`.
  public func finish(milliseconds: Int32 = 2000) {
    mailbox.put(.end)
    done.wait(milliseconds: milliseconds)
  }

  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        return false
      }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
