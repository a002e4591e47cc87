/// A ring of stereo frames that have been mixed but not yet output.
///
/// Frames are numbered as in the mix. The length is a whole number of quanta, and a stretch that is written at once
/// never wraps around the end.
struct FrameRing {
  private(set) var left: [Float]
  private(set) var right: [Float]

  init(frames: Int) {
    left = Array(repeating: 0, count: frames)
    right = Array(repeating: 0, count: frames)
  }

  func place(of frame: Int) -> Int { frame < 0 ? frame % left.count + left.count : frame % left.count }

  func space(at frame: Int) -> Int { left.count - place(of: frame) }

  mutating func clear(at frame: Int, count: Int) {
    Kernel.clear(&left, from: place(of: frame), count: count)
    Kernel.clear(&right, from: place(of: frame), count: count)
  }

  /// Writes the frames `part` of a stem to the frames from `frame` on, adding to or replacing the present content.
  mutating func put(_ stem: borrowing BusBuffer, _ part: Range<Int>, at frame: Int, _ ramp: Ramp, adding: Bool) {
    let start = place(of: frame)
    if adding {
      Kernel.add(stem.left.span, from: part.lowerBound, to: &left, from: start, count: part.count, ramp)
      Kernel.add(stem.right.span, from: part.lowerBound, to: &right, from: start, count: part.count, ramp)
    } else if ramp.isUnity {
      Kernel.copy(stem.left.span, from: part.lowerBound, to: &left, from: start, count: part.count)
      Kernel.copy(stem.right.span, from: part.lowerBound, to: &right, from: start, count: part.count)
    } else {
      Kernel.write(stem.left.span, from: part.lowerBound, to: &left, from: start, count: part.count, ramp)
      Kernel.write(stem.right.span, from: part.lowerBound, to: &right, from: start, count: part.count, ramp)
    }
  }

  mutating func put(_ stem: borrowing BusBuffer, over range: Range<Int>, _ ducking: Ducking, adding: Bool) {
    var frame = range.lowerBound
    var gain = ducking.gain(at: frame)
    while frame < range.upperBound {
      let line = ducking.line(from: frame, at: gain, until: range.upperBound)
      let ramp = Ramp(base: gain, slope: (line.gain - gain) / Float(line.end - frame))
      put(stem, frame - range.lowerBound..<line.end - range.lowerBound, at: frame, ramp, adding: adding)
      (frame, gain) = (line.end, line.gain)
    }
  }

  /// Adds a stretch of another ring of the same length.
  mutating func add(_ other: borrowing FrameRing, _ range: Range<Int>) {
    let (start, unity) = (place(of: range.lowerBound), Ramp(base: 1))
    Kernel.add(other.left.span, from: start, to: &left, from: start, count: range.count, unity)
    Kernel.add(other.right.span, from: start, to: &right, from: start, count: range.count, unity)
  }

  mutating func multiply(at frame: Int, count: Int, _ ramp: Ramp) {
    Kernel.multiply(&left, from: place(of: frame), count: count, ramp)
    Kernel.multiply(&right, from: place(of: frame), count: count, ramp)
  }

  /// Multiplies a frame, which stays within full scale: the least gains are rounded.
  mutating func multiply(place: Int, by gain: Float) {
    left[place] = min(max(left[place] * gain, -1), 1)
    right[place] = min(max(right[place] * gain, -1), 1)
  }

  func peak(at frame: Int, count: Int) -> Float {
    let start = place(of: frame)
    return max(
      Kernel.peak(left.span, from: start, count: count), Kernel.peak(right.span, from: start, count: count))
  }

  /// Copies frames out, from a frame on.
  @_lifetime(leftTarget: copy leftTarget) @_lifetime(rightTarget: copy rightTarget)
  func copy(
    from frame: Int, count: Int, left leftTarget: inout MutableSpan<Float>, right rightTarget: inout MutableSpan<Float>,
    at start: Int
  ) {
    var done = 0
    while done < count {
      let index = place(of: frame + done)
      let part = min(count - done, left.count - index)
      Kernel.copy(left.span, from: index, to: &leftTarget, from: start + done, count: part)
      Kernel.copy(right.span, from: index, to: &rightTarget, from: start + done, count: part)
      done += part
    }
  }
}
