/// The frames between mixing and output: the limiter sees them before anybody hears them.
///
/// A ring whose length is a whole number of quanta, so that a quantum never lies across its end.
struct LookAheadBuffer {
  private var left: [Float]
  private var right: [Float]
  private var limiter: Limiter
  private let grid: Int

  /// How many frames the limiter must see beyond one that is finished.
  var lookAhead: Int { limiter.lookAhead }

  init(time: BusTime) {
    grid = time.grid
    limiter = Limiter(time: time)
    let frames = ((limiter.lookAhead + grid - 1) / grid + 2) * grid
    left = Array(repeating: 0, count: frames)
    right = Array(repeating: 0, count: frames)
  }

  /// Makes room for the quantum that begins at a frame, silent.
  mutating func begin(at frame: Int) {
    let start = frame % left.count
    Kernel.clear(&left, from: start, count: grid)
    Kernel.clear(&right, from: start, count: grid)
  }

  /// Adds a stem to the quantum that begins at a frame.
  mutating func add(_ stem: borrowing Stem, at frame: Int, _ ramp: Ramp) {
    let start = frame % left.count
    Kernel.add(stem.left.span, from: 0, to: &left, from: start, count: grid, ramp)
    Kernel.add(stem.right.span, from: 0, to: &right, from: start, count: grid, ramp)
  }

  /// Multiplies a part of a quantum, `count` frames from a frame on, by a gain.
  mutating func multiply(at frame: Int, count: Int, _ ramp: Ramp) {
    let start = frame % left.count
    Kernel.multiply(&left, from: start, count: count, ramp)
    Kernel.multiply(&right, from: start, count: count, ramp)
  }

  /// Lets the limiter see the quantum that begins at a frame; returns how many frames it turned down.
  mutating func limit(at frame: Int, isSilent: Bool) -> Int {
    if limiter.isIdle && isSilent { return 0 }
    let start = frame % left.count
    if limiter.isIdle {
      let peak = max(
        Kernel.peak(left.span, from: start, count: grid), Kernel.peak(right.span, from: start, count: grid))
      if peak <= Limiter.ceiling { return 0 }
      limiter.wake()
    }
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
