/// The frames between mixing and output, which the limiter examines before they are output.
struct LookAheadBuffer {
  var ring: FrameRing
  private var limiter: Limiter
  private let grid: Int

  /// The number of look-ahead frames of the limiter.
  var lookAhead: Int { limiter.lookAhead }

  /// A buffer for stretches of up to `stretch` frames, a whole number of quanta.
  init(time: RenderGrid, stretch: Int) {
    grid = time.grid
    limiter = Limiter(time: time)
    ring = FrameRing(frames: (limiter.lookAhead + grid - 1) / grid * grid + 2 * stretch)
  }

  /// Passes a stretch to the limiter; returns the number of frames whose gain it reduced.
  mutating func limit(_ range: Range<Int>, isSilent: Bool) -> Int {
    if limiter.isIdle && (isSilent || ring.peak(at: range.lowerBound, count: range.count) <= Limiter.ceiling) {
      return 0
    }
    // The limiter activates and deactivates at quanta, wherever stretches begin.
    return stride(from: range.lowerBound, to: range.upperBound, by: grid).reduce(0) { $0 + limitQuantum(at: $1) }
  }

  private mutating func limitQuantum(at frame: Int) -> Int {
    if limiter.isIdle {
      if ring.peak(at: frame, count: grid) <= Limiter.ceiling { return 0 }
      limiter.wake()
    }
    let start = ring.place(of: frame)
    var turnedDown = 0
    var target = ring.place(of: frame - limiter.lookAhead)
    for index in start..<start + grid {
      let gain = limiter.gain(seeing: max(ring.left[index].magnitude, ring.right[index].magnitude))
      ring.multiply(place: target, by: gain)
      if gain < 1 { turnedDown += 1 }
      target = target + 1 == ring.left.count ? 0 : target + 1
    }
    limiter.restIfQuiet()
    return turnedDown
  }
}
