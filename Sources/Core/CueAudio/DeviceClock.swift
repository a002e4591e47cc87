import AudioMixing
import WorkoutModel

/// Learns from noisy readings of "this frame is heard now" how a device's frames run against session time.
///
/// It is a delay-locked loop with a variable step (F. Adriaensen, "Using a DLL to filter time", 2005): a second-order
/// filter that follows the device's rate and evens out the jitter of single readings. Its bandwidth narrows as it comes
/// to know the device. A reading that is far off is passed over; when several agree that time was lost, or the device
/// says so, a new epoch begins. A pure value: readings in, a straight line out.
public struct DeviceClock: Sendable {
  /// Readings within this of what was expected count towards the lock.
  static let agreement = 0.002
  /// How many such readings in a row, each with more frames heard, make the lock.
  static let agreementsToLock = 8
  /// A reading of a locked clock that is off by more than this, in seconds, is ignored; `outliersToRelock` of them in a
  /// row end the lock.
  static let outlier = 0.003
  static let outliersToRelock = 3
  /// A reading of an unlocked clock that is further off than this is a better beginning than the last one: what devices
  /// report of their first moments is often wrong.
  static let jump = 0.004

  /// How often a new beginning was made: 0 before the first reading.
  public private(set) var epoch = 0
  /// Whether single readings agree with the line.
  public var isLocked: Bool { agreements >= Self.agreementsToLock }

  // The line: since the epoch began, `frames` were heard after `seconds`, and one takes `secondsPerFrame`.
  private var origin = FrameClock()
  private var frames = 0
  private var seconds = 0.0
  private var secondsPerFrame = Self.trueRate
  private var agreements = 0
  private var outliers = 0
  private var hasReading = false

  private static let trueRate = 1 / Double(Bus.sampleRate)

  /// A clock that has seen nothing.
  public init() {}

  /// A clock that is known to keep time: `frame` is heard at `instant`.
  public init(trusting frame: Int, heardAt instant: Duration) {
    begin(frame, instant)
    agreements = Self.agreementsToLock
  }

  /// Takes a reading: `frame` is heard at `instant`. What comes before the last reading is passed over.
  public mutating func observe(_ frame: Int, heardAt instant: Duration) {
    guard hasReading else { return begin(frame, instant) }
    let step = frame - origin.frame - frames
    guard step > 0 else { return }
    let expected = seconds + Double(step) * secondsPerFrame
    let error = Self.seconds(in: instant - origin.instant) - expected
    if error.magnitude > (isLocked ? Self.outlier : Self.jump) {
      outliers += 1
      if !isLocked || outliers >= Self.outliersToRelock { begin(frame, instant) }
      return
    }
    outliers = 0
    agreements = error.magnitude < Self.agreement ? min(agreements + 1, Self.agreementsToLock) : 0
    follow(error, step: step, expected: expected)
  }

  /// Forgets the relation of frames to time, because the device says that it was broken; the rate is kept.
  public mutating func invalidate() { hasReading = false }

  /// The same clock where frames and time are counted from elsewhere: what was frame 0 is `frames`, and what was
  /// instant 0 is `time`.
  public func moved(frames: Int, by time: Duration) -> DeviceClock {
    var clock = self
    clock.origin = FrameClock(frame: origin.frame + frames, instant: origin.instant + time)
    return clock
  }

  /// The map as it is known now; `nil` before the first reading.
  public var line: FrameClock? {
    guard hasReading else { return nil }
    let slowness = (secondsPerFrame / Self.trueRate - 1) * 1e9
    return FrameClock(
      frame: origin.frame + frames, instant: origin.instant + .nanoseconds(Int((seconds * 1e9).rounded())),
      slowness: Int(slowness.rounded()))
  }

  private mutating func begin(_ frame: Int, _ instant: Duration) {
    origin = FrameClock(frame: frame, instant: instant)
    (frames, seconds, agreements, outliers) = (0, 0, 0, 0)
    hasReading = true
    epoch += 1
  }

  private mutating func follow(_ error: Double, step: Int, expected: Double) {
    let weight = min(2 * Double.pi * bandwidth * Double(step) * secondsPerFrame, 0.5)
    frames += step
    seconds = expected + 2.0.squareRoot() * weight * error
    let limit = Double(FrameClock.slownessLimit) / 1e9
    let rate = (secondsPerFrame + weight * weight * error / Double(step)) / Self.trueRate - 1
    secondsPerFrame = (1 + min(max(rate, -limit), limit)) * Self.trueRate
  }

  /// In hertz: wide at first, to catch the phase; narrow when the rate is known.
  private var bandwidth: Double { seconds < 3 ? 1 : seconds < 30 ? 0.1 : 0.016 }

  private static func seconds(in duration: Duration) -> Double { Double(duration.inNanoseconds) / 1e9 }
}
