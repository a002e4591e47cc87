import Glibc
package import HostSystem
import Synchronization

/// Writes lines to a descriptor, so that a slow or closed reader never blocks the caller: a dedicated thread writes
/// what might.
package final class LineWriter: Sendable {
  private enum Message: Sendable {
    case line(String, at: Duration)
    case end
  }

  /// Lines that were dropped because the reader was too slow.
  package struct Gap: Sendable {
    package let count: Int
    package let before: Int
    /// The time of the last written line, or zero.
    package let after: Duration
  }

  /// The time, in milliseconds, for which a reader that accepts no line may delay the end, and for which any reader
  /// may.
  private static let patience: (idle: Int32, whole: Int32) = (250, 2000)

  /// What has become of the lines so far.
  private struct Progress {
    var isOpen = true
    var passed = 0
    /// The time of the last line.
    var last = Duration.zero
  }

  private let descriptor: Int32
  /// Whether a line that the descriptor is ready for is written without a wait: to a pipe, a socket or a terminal, but
  /// not to a file, whose disk may not answer.
  private let isPrompt: Bool
  private let progress = Mutex(Progress())
  /// The number of lines that the thread has yet to write or drop.
  private let queued = Atomic(0)
  private let mailbox: Mailbox<Message>
  private let done = Mailbox<Bool>(capacity: 1)
  private let written = Atomic(0)
  /// Whether the reader has yet to accept a line; the thread may also be waiting for a processor.
  private let isWriting = Atomic(false)
  /// The error number that ended the writing; 0 for none.
  private let fault = Atomic<Int32>(0)

  /// Writes to `descriptor`, with or without a reader; beyond `capacity` the oldest lines are dropped, and the line
  /// that `dropped` makes replaces them.
  package init(
    _ descriptor: Int32, capacity: Int = 4096, dropped: @escaping @Sendable (Gap) -> String
  ) throws(NoThread) {
    let mailbox = Mailbox<Message>(capacity: capacity)
    (self.descriptor, self.mailbox) = (descriptor, mailbox)
    var status = stat()
    isPrompt = unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    try HostThread { [self] in
      while true {
        mailbox.wait()
        let (messages, lost) = mailbox.drain()
        if lost > 0 {
          progress.withLock { progress in
            if progress.isOpen {
              progress.isOpen = write(dropped(Gap(count: lost, before: progress.passed, after: progress.last)))
            }
            progress.passed += lost
          }
          queued.subtract(lost, ordering: .releasing)
        }
        for message in messages {
          guard case .line(let line, let instant) = message else { return done.put(true) }
          progress.withLock { pass(line, at: instant, &$0) }
          queued.subtract(1, ordering: .releasing)
        }
      }
    }.detach()
  }

  /// Writes or queues a line; `instant` is its time, used if later lines are dropped.
  package func put(_ line: String, at instant: Duration = .zero) {
    // One thread less wakes. A pipe that is ready takes a line of this length at once.
    if isPrompt, queued.load(ordering: .acquiring) == 0, line.utf8.count < Int(PIPE_BUF), isReady,
      progress.withLockIfAvailable({ pass(line, at: instant, &$0) }) != nil
    {
      return
    }
    queued.add(1, ordering: .relaxed)
    mailbox.put(.line(line, at: instant))
  }

  private func pass(_ line: String, at instant: Duration, _ progress: inout Progress) {
    // A failure to write must not stop the session.
    if progress.isOpen { progress.isOpen = write(line) }
    progress.passed += 1
    progress.last = instant
    written.add(1, ordering: .relaxed)
  }

  /// Waits until all lines are written, but for a slow reader at most two seconds, and only while there is a reader.
  package func finish() {
    mailbox.put(.end)
    var seen = written.load(ordering: .relaxed)
    var waits = Self.patience.whole / Self.patience.idle
    while waits > 0 {
      done.wait(milliseconds: Self.patience.idle)
      if !done.drain().messages.isEmpty || queued.load(ordering: .acquiring) == 0 { return }
      let now = written.load(ordering: .relaxed)
      // A thread that isn't writing waits for a processor, so neither a reader nor a disk is slow.
      if now == seen, !isWriting.load(ordering: .relaxed) { continue }
      if now == seen, !isReady { return }
      waits -= 1
      seen = now
    }
  }

  /// Whether the reader accepts a line, so that the thread waits for a processor even in the midst of writing one.
  private var isReady: Bool { PollSet.wait(for: POLLOUT, on: descriptor, atMost: .zero) & POLLOUT != 0 }

  /// The error that ended the writing; `nil` if there is none, or if only the reader has gone away.
  package var failure: Errno? {
    let number = fault.load(ordering: .relaxed)
    return number == 0 || number == EPIPE ? nil : Errno(rawValue: number)
  }

  private func write(_ line: String) -> Bool {
    isWriting.store(true, ordering: .relaxed)
    defer { isWriting.store(false, ordering: .relaxed) }
    guard let error = OutputWriter.write(line + "\n", to: descriptor) else { return true }
    fault.store(error.rawValue, ordering: .relaxed)
    return false
  }
}
