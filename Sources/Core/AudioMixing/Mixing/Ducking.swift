/// The gain of layers during speech, by schedule: the intervals are known in advance, so nothing is detected.
///
/// Before each interval the level falls along half a cosine in decibels over 150 ms, and reaches its depth when the
/// interval begins; it holds for 250 ms after the end and returns in 600 ms. If two intervals are less than a second
/// apart the level stays down (no pumping in "three, two, one"). If intervals overlap, the deepest one counts. The gain
/// is computed on the grid and interpolated linearly.
struct Ducking {
  static let capacity = 64

  private struct Interval {
    let id: VoiceID
    let depth: Double
    let from: Int
    let to: Int
    let attack: Range<Int>
    var releaseStart: Int
    var isCancelled = false

    func attenuation(at frame: Int, release: Int) -> Double {
      let level = held(at: min(frame, releaseStart))
      if frame <= releaseStart { return level }
      let x = Double(frame - releaseStart) / Double(release)
      return x >= 1 ? 0 : level * (0.5 + 0.5 * Double.cos(.pi * x))
    }

    private func held(at frame: Int) -> Double {
      if frame <= attack.lowerBound { return 0 }
      if frame >= attack.upperBound { return depth }
      return depth * (0.5 - 0.5 * Double.cos(.pi * Double(frame - attack.lowerBound) / Double(attack.count)))
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

  /// Adds an interval as of frame `now`, a multiple of the grid; `false` if there are too many.
  ///
  /// If its lead has already begun, the level falls in 20 ms instead.
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

  /// Computes the start of each release that has not begun.
  private mutating func settle(now: Int) {
    for index in intervals.indices {
      let interval = intervals[index]
      if interval.isCancelled || interval.releaseStart < now { continue }
      var start = interval.to + hold
      for other in intervals
      where !other.isCancelled && other.from > interval.from && other.from - interval.to < merge {
        start = max(start, other.from)
      }
      // A cancelled neighbour may have been all that held the level down.
      intervals[index].releaseStart = max(start, now)
    }
  }

  /// The gain at a frame of the grid; exactly 1 if nothing ducks.
  func gain(at frame: Int) -> Float {
    var deepest = 0.0
    for interval in intervals { deepest = max(deepest, interval.attenuation(at: frame, release: release)) }
    return deepest == 0 ? 1 : Float(Double.exp(deepest * -0.115_129_254_649_702_28))  // ln(10) / 20
  }

  /// The linear segment that begins at a frame of the grid with the gain `start`: its end, at most `end`, and the gain
  /// there.
  func line(from frame: Int, at start: Float, until end: Int) -> (end: Int, gain: Float) {
    if intervals.isEmpty { return (end, 1) }
    var next = frame + time.grid
    let reached = gain(at: next)
    // A constant level is one segment, however long it lasts.
    if reached == start {
      while next < end && gain(at: next + time.grid) == start { next += time.grid }
    }
    return (next, reached)
  }

  /// Removes the intervals whose release is over at `frame`.
  mutating func forget(before frame: Int) {
    guard intervals.contains(where: { $0.releaseStart < frame - release }) else { return }
    intervals.removeAll { $0.releaseStart < frame - release }
  }
}
