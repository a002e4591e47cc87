import AudioMixing
import CueAudio

/// Determines the pace of a FIFO: that of its reader, or otherwise that of the clock.
///
/// A reader that plays makes the writer wait, because the pipe is full; the reader sets the pace then, and a second
/// clock would only drift away from it. A reader that stores or forwards accepts all data and never makes the writer
/// wait, except when it is late; neither does an absent one. In that case a frame is due when the frames before it have
/// passed by the clock. All instants are session time, all counts frames.
///
/// A reader that has just come may be either, and while nothing has sounded yet little is lost if it is taken for a
/// player by mistake. Later a mistake would move cues: waits for the clock count against waits for the reader then, and
/// one that is found to play keeps its line, which follows it evenly.
package struct FifoPace: Equatable, Sendable {
  /// The total wait that proves that a reader plays.
  package static let provingWait = Duration.milliseconds(100)
  /// The part of a wait that counts: a reader that plays causes one after another, one that is late a long one.
  package static let longestCountedWait = Duration.milliseconds(20)
  /// The time from the coming of a reader in which only its waits count: less than the silence before a session.
  package static let learningTime = Duration.seconds(2)
  /// The maximum lead over real time of a reader that plays.
  package static let longestLead = Duration.milliseconds(500)
  /// A reader reads in portions, at times that vary by some milliseconds: their mean is the beginning of its pace.
  private static let beginning = 1.0
  /// An error larger than a portion: the reader has lost time, or takes the sound before its time.
  package static let largestError = Duration.milliseconds(150)
  /// The length of a stall above which the lost time is not caught up.
  package static let longestStall = Duration.milliseconds(200)

  /// The instants at which frames have passed, in seconds.
  private var line: PaceEstimator
  private var unreadAtAnchor: Int
  private var written = 0
  private var waited = Duration.zero
  private var learningEnd: Duration

  /// Begins with a reader that isn't known: the next frame is due at `instant`, after the `unread` ones in the pipe.
  package init(at instant: Duration, unread: Int = 0) {
    self.init(at: instant, unread: unread, drift: 0, learningEnd: instant + Self.learningTime)
  }

  private init(at instant: Duration, unread: Int, drift: Double, learningEnd: Duration) {
    line = PaceEstimator(place: 0, time: instant / .seconds(1), drift: drift, beginning: Self.beginning)
    unreadAtAnchor = unread
    self.learningEnd = learningEnd
  }

  /// Begins to learn what a reader does that has come at `instant`.
  package mutating func learn(from instant: Duration) { learningEnd = instant + Self.learningTime }

  package var isReaders: Bool { waited >= Self.provingWait }

  /// Records that the reader made the writer wait for `length`, until `now`, when the pipe held `unread` frames.
  ///
  /// - Returns: Whether the measurement restarts: the reader is known at once to play, or it has lost time.
  package mutating func wait(of length: Duration, until now: Duration, unread: Int) -> Bool {
    let (wasReaders, isLearning) = (isReaders, now < learningEnd)
    waited = min(waited + min(length, Self.longestCountedWait), Self.provingWait)
    // A reader that only stores was slow for a moment: the clock continues to set the pace.
    guard isReaders else { return false }
    let error = now - end(unread: unread)
    if wasReaders, error < .zero - Self.largestError {
      stores(from: end(unread: unread), unread: unread, at: now)
      return false
    }
    if wasReaders || !isLearning, error <= Self.largestError {
      line.observe(passed(unread), now / .seconds(1))
      return false
    }
    restart(at: now, unread: unread)
    return true
  }

  /// Returns to the clock's pace: a reader that is far ahead of its time doesn't play.
  private mutating func stores(from instant: Duration, unread: Int, at now: Duration) {
    self = FifoPace(at: instant, unread: unread, drift: 0, learningEnd: now)
  }

  private mutating func restart(at now: Duration, unread: Int) {
    let waited = waited
    self = FifoPace(at: now, unread: unread, drift: line.drift, learningEnd: learningEnd)
    self.waited = waited
  }

  /// Records that `frames` were written, or dropped because no reader read them.
  package mutating func pass(_ frames: Int) { written += frames }

  /// The instant, at the current pace, at which all written frames except the `unread` ones in the pipe have passed.
  package func end(unread: Int) -> Duration {
    .nanoseconds(Int64((line.time(at: passed(unread)) * 1e9).rounded()))
  }

  /// The length of the frames that have passed, in seconds.
  private func passed(_ unread: Int) -> Double {
    Double(written - (unread - unreadAtAnchor)) / Double(Bus.sampleRate)
  }

  /// Skips the time of a stall of the writer instead of catching up; returns whether there was one.
  package mutating func forgive(unread: Int, at now: Duration) -> Bool {
    let delay = now - end(unread: unread)
    guard delay > Self.longestStall else { return false }
    restart(at: now, unread: unread)
    return true
  }

  /// Decides, once for each block, until which instant the writer must wait before it writes more, while the pipe holds
  /// `unread` frames; `nil` if the reader sets the pace.
  package mutating func due(unread: Int, at now: Duration) -> Duration? {
    let end = end(unread: unread)
    guard isReaders else {
      // A reader that only the clock slows down doesn't play.
      if now >= learningEnd { waited = max(waited - max(end - now, .zero), .zero) }
      return max(end, now)
    }
    if end - now <= Self.longestLead { return nil }
    stores(from: end, unread: unread, at: now)
    return end
  }
}
