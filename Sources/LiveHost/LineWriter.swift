import Glibc
public import HostThreads
import Synchronization

/// Writes lines to a descriptor from a thread of its own, so that a slow or closed reader never holds up anybody.
public final class LineWriter: Sendable {
  private enum Letter: Sendable {
    case line(String)
    case end
  }

  /// How long a reader that takes no line at all may hold up the end, and any reader, in milliseconds.
  private static let patience: (idle: Int32, whole: Int32) = (250, 2000)

  private let mailbox: Mailbox<Letter>
  private let done = Mailbox<Bool>(capacity: 1)
  /// How many lines have left.
  private let written = Atomic(0)
  /// The number of the error that ended the writing; 0 for none.
  private let fault = Atomic<Int32>(0)

  /// Writes to `descriptor`.
  ///
  /// - Parameters:
  ///   - descriptor: Where the lines go; whether anybody reads there or not.
  ///   - capacity: How many lines may wait; then the oldest are dropped.
  ///   - dropped: Makes the line that stands for lines nobody read in time: told how many there were, and how many had
  ///     been put before them.
  /// - Throws: `NoThread` where there is none to write from.
  public init(
    _ descriptor: Int32, capacity: Int = 4096, dropped: @escaping @Sendable (Int, Int) -> String
  ) throws(NoThread) {
    let mailbox = Mailbox<Letter>(capacity: capacity)
    self.mailbox = mailbox
    try HostThread { [self] in
      var isOpen = true
      var passed = 0
      while true {
        mailbox.wait()
        let (letters, lost) = mailbox.drain()
        if lost > 0, isOpen { isOpen = write(dropped(lost, passed), to: descriptor) }
        passed += lost
        for letter in letters {
          guard case .line(let line) = letter else {
            done.put(isOpen)
            return
          }
          // Whatever fails is no reason to stop the session.
          if isOpen { isOpen = write(line, to: descriptor) }
          passed += 1
          written.add(1, ordering: .relaxed)
        }
      }
    }.detach()
  }

  /// Queues a line.
  public func put(_ line: String) { mailbox.put(.line(line)) }

  /// Waits until all lines are written, as long as somebody reads them, but two seconds at most.
  public func finish() {
    mailbox.put(.end)
    var seen = written.load(ordering: .relaxed)
    for _ in 0..<Self.patience.whole / Self.patience.idle {
      done.wait(milliseconds: Self.patience.idle)
      if !done.drain().letters.isEmpty { return }
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
    guard let number = Outflow.write(line + "\n", to: descriptor) else { return true }
    fault.store(number, ordering: .relaxed)
    return false
  }
}
