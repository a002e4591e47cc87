import AudioMixing

/// Judges the first moments of a stream, in which a device's reports may be wrong.
///
/// A sound server may begin to fetch as late as 2 s after the start. PulseAudio's client doesn't know this: it counts
/// from the start, and repeats what it has once reported until that is true. So a device is asked for its delay only
/// once it has fetched, and reports that can't be true are detected: no frame can be heard before it is fetched, nor
/// sooner after the first fetch than the time that has passed since. It is a pure value: readings in, judgements out.
package struct StartWatch {
  private let begin: Duration
  /// The number of frames fetched when the device was first seen to fetch, and the instant of that.
  private var first: (frames: Int, instant: Duration)?
  /// Whether the device's reports are as good as they will get.
  package private(set) var isSettled = false

  /// The tolerance of 50 ms for impossible reports: PipeWire's plugin begins to count a block before it fetches, and a
  /// busy machine sees a fetch late.
  private static let slack = Bus.sampleRate / 20
  /// The minimum number of frames of a fetch, 1 ms: some devices appear to have fetched a few frames when they are
  /// full.
  private static let leastFetch = Bus.sampleRate / 1_000
  /// The time limit until reports count as correct, in addition to the time of the first request after it; some never
  /// become correct.
  private static let longestSettling = Duration.milliseconds(500)

  /// The number of frames requested before the device was started, or before it was full.
  private let base: Int

  /// A watch for a stream that was started at `begin`, of which `fetched` frames were requested by then.
  package init(begin: Duration = .zero, fetched: Int = 0) {
    self.begin = begin
    base = fetched
  }

  /// Whether the device has been seen to fetch.
  package var hasFetched: Bool { first != nil }

  /// Adds a reading: the device has fetched `fetched` frames since the start.
  package mutating func observe(fetched: Int, at now: Duration) {
    if first == nil, fetched > base + Self.leastFetch { first = (fetched, now) }
  }

  /// Adds a reading: of `taken` frames since the start the device reports `delay` as not yet heard.
  package mutating func observe(delay: Int, of taken: Int, at now: Duration) {
    guard let first, !isSettled else { return }
    let limit = first.instant + (first.instant - begin) + Self.longestSettling
    isSettled = taken - delay <= heard(at: now) || now >= limit
  }

  /// The number of `taken` frames that have not been heard: the reported `delay`, unless the device reports sound as
  /// heard that can't have been.
  package func credible(delay: Int, taken: Int, at now: Duration) -> Int {
    isSettled ? delay : max(delay, taken - heard(at: now))
  }

  /// The maximum number of frames that can have been heard.
  private func heard(at now: Duration) -> Int {
    guard let first else { return 0 }
    return first.frames + Self.slack + Int((now - first.instant) / .seconds(1) * Double(Bus.sampleRate))
  }
}
