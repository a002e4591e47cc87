import WorkoutModel

/// Determines the next wake-up of a host, for a deadline or periodically, under the current faults.
///
/// Use it with a `VirtualClock`: request the true time of the next wake-up from `next`, advance the clock there, and
/// act as often as `deliveries` returns. `apply` adds faults: wake-ups that are late, coalesced, lost, doubled or
/// early. The same seed and the same calls give the same wake-ups.
///
/// ```swift
/// var clock = VirtualClock()
/// var timer = WakeTimer(WakePolicy(waking: .every(.milliseconds(500))), origin: clock.reading.boot, seed: 1)
/// _ = timer.apply(.coalesce(to: .seconds(4), until: nil))
/// while let instant = timer.next(for: nil, clock), instant < .seconds(60) {
///   clock.advance(to: instant)
///   for _ in 0..<timer.deliveries(at: clock.now) { tick(clock.reading) }
///   timer.passed(clock.reading.boot)
/// }
/// ```
package struct WakeTimer: Sendable {
  /// After a lost wake-up, a host that waits for deadlines retries after this delay.
  static let retry = Duration.milliseconds(500)

  private let policy: WakePolicy
  /// The reading of the boot clock at session time 0.
  private let origin: Duration
  private var random: SeededRandom
  /// The faults that may be current, at most one of each kind, in the order of the format.
  private var faults: [any WakeFault] = []
  /// The next wake-up of a host that is woken periodically, in session time.
  private var nextPeriod: Duration
  /// Wake-ups before this true time have been lost.
  private var floor = Duration.zero
  /// The deadline for which the host has already been woken early.
  private var anticipated: Duration?

  /// Creates the wake-ups of a host with this policy, whose boot clock shows `origin` at session time 0.
  package init(_ policy: WakePolicy, origin: Duration, seed: UInt64) {
    self.policy = policy
    self.origin = origin
    random = SeededRandom(seed: seed)
    if case .every(let period) = policy.waking { nextPeriod = period } else { nextPeriod = .zero }
  }

  /// Whether the host is woken periodically, with or without a deadline.
  package var isPeriodic: Bool { if case .every = policy.waking { true } else { false } }

  /// Adds a fault, which replaces an earlier one of its kind; returns whether it concerns wake-ups.
  package mutating func apply(_ fault: Fault) -> Bool {
    guard let fault = fault.definition as? any WakeFault else { return false }
    add(fault)
    return true
  }

  package mutating func add(_ fault: some WakeFault) {
    faults.removeAll { $0.kind == fault.kind }
    faults.insert(fault, at: faults.firstIndex { $0.kind > fault.kind } ?? faults.endIndex)
  }

  /// The true time of the next wake-up, if nothing else happens before; each call draws new random numbers.
  ///
  /// `deadline` is in session time; a periodic host ignores it.
  package mutating func next(for deadline: Duration?, _ clock: VirtualClock) -> Duration? {
    guard let wanted = isPeriodic ? nextPeriod : deadline else { return nil }
    let plain = max(clock.instant(ofBoot: origin + wanted), floor)
    // The clock never returns to a fault that is over.
    if !faults.isEmpty { faults.removeAll { fault in fault.until.map { $0 <= clock.now } ?? false } }
    if faults.isEmpty, policy.jitter == nil { return plain }
    var instant = plain
    let active = active(at: plain)
    let lead = active.reduce(Duration.zero) { $0 + $1.lead }
    if lead < .zero {
      instant -= lead
    } else if lead > .zero, anticipated != wanted, plain - lead > clock.now {
      anticipated = wanted
      instant -= lead
    }
    let jitter = active.first { $0.jitter != nil }?.jitter ?? policy.jitter
    if let jitter { instant += jitter.draw(&random) }
    for fault in self.active(at: instant) {
      if let interval = fault.interval { instant = multiple(of: interval, after: instant, until: fault.until, clock) }
    }
    return instant
  }

  /// The next multiple of an interval in session time, but no later than the end of the fault.
  private func multiple(
    of interval: Duration, after instant: Duration, until end: Duration?, _ clock: VirtualClock
  ) -> Duration {
    var later = clock
    later.advance(to: instant)
    let step = interval.inNanoseconds
    let count = ((later.reading.boot - origin).inNanoseconds + step - 1) / step
    let next = later.instant(ofBoot: origin + .nanoseconds(count * step))
    return end.map { min(next, max($0, instant)) } ?? next
  }

  /// The number of times that a wake-up due now reaches the session: 0, 1 or 2.
  package mutating func deliveries(at instant: Duration) -> Int {
    if faults.isEmpty { return 1 }
    for fault in active(at: instant) {
      guard let count = fault.deliveries(&random) else { continue }
      if count == 0, !isPeriodic { floor = instant + Self.retry }
      return count
    }
    return 1
  }

  /// The faults that are active at a true time.
  private func active(at instant: Duration) -> some Sequence<any WakeFault> {
    faults.lazy.filter { fault in fault.until.map { instant < $0 } ?? true }
  }

  /// Records that the host is awake, so that periodic wake-ups up to `session` are past.
  package mutating func passed(_ session: Duration) {
    guard case .every(let period) = policy.waking, nextPeriod <= session else { return }
    nextPeriod += period
    guard nextPeriod <= session else { return }
    nextPeriod += period * ((session - nextPeriod).inNanoseconds / period.inNanoseconds + 1)
  }
}
