import AudioMixing
import CueAudio

/// Who sets the pace of a FIFO: its reader where it has one, else the clock.
///
/// A reader that plays makes the writer wait, because the pipe is full; then time is the reader's, and a second clock
/// beside it would only drift away from it. A reader that stores or forwards swallows whatever it gets and never makes
/// the writer wait; neither does an absent one. Then a frame is due when the clock says that those before it have
/// passed. All instants are session time, all counts frames.
package struct FifoPace: Equatable, Sendable {
  /// A reader that plays has made the writer wait this long in all; one that stores does so only by accident.
  package static let provingWait = Duration.milliseconds(100)
  /// More than this beyond real time is not taken by a reader that plays.
  package static let longestLead = Duration.milliseconds(500)
  /// A reader takes sound in portions, at times that vary by some milliseconds; its pace is the mean over this many
  /// portions, a minute or more, because crystals differ by little.
  private static let inertia = 4_096
  /// More than a portion: time was lost.
  package static let largestError = Duration.milliseconds(150)
  /// What was lost in a stall longer than this is not caught up with.
  package static let longestStall = Duration.milliseconds(200)

  private var anchor: Duration
  private var unreadAtAnchor: Int
  private var written = 0
  private var waited = Duration.zero

  /// Begins without a known reader: the next frame is due at `instant`, after the `unread` ones in the pipe.
  package init(at instant: Duration, unread: Int = 0) {
    anchor = instant
    unreadAtAnchor = unread
  }

  /// Whether the reader has shown that it sets the pace.
  package var isReaders: Bool { waited >= Self.provingWait }

  /// Notes that the reader made the writer wait for `length`, until `now`, when the pipe held `unread` frames; says
  /// whether a new reckoning begins, because the reader has lost time.
  package mutating func wait(of length: Duration, until now: Duration, unread: Int) -> Bool {
    waited = min(waited + length, Self.provingWait)
    // One that only stores was slow for a moment: the clock continues to set the pace.
    guard isReaders else { return false }
    let error = now - end(unread: unread)
    if error <= Self.largestError, error >= .zero - Self.largestError {
      anchor += error / Self.inertia
      return false
    }
    self = FifoPace(at: now, unread: unread)
    waited = Self.provingWait
    return true
  }

  /// Notes that `frames` were written, or dropped because no reader took them.
  package mutating func pass(_ frames: Int) { written += frames }

  /// When, at the pace that is known, all has passed that was written and isn't among the `unread` frames in the pipe.
  package func end(unread: Int) -> Duration {
    anchor + FrameClock.duration(of: written - (unread - unreadAtAnchor))
  }

  /// Gives up catching up with a stall of the writer, if there was one; says so.
  package mutating func forgive(unread: Int, at now: Duration) -> Bool {
    let delay = now - end(unread: unread)
    guard delay > Self.longestStall else { return false }
    anchor += delay
    return true
  }

  /// Until when the writer has to wait before it writes more, while the pipe holds `unread` frames; `nil` if the
  /// reader sets the pace.
  package mutating func due(unread: Int, at now: Duration) -> Duration? {
    let end = end(unread: unread)
    guard isReaders else { return max(end, now) }
    if end - now <= Self.longestLead { return nil }
    // It played and now stores: another program reads.
    waited = .zero
    return end
  }
}
