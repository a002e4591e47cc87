package import Glibc

/// Descriptors that a thread waits for together.
package struct PollSet {
  /// The entries as poll(2) takes them, in the order in which they were added.
  package var entries: [pollfd] = []

  package init(_ descriptors: [Int32] = []) { for descriptor in descriptors { add(descriptor) } }

  package mutating func add(_ descriptor: Int32, for events: Int32 = POLLIN) {
    entries.append(pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0))
  }

  /// The events of the descriptor that was added after `index` others.
  package subscript(index: Int) -> Int32 { Int32(entries[index].revents) }

  /// Waits until a descriptor is ready, and returns whether one is, or until `span` has passed; `nil` means no limit,
  /// and signals end no wait.
  @discardableResult
  package mutating func wait(for span: Duration? = nil) -> Bool {
    unsafe entries.withUnsafeMutableBufferPointer { unsafe Self.wait(for: span, $0) }
  }

  /// Waits for one descriptor, and allocates nothing; returns its events, or 0 if there were none in time.
  @discardableResult
  package static func wait(for events: Int32 = POLLIN, on descriptor: Int32, atMost span: Duration? = nil) -> Int32 {
    var entry = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
    _ = unsafe withUnsafeMutablePointer(to: &entry) { unsafe wait(for: span, .init(start: $0, count: 1)) }
    return Int32(entry.revents)
  }

  /// Whether nobody reads or writes at the other end of a pipe any more.
  package static func isClosed(_ descriptor: Int32) -> Bool {
    wait(for: 0, on: descriptor, atMost: .zero) & (POLLERR | POLLHUP) != 0
  }

  private static func wait(for span: Duration?, _ entries: UnsafeMutableBufferPointer<pollfd>) -> Bool {
    let deadline = span.map { SuspendingClock.now + $0 }
    while true {
      let left = deadline.map { min(max($0 - .now, .zero), .seconds(3600)) }
      // Rounded up, because a wait that ends too early would be repeated at once.
      let milliseconds = left.map { Int32(($0 + .nanoseconds(999_999)) / .milliseconds(1)) } ?? -1
      let count = unsafe poll(entries.baseAddress, nfds_t(entries.count), milliseconds)
      if count > 0 { return true }
      if count < 0 ? errno != EINTR : milliseconds == 0 { return false }
    }
  }
}
