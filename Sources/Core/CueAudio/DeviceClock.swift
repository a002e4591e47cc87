import AudioMixing
import WorkoutModel

/// Estimates the relation of a device's frames to session time from noisy readings of "this frame is heard now".
///
/// It is a delay-locked loop with a variable step (F. Adriaensen, "Using a DLL to filter time", 2005): a second-order
/// filter that follows the device's rate and smooths the jitter of single readings. Its bandwidth narrows as the
/// estimate improves. An outlier is ignored; when several agree that time was lost, or the device reports it, a new
/// epoch begins. It is a pure value: readings in, a line out.
public struct DeviceClock: Sendable {
  /// The maximum deviation, in seconds, of a reading that counts towards the lock.
  static let agreement = 0.002
  /// The number of such readings in a row, each with more frames heard, that make the lock.
  static let agreementsToLock = 8
  /// The deviation, in seconds, above which a locked clock ignores a reading; `outliersToRelock` such readings in a row
  /// end the lock.
  static let outlier = 0.003
  static let outliersToRelock = 3
  /// The deviation, in seconds, above which a reading of an unlocked clock replaces the beginning: devices often report
  /// wrong values in their first moments.
  static let jump = 0.004

  /// The number of beginnings so far: 0 before the first reading.
  public private(set) var epoch = 0
  /// Whether single readings agree with the line.
  public var isLocked: Bool { agreements >= Self.agreementsToLock }

  // The line: since the epoch began, `frames` were heard in `seconds`, and one takes `secondsPerFrame`.
  private var origin = FrameClock()
  private var frames = 0
  private var seconds = 0.0
  private var secondsPerFrame = Self.trueRate
  private var agreements = 0
  private var outliers = 0
  private var hasReading = false

  private static let trueRate = 1 / Double(Bus.sampleRate)

  /// A clock without readings.
  public init() {}

  /// A clock without drift: `frame` is heard at `instant`.
  public init(trusting frame: Int, heardAt instant: Duration) {
    begin(frame, instant)
    agreements = Self.agreementsToLock
  }

  /// Adds a reading: `frame` is heard at `instant`.
  ///
  /// A reading without a new frame is ignored.
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

  /// Discards the relation of frames to time, because the device reports a discontinuity; the rate is kept.
  public mutating func invalidate() { hasReading = false }

  /// The same clock with other origins: the former frame 0 is `frames`, and the former instant 0 is `time`.
  public func moved(frames: Int, by time: Duration) -> DeviceClock {
    var clock = self
    clock.origin = FrameClock(frame: origin.frame + frames, instant: origin.instant + time)
    return clock
  }

  /// The current map; `nil` before the first reading.
  public var line: FrameClock? {
    guard hasReading else { return nil }
    let periodErrorPPB = (secondsPerFrame / Self.trueRate - 1) * 1e9
    return FrameClock(
      frame: origin.frame + frames, instant: origin.instant + .nanoseconds(Int((seconds * 1e9).rounded())),
      periodErrorPPB: Int(periodErrorPPB.rounded()))
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
    let limit = Double(FrameClock.periodErrorLimitPPB) / 1e9
    let rate = (secondsPerFrame + weight * weight * error / Double(step)) / Self.trueRate - 1
    secondsPerFrame = (1 + min(max(rate, -limit), limit)) * Self.trueRate
  }

  /// The bandwidth in hertz: wide at first, to catch the phase; narrow when the rate is known.
  private var bandwidth: Double { seconds < 3 ? 1 : seconds < 30 ? 0.1 : 0.016 }

  private static func seconds(in duration: Duration) -> Double { Double(duration.inNanoseconds) / 1e9 }
}
