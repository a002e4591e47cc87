import WorkoutModel

/// The three clocks of a host, advanced by hand: it never sleeps, waits or reads a real clock.
///
/// Use it to test code that depends on time. Make one, pass its readings to the code under test in place of a clock's,
/// and advance it. An hour costs nothing, and the same calls give the same readings to the nanosecond:
/// ```swift
/// var clock = VirtualClock(boot: .seconds(86_400), monotonic: .seconds(72_000))
/// clock.advance(by: .seconds(12))
/// clock.suspend(for: .seconds(90))          // the lid is closed: boot and wall advance, monotonic is stopped
/// clock.stepWall(by: .seconds(-300))        // the user sets the time
/// clock.setSkew(partsPerMillion: 500)       // from here on all three run fast
/// let reading = clock.reading
/// ```
///
/// `now` is true time: the reading of a perfect watch that was started when the clock was made. The law: between two
/// changes each clock is linear in true time; boot never runs slower than monotonic, neither goes back, and the wall
/// clock goes back only when it is stepped.
public struct VirtualClock: Equatable, Sendable {
  /// A reading of the three clocks at one moment.
  public struct Reading: Equatable, Sendable {
    /// Time since the host was started, including time asleep: CLOCK_BOOTTIME on Linux.
    public var boot: Duration
    /// Time since the host was started, without time asleep: CLOCK_MONOTONIC on Linux.
    public var monotonic: Duration
    /// Civil time since 1970-01-01T00:00:00Z: CLOCK_REALTIME on Linux.
    public var wall: Duration

    /// Creates a reading of the three clocks.
    public init(boot: Duration, monotonic: Duration, wall: Duration) {
      self.boot = boot
      self.monotonic = monotonic
      self.wall = wall
    }
  }

  /// True time since the clock was made.
  public private(set) var now = Duration.zero
  /// The stretches between changes, the current one last; never empty.
  var stretches: [ClockStretch]

  /// Creates clocks with these readings at true time 0, awake and exact. `monotonic` is `boot` by default.
  ///
  /// True time ends after a hundred years.
  public init(boot: Duration = .zero, monotonic: Duration? = nil, wall: Duration = .zero) {
    let reading = Reading(
      boot: boot.withinCentury, monotonic: (monotonic ?? boot).withinCentury, wall: Self.civil(wall))
    stretches = [ClockStretch(from: .zero, reading)]
  }

  /// The nearest civil time within ten thousand years, so that no sum overflows.
  private static func civil(_ time: Duration) -> Duration {
    let limit = Duration.seconds(Int64(10_000) * 365 * 86_400)
    return min(max(time, .zero - limit), limit)
  }

  /// The current reading of the clocks.
  public var reading: Reading { present.reading(at: now) }

  /// The current reading of the boot clock alone, for frequent callers.
  var boot: Duration { present.boot(at: now) }

  /// Whether the host sleeps.
  package var isSuspended: Bool { present.isSuspended }

  /// Advances true time by a length.
  public mutating func advance(by length: Duration) { advance(to: now + max(length, .zero).withinCentury) }

  /// Advances true time to an instant; an instant in the past changes nothing.
  public mutating func advance(to instant: Duration) { now = max(now, instant.withinCentury) }

  /// Suspends the host: the monotonic clock stops.
  public mutating func suspend() { change { $0.isSuspended = true } }

  /// Wakes the host: the monotonic clock runs again.
  public mutating func wake() { change { $0.isSuspended = false } }

  /// Suspends the host for a length of true time, and wakes it.
  public mutating func suspend(for length: Duration) {
    suspend()
    advance(by: length)
    wake()
  }

  /// Steps the wall clock, as a user or a time server does.
  ///
  /// The law: the readings of the other clocks don't change by a nanosecond.
  public mutating func stepWall(by step: Duration) {
    guard step != .zero else { return }
    var next = present
    next.start.wall = Self.civil(next.start.wall + step.withinCentury)
    (next.since, next.sinceInstant) = (reading.boot, now)
    stretches.append(next)
  }

  /// Makes all three clocks run fast by this many millionths, or slow if negative: at most twice as fast, and never
  /// backwards.
  public mutating func setSkew(partsPerMillion skew: Int) {
    change { $0.skew = min(max(skew, 1 - ClockStretch.million), ClockStretch.million) }
  }

  /// The first true time, not before now, at which the boot clock shows `boot` or more, if nothing changes.
  package func instant(ofBoot boot: Duration) -> Duration { max(now, present.instant(ofBoot: boot.withinCentury)) }

  /// The reading of the clocks at a true time; for a future one, if nothing changes.
  public func reading(at instant: Duration) -> Reading {
    let instant = instant.withinCentury
    let stretch = stretches.last { $0.sinceInstant <= instant } ?? stretches[0]
    return stretch.reading(at: max(instant, stretch.from))
  }

  /// The reading of the clocks when the boot clock first showed `boot`; for a future moment, if nothing changes.
  package func reading(atBoot boot: Duration) -> Reading {
    let boot = boot.withinCentury
    let stretch = stretches.last { $0.since <= boot } ?? stretches[0]
    return stretch.reading(at: stretch.instant(ofBoot: boot))
  }

  private var present: ClockStretch { stretches[stretches.count - 1] }

  /// Begins a new stretch at the current time.
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

/// A stretch of true time without changes to the clocks.
struct ClockStretch: Equatable, Sendable {
  static let million = 1_000_000

  var from: Duration
  var start: VirtualClock.Reading
  /// The reading of the boot clock and the true time from which the stretch applies; they may lie past the start of its
  /// line.
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

  /// The advance of a clock of this skew over `length` of true time, truncated to the nanosecond.
  private func shown(_ length: Duration) -> Duration {
    skew == 0 ? length : length + .nanoseconds((length * skew / Self.million).inNanoseconds)
  }

  func instant(ofBoot boot: Duration) -> Duration {
    let wanted = boot - start.boot
    guard skew != 0 else { return from + wanted }
    // The quotient is truncated to a nanosecond, so the reading may be too low by one or two.
    var instant = from + .nanoseconds((wanted * Self.million / (Self.million + skew)).inNanoseconds)
    for _ in 0..<2 where shown(instant - from) < wanted { instant += .nanoseconds(1) }
    return instant
  }
}

extension VirtualClock {
  /// Whether another clock has had the same reading at every moment.
  func runs(like other: VirtualClock) -> Bool { stretches == other.stretches }

  /// The reading at which the clocks were made.
  package var origin: Reading { stretches[0].start }
}
