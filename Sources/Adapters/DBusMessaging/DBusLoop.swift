import Glibc
package import HostSystem

/// What a thread waits for that looks after buses: their messages, timers, and what wakes it.
package final class DBusLoop {
  private let links: [DBusLink]
  private let waking: WakeDescriptor?
  private var timers: [(id: Int, deadline: Duration, action: () -> Void)] = []
  private var lastTimer = 0

  /// A loop over `links`, which `waking` ends a turn of.
  package init(_ links: [DBusLink], waking: WakeDescriptor? = nil) {
    self.links = links
    self.waking = waking
  }

  /// Does something after a while; returns the number by which to cancel it.
  @discardableResult
  package func after(_ delay: Duration, _ action: @escaping () -> Void) -> Int {
    lastTimer += 1
    timers.append((lastTimer, .monotonic + delay, action))
    return lastTimer
  }

  /// Doesn't do it.
  package func cancel(_ timer: Int) { timers.removeAll { $0.id == timer } }

  /// Waits for the next thing, for at most as long as `limit`, and does it.
  package func turn(until limit: Duration? = nil) {
    var polled = links.compactMap(\.poll)
    if let waking { polled.append(pollfd(fd: waking.number, events: Int16(POLLIN), revents: 0)) }
    let deadlines = links.map(\.deadline) + timers.map(\.deadline) + [limit]
    _ = unsafe Glibc.poll(&polled, nfds_t(polled.count), Self.milliseconds(until: deadlines.compactMap(\.self).min()))
    for link in links { link.process() }
    let now = Duration.monotonic
    let due = timers.filter { $0.deadline <= now }
    timers.removeAll { timer in due.contains { $0.id == timer.id } }
    for timer in due { timer.action() }
  }

  /// Takes turns until something `isDone`, or the time is up; returns whether it is.
  @discardableResult
  package func run(for limit: Duration, until isDone: () -> Bool) -> Bool {
    let end = Duration.monotonic + limit
    while !isDone() {
      if .monotonic >= end { return false }
      turn(until: end)
    }
    return true
  }

  private static func milliseconds(until deadline: Duration?) -> Int32 {
    guard let deadline else { return -1 }
    let (seconds, attoseconds) = max(deadline - .monotonic, .zero).components
    // Rounded up, as a wait that ends too early would be repeated at once.
    return Int32(clamping: seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
