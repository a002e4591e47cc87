import AudioMixing
import CueAudio

/// Determines the pace of a FIFO: that of its reader, or otherwise that of the clock.
///
/// A reader that plays makes the writer wait, because the pipe is full; the reader sets the pace then, and a second
/// clock would only drift away from it. A reader that stores or forwards accepts all data and never makes the writer
/// wait; neither does an absent one. In that case a frame is due when the frames before it have passed by the clock.
/// All instants are session time, all counts frames.
package struct FifoPace: Equatable, Sendable {
  /// The total wait that proves that a reader plays; one that stores causes waits only by accident.
  package static let provingWait = Duration.milliseconds(100)
  /// The maximum lead over real time of a reader that plays.
  package static let longestLead = Duration.milliseconds(500)
  /// A reader reads in portions, at times that vary by some milliseconds; its pace is the mean over this number of
  /// portions, a minute or more, because crystals differ by little.
  private static let inertia = 4_096
  /// An error larger than a portion, which means that time was lost.
  package static let largestError = Duration.milliseconds(150)
  /// The length of a stall above which the lost time is not caught up.
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

  package var isReaders: Bool { waited >= Self.provingWait }

  /// Records that the reader made the writer wait for `length`, until `now`, when the pipe held `unread` frames.
  ///
  /// - Returns: Whether the reader has lost time, so that the measurement restarts.
  package mutating func wait(of length: Duration, until now: Duration, unread: Int) -> Bool {
    waited = min(waited + length, Self.provingWait)
    // A reader that only stores was slow for a moment: the clock continues to set the pace.
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

  /// Records that `frames` were written, or dropped because no reader read them.
  package mutating func pass(_ frames: Int) { written += frames }

  /// The instant, at the current pace, at which all written frames except the `unread` ones in the pipe have passed.
  package func end(unread: Int) -> Duration {
    anchor + FrameClock.duration(of: written - (unread - unreadAtAnchor))
  }

  /// Skips the time of a stall of the writer instead of catching up; returns whether there was one.
  package mutating func forgive(unread: Int, at now: Duration) -> Bool {
    let delay = now - end(unread: unread)
    guard delay > Self.longestStall else { return false }
    anchor += delay
    return true
  }

  /// The instant until which the writer must wait before it writes more, while the pipe holds `unread` frames; `nil` if
  /// the reader sets the pace.
  package mutating func due(unread: Int, at now: Duration) -> Duration? {
    let end = end(unread: unread)
    guard isReaders else { return max(end, now) }
    if end - now <= Self.longestLead { return nil }
    // The reader played before and stores now: it is another program.
    waited = .zero
    return end
  }
}
