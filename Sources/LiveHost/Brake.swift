import CueAudio

/// Holds up a session whose device takes sound faster than time passes, as ALSA's `null` does: it would spin.
package struct Brake {
  /// Until when to wait, if the device has run ahead; it stays until that is noted to have come.
  package private(set) var release: Duration?
  private var start: (frame: Int, instant: Duration)?

  /// More than any device holds, and than its crystal gains in a stretch.
  private static let longestLead = Duration.seconds(1)
  /// After so long it looks anew, for even a good crystal gains a second in an hour.
  private static let stretch = Duration.seconds(10)

  /// One that has noted nothing.
  package init() {}

  /// Takes note that so many frames have been written at `instant`.
  package mutating func note(_ frame: Int, at instant: Duration) {
    if let release, instant < release { return }
    release = nil
    guard let begin = start, instant - begin.instant < Self.stretch else {
      start = (frame, instant)
      return
    }
    let surplus = FrameClock.duration(of: frame - begin.frame) - (instant - begin.instant)
    if surplus > Self.longestLead { release = instant + surplus }
  }
}
