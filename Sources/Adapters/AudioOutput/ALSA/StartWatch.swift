import AudioMixing

/// Judges the first moments of a stream, in which what a device says of itself may be wrong.
///
/// A sound server may begin to fetch as late as 2 s after the start. PulseAudio's client doesn't know: it continues to
/// count, says within 0.1 s that everything has been heard, and when the server does fetch it says so for as long
/// again, until its count is true. What gives it away is that nothing can be heard before it was fetched, nor sooner
/// after the first fetch than the time that has passed since. A pure value: readings in, judgements out.
package struct StartWatch {
  private let begin: Duration
  /// How many frames the device had fetched when it was first seen to fetch, and when that was.
  private var first: (frames: Int, instant: Duration)?
  /// Whether what the device says is as good as it will be.
  package private(set) var isSettled = false

  /// The excess, 50 ms, that a device may report over what is possible: PipeWire's plugin begins to count a block
  /// before it fetches, and a busy machine sees a fetch late.
  private static let slack = Bus.sampleRate / 20
  /// Some devices are counted as having fetched a few frames when they are full: less than 1 ms is none.
  private static let leastFetch = Bus.sampleRate / 1_000
  /// After its first request a device has as long as that request took, and this much longer, until its reports are
  /// correct; some never are.
  private static let longestSettling = Duration.milliseconds(500)

  /// What the device had asked for before it was started, or before it was full.
  private let base: Int

  /// A stream that was started at `begin`, of which `fetched` frames were asked for by then.
  package init(begin: Duration = .zero, fetched: Int = 0) {
    self.begin = begin
    base = fetched
  }

  /// Whether the device has been seen to fetch.
  package var hasFetched: Bool { first != nil }

  /// Takes a reading: of `taken` frames since the start the device has fetched `fetched`, and says that `delay` aren't
  /// heard yet.
  package mutating func observe(taken: Int, fetched: Int, delay: Int, at now: Duration) {
    if first == nil, fetched > base + Self.leastFetch { first = (fetched, now) }
    guard let first, !isSettled else { return }
    let limit = first.instant + (first.instant - begin) + Self.longestSettling
    isSettled = taken - delay <= heard(at: now) || now >= limit
  }

  /// How many of `taken` frames can't have been heard: the `delay` that the device reports, unless it reports sound as
  /// heard that can't have been.
  package func credible(delay: Int, taken: Int, at now: Duration) -> Int {
    isSettled ? delay : max(delay, taken - heard(at: now))
  }

  /// The most that can have been heard.
  private func heard(at now: Duration) -> Int {
    guard let first else { return 0 }
    return first.frames + Self.slack + Int((now - first.instant) / .seconds(1) * Double(Bus.sampleRate))
  }
}
