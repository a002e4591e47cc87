import WorkoutModel

/// Decides when the host is woken next: for the engine's deadline or on its own beat, and how badly.
struct WakeUps: Sendable {
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

  init(_ habits: HostHabits, origin: Duration, seed: UInt64) {
    self.habits = habits
    self.origin = origin
    random = SplitMix64(seed: seed)
    if case .every(let period) = habits.waking { beat = period } else { beat = .zero }
  }

  /// Whether the host is woken whatever the engine has to do.
  var isPeriodic: Bool { if case .every = habits.waking { true } else { false } }

  /// Takes note of a deed; says whether it concerns wake-ups.
  mutating func take(_ deed: Deed) -> Bool { disturbances.take(deed) }

  /// When the host is woken next, in true time, if nothing happens before; chance is drawn anew at each call.
  mutating func next(for deadline: Duration?, _ clock: VirtualClock) -> Duration? {
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
  mutating func deliveries(at instant: Duration) -> Int {
    if disturbances.isNone { return 1 }
    if let chance = disturbances.dropChance(at: instant), random.happens(chance) {
      if !isPeriodic { floor = instant + Self.retry }
      return 0
    }
    if let chance = disturbances.duplicateChance(at: instant), random.happens(chance) { return 2 }
    return 1
  }

  /// Notes that the host is awake, so that beats up to `session` are over.
  mutating func passed(_ session: Duration) {
    guard case .every(let period) = habits.waking, beat <= session else { return }
    beat += period
    if beat <= session { beat += period * ((session - beat).inNanoseconds / period.inNanoseconds + 1) }
  }
}
