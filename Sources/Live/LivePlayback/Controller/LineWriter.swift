import Glibc
public import HostSystem
import Synchronization

/// Writes lines to a descriptor from a thread of its own, so that a slow or closed reader never holds up the caller.
public final class LineWriter: Sendable {
  private enum Message: Sendable {
    case line(String, at: Duration)
    case end
  }

  /// Lines that were dropped because the reader was too slow.
  public struct Gap: Sendable {
    /// How many lines were dropped.
    public let count: Int
    /// How many lines were queued before them.
    public let before: Int
    /// The time of the last line that was written, or zero.
    public let after: Duration
  }

  /// How long a reader that takes no line at all may hold up the end, and any reader, in milliseconds.
  private static let patience: (idle: Int32, whole: Int32) = (250, 2000)

  private let mailbox: Mailbox<Message>
  private let done = Mailbox<Bool>(capacity: 1)
  /// How many lines have left.
  private let written = Atomic(0)
  /// The number of the error that ended the writing; 0 for none.
  private let fault = Atomic<Int32>(0)

  /// Writes to `descriptor`.
  ///
  /// - Parameters:
  ///   - descriptor: Where the lines go, with or without a reader.
  ///   - capacity: How many lines may wait; then the oldest are dropped.
  ///   - dropped: Makes the line that replaces lines that were dropped.
  /// - Throws: `NoThread` if there is none to write from.
  public init(
    _ descriptor: Int32, capacity: Int = 4096, dropped: @escaping @Sendable (Gap) -> String
  ) throws(NoThread) {
    let mailbox = Mailbox<Message>(capacity: capacity)
    self.mailbox = mailbox
    try HostThread { [self] in
      var isOpen = true
      var passed = 0
      var last = Duration.zero
      while true {
        mailbox.wait()
        let (messages, lost) = mailbox.drain()
        if lost > 0, isOpen {
          isOpen = write(dropped(Gap(count: lost, before: passed, after: last)), to: descriptor)
        }
        passed += lost
        for message in messages {
          guard case .line(let line, let instant) = message else {
            done.put(isOpen)
            return
          }
          // Whatever fails is no reason to stop the session.
          if isOpen { isOpen = write(line, to: descriptor) }
          passed += 1
          last = instant
          written.add(1, ordering: .relaxed)
        }
      }
    }.detach()
  }

  /// Queues a line; `instant` is its own time, for the line that replaces those after it.
  public func put(_ line: String, at instant: Duration = .zero) { mailbox.put(.line(line, at: instant)) }

  /// Waits until all lines are written, as long as there is a reader, but two seconds at most.
  public func finish() {
    mailbox.put(.end)
    var seen = written.load(ordering: .relaxed)
    for _ in 0..<Self.patience.whole / Self.patience.idle {
      done.wait(milliseconds: Self.patience.idle)
      if !done.drain().messages.isEmpty { return }
      let now = written.load(ordering: .relaxed)
      if now == seen { return }
      seen = now
    }
  }

  /// The number of the error that ended the writing; `nil` as long as there is none, or only the reader has gone away.
  public var failure: Int32? {
    let number = fault.load(ordering: .relaxed)
    return number == 0 || number == EPIPE ? nil : number
  }

  private func write(_ line: String, to descriptor: Int32) -> Bool {
    guard let number = OutputWriter.write(line + "\n", to: descriptor) else { return true }
    fault.store(number, ordering: .relaxed)
    return false
  }
}
