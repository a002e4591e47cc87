import CueAudio

/// Throttles a session whose device accepts sound faster than real time, as ALSA's `null` does: it would spin.
package struct PaceLimiter {
  /// The end of the wait if the device has run ahead; kept until a record at or after that instant.
  package private(set) var throttledUntil: Duration?
  private var start: (frame: Int, instant: Duration)?

  /// More than any device holds, and more than its crystal gains in an interval.
  private static let longestLead = Duration.seconds(1)
  /// The interval after which the measurement starts again, because even a good crystal gains a second in an hour.
  private static let stretch = Duration.seconds(10)

  /// A limiter without a record.
  package init() {}

  /// Records that `frame` frames have been written by `instant`.
  package mutating func record(_ frame: Int, at instant: Duration) {
    if let throttledUntil, instant < throttledUntil { return }
    throttledUntil = nil
    guard let begin = start, instant - begin.instant < Self.stretch else {
      start = (frame, instant)
      return
    }
    let surplus = FrameClock.duration(of: frame - begin.frame) - (instant - begin.instant)
    if surplus > Self.longestLead { throttledUntil = instant + surplus }
  }
}
