import HostSystem

/// An event loop over bus links, timers and a wake descriptor.
final class DBusLoop {
  private let links: [DBusLink]
  private let waking: WakeDescriptor?
  private var timers: [(id: Int, deadline: Duration, action: () -> Void)] = []
  private var lastTimer = 0

  /// A loop over `links`; `waking` ends a turn early.
  init(_ links: [DBusLink], waking: WakeDescriptor? = nil) {
    self.links = links
    self.waking = waking
  }

  /// Runs `action` after `delay`; returns the number to cancel it with.
  @discardableResult
  func after(_ delay: Duration, _ action: @escaping () -> Void) -> Int {
    lastTimer += 1
    timers.append((lastTimer, .monotonic + delay, action))
    return lastTimer
  }

  func cancel(_ timer: Int) { timers.removeAll { $0.id == timer } }

  /// Waits until something is ready, or until `limit` on the monotonic clock, and processes it.
  func turn(until limit: Duration? = nil) {
    var polled = PollSet([waking?.number ?? -1])
    polled.entries += links.compactMap(\.poll)
    let deadlines = links.map(\.deadline) + timers.map(\.deadline) + [limit]
    polled.wait(for: deadlines.compactMap(\.self).min().map { $0 - .monotonic })
    for link in links { link.process() }
    let now = Duration.monotonic
    let due = timers.filter { $0.deadline <= now }
    timers.removeAll { timer in due.contains { $0.id == timer.id } }
    for timer in due { timer.action() }
  }

  /// Takes turns until `isDone` returns true or `limit` has passed; returns whether it is done.
  @discardableResult
  func run(for limit: Duration, until isDone: () -> Bool) -> Bool {
    let end = Duration.monotonic + limit
    while !isDone() {
      if .monotonic >= end { return false }
      turn(until: end)
    }
    return true
  }
}
