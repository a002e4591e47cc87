import AudioMixing
import CueAudio

/// Determines the pace of a FIFO: that of its reader, or otherwise that of the clock.
///
/// A reader that plays makes the writer wait, because the pipe is full; the reader sets the pace then, and a second
/// clock would only drift away from it. A reader that stores or forwards accepts all data and never makes the writer
/// wait, except on a busy machine; neither does an absent one. In that case a frame is due when the frames before
/// it have passed by the clock. All instants are session time, all counts frames.
package struct FifoPace: Equatable, Sendable {
  /// By how much the waits for the reader exceed those for the clock once it is known to play.
  package static let provingWait = Duration.milliseconds(100)
  /// The part of a wait that counts: a reader that plays causes one wait after another, one that stores a long one.
  package static let longestCountedWait = Duration.milliseconds(20)
  /// The maximum lead over real time of a reader that plays.
  package static let longestLead = Duration.milliseconds(500)
  /// A reader reads in portions, at times that vary by some milliseconds: their mean is the beginning of its pace.
  private static let beginning = 1.0
  /// An error larger than a portion, which means that time was lost.
  package static let largestError = Duration.milliseconds(150)
  /// The length of a stall above which the lost time is not caught up.
  package static let longestStall = Duration.milliseconds(200)

  /// The instants at which frames have passed, in seconds.
  private var line: PaceEstimator
  private var unreadAtAnchor: Int
  private var written = 0
  private var waited = Duration.zero

  /// Begins without a known reader: the next frame is due at `instant`, after the `unread` ones in the pipe.
  package init(at instant: Duration, unread: Int = 0, drift: Double = 0) {
    line = PaceEstimator(place: 0, time: instant / .seconds(1), drift: drift, beginning: Self.beginning)
    unreadAtAnchor = unread
  }

  package var isReaders: Bool { waited >= Self.provingWait }

  /// Records that the reader made the writer wait for `length`, until `now`, when the pipe held `unread` frames.
  ///
  /// - Returns: Whether the measurement restarts: the reader is known now to play, or it has lost time.
  package mutating func wait(of length: Duration, until now: Duration, unread: Int) -> Bool {
    let wasReaders = isReaders
    waited = min(waited + min(length, Self.longestCountedWait), Self.provingWait)
    // A reader that only stores was slow for a moment: the clock continues to set the pace.
    guard isReaders else { return false }
    let error = now - end(unread: unread)
    if wasReaders, error <= Self.largestError, error >= .zero - Self.largestError {
      line.observe(passed(unread), now / .seconds(1))
      return false
    }
    self = FifoPace(at: now, unread: unread, drift: line.drift)
    waited = Self.provingWait
    return true
  }

  /// Records that `frames` were written, or dropped because no reader read them.
  package mutating func pass(_ frames: Int) { written += frames }

  /// The instant, at the current pace, at which all written frames except the `unread` ones in the pipe have passed.
  package func end(unread: Int) -> Duration {
    .nanoseconds(Int((line.time(at: passed(unread)) * 1e9).rounded()))
  }

  /// The length of the frames that have passed, in seconds.
  private func passed(_ unread: Int) -> Double {
    Double(written - (unread - unreadAtAnchor)) / Double(Bus.sampleRate)
  }

  /// Skips the time of a stall of the writer instead of catching up; returns whether there was one.
  package mutating func forgive(unread: Int, at now: Duration) -> Bool {
    let delay = now - end(unread: unread)
    guard delay > Self.longestStall else { return false }
    let waited = waited
    self = FifoPace(at: now, unread: unread, drift: line.drift)
    self.waited = waited
    return true
  }

  /// The instant until which the writer must wait before it writes more, while the pipe holds `unread` frames; `nil` if
  /// the reader sets the pace.
  package mutating func due(unread: Int, at now: Duration) -> Duration? {
    let end = end(unread: unread)
    guard isReaders else {
      // A reader that the clock has to slow down doesn't play.
      waited = max(waited - max(end - now, .zero), .zero)
      return max(end, now)
    }
    if end - now <= Self.longestLead { return nil }
    // The reader played before and stores now: it is another program, and the clock's pace is exact.
    self = FifoPace(at: end, unread: unread)
    return end
  }
}
