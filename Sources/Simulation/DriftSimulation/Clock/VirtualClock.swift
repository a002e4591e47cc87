import WorkoutModel

/// The three clocks of a host, moved by hand: nothing here sleeps, waits or asks the machine.
///
/// Use it to test whatever lives on time. Make one, hand its readings to the code under test where that would ask a
/// clock, and move it on. An hour costs nothing, and the same calls give the same readings to the nanosecond:
///
/// ```swift
/// var clock = VirtualClock(boot: .seconds(86_400), monotonic: .seconds(72_000))
/// clock.advance(by: .seconds(12))
/// clock.suspend(for: .seconds(90))          // the lid is closed: boot and wall advance, monotonic is stopped
/// clock.stepWall(by: .seconds(-300))        // the user sets the time
/// clock.setSkew(partsPerMillion: 500)       // from here on all three run fast
/// let reading = clock.reading
/// ```
///
/// `now` is true time: what a perfect watch beside the host would show since the clock was made. The law: between two
/// changes each clock is a straight line over true time; boot never runs slower than monotonic, neither ever goes back,
/// and the wall goes back only where it is stepped.
public struct VirtualClock: Equatable, Sendable {
  /// What the three clocks show at one moment.
  public struct Reading: Equatable, Sendable {
    /// Time since the host was started, the time asleep included: CLOCK_BOOTTIME on Linux.
    public var boot: Duration
    /// The same without the time asleep: CLOCK_MONOTONIC on Linux.
    public var monotonic: Duration
    /// Civil time since 1970-01-01T00:00:00Z: CLOCK_REALTIME on Linux.
    public var wall: Duration

    /// What three clocks show.
    public init(boot: Duration, monotonic: Duration, wall: Duration) {
      self.boot = boot
      self.monotonic = monotonic
      self.wall = wall
    }
  }

  /// True time since the clock was made.
  public private(set) var now = Duration.zero
  /// The stretches between changes, the present one last; there is always one.
  var stretches: [ClockStretch]

  /// Clocks that show these readings at true time 0, awake and exact. `monotonic` is `boot` where nothing is said.
  public init(boot: Duration = .zero, monotonic: Duration? = nil, wall: Duration = .zero) {
    stretches = [ClockStretch(from: .zero, Reading(boot: boot, monotonic: monotonic ?? boot, wall: wall))]
  }

  /// What the clocks show now.
  public var reading: Reading { present.reading(at: now) }

  /// What the boot clock shows now, for those who ask at every turn.
  var boot: Duration { present.boot(at: now) }

  /// Whether the host sleeps.
  public var isSuspended: Bool { present.isSuspended }

  /// By how much the clocks run fast, in millionths; negative where they run slow.
  public var skew: Int { present.skew }

  /// Lets true time pass.
  public mutating func advance(by length: Duration) { now += max(length, .zero) }

  /// Lets true time pass up to an instant; one that has passed changes nothing.
  public mutating func advance(to instant: Duration) { now = max(now, instant) }

  /// Suspends the host: from now on the monotonic clock is stopped.
  public mutating func suspend() { change { $0.isSuspended = true } }

  /// The host wakes up: the monotonic clock runs again.
  public mutating func wake() { change { $0.isSuspended = false } }

  /// The host sleeps for some true time, and is awake again.
  public mutating func suspend(for length: Duration) {
    suspend()
    advance(by: length)
    wake()
  }

  /// The user or a time server sets the wall clock.
  ///
  /// The law: the other clocks show the same to the nanosecond as if it had not happened.
  public mutating func stepWall(by step: Duration) {
    guard step != .zero else { return }
    var next = present
    next.start.wall += step
    (next.since, next.sinceInstant) = (reading.boot, now)
    stretches.append(next)
  }

  /// From now on all three clocks run fast by this many millionths, or slow where negative: above -1 000 000.
  public mutating func setSkew(partsPerMillion skew: Int) {
    precondition(skew > -ClockStretch.million, "skew must be above -1 000 000 ppm")
    change { $0.skew = skew }
  }

  /// The first true time, not before now, at which the boot clock shows `boot` or more, if nothing changes.
  public func instant(ofBoot boot: Duration) -> Duration { max(now, present.instant(ofBoot: boot)) }

  /// What the clocks showed at a moment of true time; for one to come, if nothing changes.
  public func reading(at instant: Duration) -> Reading {
    let stretch = stretches.last { $0.sinceInstant <= instant } ?? stretches[0]
    return stretch.reading(at: max(instant, stretch.from))
  }

  /// What the clocks showed when the boot clock first showed `boot`; for a moment to come, if nothing changes.
  public func reading(atBoot boot: Duration) -> Reading {
    let stretch = stretches.last { $0.since <= boot } ?? stretches[0]
    return stretch.reading(at: stretch.instant(ofBoot: boot))
  }

  private var present: ClockStretch { stretches[stretches.count - 1] }

  /// Begins a new stretch now.
  private mutating func change(_ change: (inout ClockStretch) -> Void) {
    var next = present
    next.start = reading
    next.from = now
    (next.since, next.sinceInstant) = (next.start.boot, now)
    change(&next)
    guard next.skew != present.skew || next.isSuspended != present.isSuspended else { return }
    stretches.append(next)
  }
}

/// A stretch of true time in which nothing happens to the clocks.
struct ClockStretch: Equatable, Sendable {
  static let million = 1_000_000

  var from: Duration
  var start: VirtualClock.Reading
  /// From this reading of the boot clock and this true time on it holds; it may begin in the middle of its line.
  var since: Duration
  var sinceInstant: Duration
  var skew = 0
  var isSuspended = false

  init(from: Duration, _ start: VirtualClock.Reading) {
    self.from = from
    self.start = start
    since = start.boot
    sinceInstant = from
  }

  func reading(at instant: Duration) -> VirtualClock.Reading {
    let passed = shown(instant - from)
    return VirtualClock.Reading(
      boot: start.boot + passed, monotonic: isSuspended ? start.monotonic : start.monotonic + passed,
      wall: start.wall + passed)
  }

  func boot(at instant: Duration) -> Duration { start.boot + shown(instant - from) }

  /// What a clock of this skew shows after `length` of true time, cut to the nanosecond.
  private func shown(_ length: Duration) -> Duration {
    skew == 0 ? length : length + .nanoseconds((length * skew / Self.million).inNanoseconds)
  }

  func instant(ofBoot boot: Duration) -> Duration {
    let wanted = boot - start.boot
    guard skew != 0 else { return from + wanted }
    // The quotient is cut to a nanosecond and so may show too little by one or two.
    var instant = from + .nanoseconds((wanted * Self.million / (Self.million + skew)).inNanoseconds)
    while shown(instant - from) < wanted { instant += .nanoseconds(1) }
    return instant
  }
}

extension VirtualClock {
  /// Whether another clock has shown the same at every moment.
  func runs(like other: VirtualClock) -> Bool { stretches == other.stretches }

  /// What the clocks showed when they were made.
  public var origin: Reading { stretches[0].start }
}
