import WorkoutModel

/// Decides when a host is woken next: for a deadline or on its own beat, and how badly.
///
/// Use it beside a `VirtualClock`: ask `next` for the true time of the next wake-up, move the clock there, and act as
/// often as `deliveries` says. `take` brings the faults: late with a distribution, coalesced, lost, doubled, early. The
/// same seed and the same calls give the same wake-ups.
///
/// ```swift
/// var clock = VirtualClock()
/// var wakeUps = WakeUps(HostHabits(waking: .every(.milliseconds(500))), origin: clock.reading.boot, seed: 1)
/// _ = wakeUps.take(.coalesce(to: .seconds(4), until: nil))
/// while let instant = wakeUps.next(for: nil, clock), instant < .seconds(60) {
///   clock.advance(to: instant)
///   for _ in 0..<wakeUps.deliveries(at: clock.now) { tick(clock.reading) }
///   wakeUps.passed(clock.reading.boot)
/// }
/// ```
public struct WakeUps: Sendable {
  /// After a wake-up that was lost, a host that waits for deadlines tries again so much later.
  static let retry = Duration.milliseconds(500)

  private let habits: HostHabits
  /// What the boot clock shows at session time 0.
  private let origin: Duration
  private var random: SplitMix64
  private(set) var disturbances = Disturbances()
  /// The next beat of a host that is woken every so often, in session time.
  private var beat: Duration
  /// Wake-ups before this true time have been lost.
  private var floor = Duration.zero
  /// The deadline for which the host has been woken too early already.
  private var anticipated: Duration?

  /// The wake-ups of a host with these habits, whose boot clock shows `origin` at session time 0.
  public init(_ habits: HostHabits, origin: Duration, seed: UInt64) {
    self.habits = habits
    self.origin = origin
    random = SplitMix64(seed: seed)
    if case .every(let period) = habits.waking { beat = period } else { beat = .zero }
  }

  /// Whether the host is woken whatever there is to do.
  public var isPeriodic: Bool { if case .every = habits.waking { true } else { false } }

  /// Takes note of a fault; says whether it concerns wake-ups.
  public mutating func take(_ deed: Deed) -> Bool { disturbances.take(deed) }

  /// When the host is woken next, in true time, if nothing happens before; chance is drawn anew at each call.
  ///
  /// `deadline` is in session time; a host with a beat of its own doesn't ask for it.
  public mutating func next(for deadline: Duration?, _ clock: VirtualClock) -> Duration? {
    guard let wanted = isPeriodic ? beat : deadline else { return nil }
    let plain = max(clock.instant(ofBoot: origin + wanted), floor)
    let jitter = habits.jitter ?? disturbances.jitter(at: plain)
    if disturbances.isNone, jitter == nil { return plain }
    var instant = plain
    let lead = disturbances.lead(at: plain)
    if lead < .zero {
      instant -= lead
    } else if lead > .zero, anticipated != wanted, plain - lead > clock.now {
      anticipated = wanted
      instant -= lead
    }
    if let jitter = disturbances.jitter(at: plain) ?? jitter { instant += jitter.draw(&random) }
    if let fault = disturbances.coalescing(at: instant) { instant = multiple(fault, instant, clock) }
    return instant
  }

  /// The next multiple in session time, but no later than the end of the fault.
  private func multiple(_ fault: Lasting<Duration>, _ instant: Duration, _ clock: VirtualClock) -> Duration {
    var later = clock
    later.advance(to: instant)
    let step = fault.value.inNanoseconds
    let count = ((later.reading.boot - origin).inNanoseconds + step - 1) / step
    let next = later.instant(ofBoot: origin + .nanoseconds(count * step))
    return fault.until.map { min(next, max($0, instant)) } ?? next
  }

  /// How often a wake-up that is due now reaches the session: not at all, once or twice.
  public mutating func deliveries(at instant: Duration) -> Int {
    if disturbances.isNone { return 1 }
    if let chance = disturbances.dropChance(at: instant), random.happens(chance) {
      if !isPeriodic { floor = instant + Self.retry }
      return 0
    }
    if let chance = disturbances.duplicateChance(at: instant), random.happens(chance) { return 2 }
    return 1
  }

  /// Notes that the host is awake, so that beats up to `session` are over.
  public mutating func passed(_ session: Duration) {
    guard case .every(let period) = habits.waking, beat <= session else { return }
    beat += period
    if beat <= session { beat += period * ((session - beat).inNanoseconds / period.inNanoseconds + 1) }
  }
}
