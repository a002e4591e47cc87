import AudioMixing
import WorkoutModel

/// Estimates the relation of a device's frames to session time from noisy readings of "this frame is heard now".
///
/// `PaceEstimator` smooths the readings. An outlier is ignored; when several agree that time was lost, or the device
/// reports it, a new epoch begins at the pace known so far. It is a pure value: readings in, a line out.
package struct DeviceClock: Sendable {
  /// The maximum deviation, in seconds, of a reading that counts towards the lock.
  static let agreement = 0.002
  /// The number of such readings in a row, each with more frames heard, that make the lock.
  static let agreementsToLock = 8
  /// The deviation, in seconds, above which a locked clock ignores a reading, beside that of a crystal whose pace isn't
  /// known yet; `outliersToRelock` such readings in a row end the lock.
  static let outlier = 0.003
  static let outliersToRelock = 3
  /// The deviation, in seconds, above which a reading of an unlocked clock replaces the beginning: devices often report
  /// wrong values in their first moments.
  static let jump = 0.004

  /// The number of beginnings so far: 0 before the first reading.
  package private(set) var epoch = 0
  /// Whether single readings agree with the line.
  package var isLocked: Bool { agreements >= Self.agreementsToLock }

  private var origin = FrameClock()
  /// The line from the origin, in seconds.
  private var pace = PaceEstimator(place: 0, time: 0)
  private var agreements = 0
  private var outliers = 0
  private var hasReading = false

  private static let mostDrift = Double(FrameClock.periodErrorLimitPPB) / 1e9

  /// A clock without readings.
  package init() {}

  /// A clock without drift: `frame` is heard at `instant`.
  package init(trusting frame: Int, heardAt instant: Duration) {
    begin(frame, instant)
    agreements = Self.agreementsToLock
  }

  /// Adds a reading: `frame` is heard at `instant`.
  ///
  /// A reading without a new frame is ignored.
  package mutating func observe(_ frame: Int, heardAt instant: Duration) {
    guard hasReading else { return begin(frame, instant) }
    let place = Double(frame - origin.frame) / Double(Bus.sampleRate)
    guard place > pace.place else { return }
    let time = Self.seconds(in: instant - origin.instant)
    let error = (time - pace.time(at: place)).magnitude
    if error > (isLocked ? Self.outlier + (pace.isJudged ? 0 : Self.mostDrift * pace.age) : Self.jump) {
      outliers += 1
      if !isLocked || outliers >= Self.outliersToRelock { begin(frame, instant) }
      return
    }
    outliers = 0
    agreements = error < Self.agreement || isLocked ? min(agreements + 1, Self.agreementsToLock) : 0
    // The first reading only serves for comparison: the count may have stood still for a moment.
    if pace.place == 0, !isLocked {
      pace = PaceEstimator(place: place, time: time, drift: pace.drift, limit: Self.mostDrift)
    } else {
      pace.observe(place, time)
    }
  }

  /// Discards the relation of frames to time, because the device reports a discontinuity; the rate is kept.
  package mutating func invalidate() { hasReading = false }

  /// The same clock with other origins: the former frame 0 is `frames`, and the former instant 0 is `time`.
  package func moved(frames: Int, by time: Duration) -> DeviceClock {
    var clock = self
    clock.origin = FrameClock(frame: origin.frame + frames, instant: origin.instant + time)
    return clock
  }

  /// The current map; `nil` before the first reading.
  package var line: FrameClock? {
    guard hasReading else { return nil }
    // The line may begin with any frame.
    let frames = Int((pace.place * Double(Bus.sampleRate)).rounded())
    let time = pace.time(at: Double(frames) / Double(Bus.sampleRate))
    return FrameClock(
      frame: origin.frame + frames, instant: origin.instant + .nanoseconds(Int64((time * 1e9).rounded())),
      periodErrorPPB: Int((pace.drift * 1e9).rounded()))
  }

  private mutating func begin(_ frame: Int, _ instant: Duration) {
    origin = FrameClock(frame: frame, instant: instant)
    pace = PaceEstimator(place: 0, time: 0, drift: pace.drift, limit: Self.mostDrift)
    (agreements, outliers) = (0, 0)
    hasReading = true
    epoch += 1
  }

  private static func seconds(in duration: Duration) -> Double { Double(duration.inNanoseconds) / 1e9 }
}
