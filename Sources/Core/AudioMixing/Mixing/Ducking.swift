import Glibc

/// How far layers step back for speech, by schedule: what will be said is known, so nothing is detected.
///
/// Around each interval the level goes down along half a cosine in decibels, 150 ms long, and is at its depth when the
/// interval begins; it stays 250 ms longer and comes back in 600 ms. Where less than a second lies between two
/// intervals it stays down (no pumping in "three, two, one"). Where several overlap, the deepest is heard. The gain is
/// computed on the grid and is a straight line between.
struct Ducking {
  /// The most intervals that are held at once.
  static let capacity = 64

  private struct Interval {
    let id: VoiceID
    let depth: Double
    let from: Int
    let to: Int
    let attack: Range<Int>
    var releaseStart: Int
    var isCancelled = false

    /// Decibels by which it lowers the layers at a frame.
    func attenuation(at frame: Int, release: Int) -> Double {
      let level = held(at: min(frame, releaseStart))
      if frame <= releaseStart { return level }
      let x = Double(frame - releaseStart) / Double(release)
      return x >= 1 ? 0 : level * (0.5 + 0.5 * cos(.pi * x))
    }

    private func held(at frame: Int) -> Double {
      if frame <= attack.lowerBound { return 0 }
      if frame >= attack.upperBound { return depth }
      return depth * (0.5 - 0.5 * cos(.pi * Double(frame - attack.lowerBound) / Double(attack.count)))
    }
  }

  private let time: RenderGrid
  private let lead, lateAttack, hold, merge, release: Int
  private var intervals: [Interval] = []

  init(time: RenderGrid) {
    self.time = time
    lead = time.frames(milliseconds: 150)
    lateAttack = time.frames(milliseconds: 20)
    hold = time.frames(milliseconds: 250)
    merge = time.frames(milliseconds: 1000)
    release = time.frames(milliseconds: 600)
    intervals.reserveCapacity(Self.capacity)
  }

  /// Adds an interval as seen at frame `now`, a multiple of the grid; `false` if there are too many.
  ///
  /// One whose lead has begun already goes down in 20 ms instead.
  mutating func add(_ id: VoiceID, depth: Double, _ frames: Range<Int>, now: Int) -> Bool {
    guard intervals.count < Self.capacity else { return false }
    let bottom = frames.lowerBound - (frames.lowerBound % time.grid + time.grid) % time.grid
    let isLate = bottom - lead < now
    let start = isLate ? max(now, bottom - lateAttack) : bottom - lead
    intervals.append(
      Interval(
        id: id, depth: depth, from: frames.lowerBound, to: frames.upperBound,
        attack: start..<start + (isLate ? lateAttack : lead), releaseStart: .max))
    settle(now: now)
    return true
  }

  /// Releases the interval `id` from `frame` on; other intervals may still hold the layers down.
  mutating func cancel(_ id: VoiceID, at frame: Int, now: Int) {
    for index in intervals.indices where intervals[index].id == id && !intervals[index].isCancelled {
      intervals[index].releaseStart = min(intervals[index].releaseStart, max(frame, now))
      intervals[index].isCancelled = true
    }
    settle(now: now)
  }

  /// Finds where each release that has not begun will begin.
  private mutating func settle(now: Int) {
    for index in intervals.indices {
      let interval = intervals[index]
      if interval.isCancelled || interval.releaseStart < now { continue }
      var start = interval.to + hold
      for other in intervals
      where !other.isCancelled && other.from > interval.from && other.from - interval.to < merge {
        start = max(start, other.from)
      }
      // A neighbour that was cancelled may have been all that held it down.
      intervals[index].releaseStart = max(start, now)
    }
  }

  /// The gain at a frame of the grid, exactly 1 where nothing ducks.
  func gain(at frame: Int) -> Float {
    var deepest = 0.0
    for interval in intervals { deepest = max(deepest, interval.attenuation(at: frame, release: release)) }
    return deepest == 0 ? 1 : Float(exp(deepest * -0.115_129_254_649_702_28))  // ln(10) / 20
  }

  /// The straight line that begins at a frame of the grid with the gain `start`: where it ends, at `end` at the latest,
  /// and the gain there.
  func line(from frame: Int, at start: Float, until end: Int) -> (end: Int, gain: Float) {
    if intervals.isEmpty { return (end, 1) }
    var next = frame + time.grid
    let reached = gain(at: next)
    // A constant level is one line, for as long as it lasts.
    if reached == start {
      while next < end && gain(at: next + time.grid) == start { next += time.grid }
    }
    return (next, reached)
  }

  /// Forgets the intervals whose release is over at `frame`.
  mutating func forget(before frame: Int) {
    guard intervals.contains(where: { $0.releaseStart < frame - release }) else { return }
    intervals.removeAll { $0.releaseStart < frame - release }
  }
}
