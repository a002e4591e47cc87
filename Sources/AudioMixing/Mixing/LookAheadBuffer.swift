/// The frames between mixing and output: the limiter sees them before anybody hears them.
///
/// A ring whose length is a whole number of quanta; a stretch that is mixed at once never lies across its end.
struct LookAheadBuffer {
  private var left: [Float]
  private var right: [Float]
  private var limiter: Limiter
  private let grid: Int

  /// How many frames the limiter must see beyond one that is finished.
  var lookAhead: Int { limiter.lookAhead }

  /// A buffer for stretches of up to `stretch` frames, a whole number of quanta.
  init(time: BusTime, stretch: Int) {
    grid = time.grid
    limiter = Limiter(time: time)
    let frames = (limiter.lookAhead + grid - 1) / grid * grid + 2 * stretch
    left = Array(repeating: 0, count: frames)
    right = Array(repeating: 0, count: frames)
  }

  /// How many frames there are from a frame to the end of the ring.
  func room(at frame: Int) -> Int { left.count - frame % left.count }

  /// Makes `count` frames from a frame on silent.
  mutating func clear(at frame: Int, count: Int) {
    Kernel.clear(&left, from: frame % left.count, count: count)
    Kernel.clear(&right, from: frame % left.count, count: count)
  }

  /// Puts a part of a stem, `part` of its frames, to the frames that begin at a frame; added to what is there, or in
  /// its place.
  mutating func put(_ stem: borrowing Stem, _ part: Range<Int>, at frame: Int, _ ramp: Ramp, adding: Bool) {
    let start = frame % left.count
    if adding {
      Kernel.add(stem.left.span, from: part.lowerBound, to: &left, from: start, count: part.count, ramp)
      Kernel.add(stem.right.span, from: part.lowerBound, to: &right, from: start, count: part.count, ramp)
    } else {
      Kernel.write(stem.left.span, from: part.lowerBound, to: &left, from: start, count: part.count, ramp)
      Kernel.write(stem.right.span, from: part.lowerBound, to: &right, from: start, count: part.count, ramp)
    }
  }

  /// Multiplies `count` frames from a frame on by a gain.
  mutating func multiply(at frame: Int, count: Int, _ ramp: Ramp) {
    let start = frame % left.count
    Kernel.multiply(&left, from: start, count: count, ramp)
    Kernel.multiply(&right, from: start, count: count, ramp)
  }

  /// Lets the limiter see a stretch; returns how many frames it turned down.
  mutating func limit(_ range: Range<Int>, isSilent: Bool) -> Int {
    if limiter.isIdle && (isSilent || peak(at: range.lowerBound, count: range.count) <= Limiter.ceiling) { return 0 }
    // It wakes and rests at quanta, wherever stretches begin.
    return stride(from: range.lowerBound, to: range.upperBound, by: grid).reduce(0) { $0 + limitQuantum(at: $1) }
  }

  private func peak(at frame: Int, count: Int) -> Float {
    let start = frame % left.count
    return max(
      Kernel.peak(left.span, from: start, count: count), Kernel.peak(right.span, from: start, count: count))
  }

  private mutating func limitQuantum(at frame: Int) -> Int {
    if limiter.isIdle {
      if peak(at: frame, count: grid) <= Limiter.ceiling { return 0 }
      limiter.wake()
    }
    let start = frame % left.count
    var turnedDown = 0
    var target = (frame - limiter.lookAhead) % left.count
    if target < 0 { target += left.count }
    for index in start..<start + grid {
      let gain = limiter.gain(seeing: max(left[index].magnitude, right[index].magnitude))
      left[target] *= gain
      right[target] *= gain
      if gain < 1 { turnedDown += 1 }
      target = target + 1 == left.count ? 0 : target + 1
    }
    limiter.restIfQuiet()
    return turnedDown
  }

  /// Copies finished frames out, from a frame on.
  func copy(
    from frame: Int, count: Int, left leftTarget: inout MutableSpan<Float>, right rightTarget: inout MutableSpan<Float>,
    at start: Int
  ) {
    var done = 0
    while done < count {
      let index = (frame + done) % left.count
      let part = min(count - done, left.count - index)
      Kernel.copy(left.span, from: index, to: &leftTarget, from: start + done, count: part)
      Kernel.copy(right.span, from: index, to: &rightTarget, from: start + done, count: part)
      done += part
    }
  }
}
