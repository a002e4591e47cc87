/// A stretch of one bus before it joins the mix.
struct BusBuffer {
  private(set) var left: [Float]
  private(set) var right: [Float]
  /// Whether nothing was written since the last `begin`; the samples are undefined then.
  private(set) var isSilent = true
  private var count = 0
  // The unpacked part of a packed clip, or what a layer's source had.
  private var unpackedLeft: [Float]
  private var unpackedRight: [Float]

  init(frames: Int) {
    left = Array(repeating: 0, count: frames)
    right = Array(repeating: 0, count: frames)
    unpackedLeft = left
    unpackedRight = right
  }

  /// Discards the last stretch and begins one of `count` frames.
  mutating func begin(_ count: Int) {
    self.count = count
    isSilent = true
  }

  /// Adds `count` frames of a sound, each times its gain, from frame `start` of the stretch on.
  mutating func add(
    left soundLeft: Span<Float>, right soundRight: Span<Float>, from first: Int, at start: Int, count: Int, _ ramp: Ramp
  ) {
    if isFirst(at: start, count) {
      Kernel.write(soundLeft, from: first, to: &left, from: 0, count: count, ramp)
      Kernel.write(soundRight, from: first, to: &right, from: 0, count: count, ramp)
    } else {
      Kernel.add(soundLeft, from: first, to: &left, from: start, count: count, ramp)
      Kernel.add(soundRight, from: first, to: &right, from: start, count: count, ramp)
    }
  }

  /// Whether `count` frames at `start` are the whole stretch, and nothing has been written to it yet.
  func acceptsWhole(at start: Int, _ count: Int) -> Bool { isSilent && start == 0 && count == self.count }

  /// Fills the whole stretch from a source, each sample times a gain; returns the number of frames that the source had.
  mutating func write(_ source: any LayerSource, _ count: Int, times gain: Float) -> Int {
    isSilent = false
    let done = Self.read(source, count, times: gain, &left, &right)
    Kernel.clear(&left, from: done, count: count - done)
    Kernel.clear(&right, from: done, count: count - done)
    return done
  }

  /// Adds up to `count` frames of a source, each times its gain; returns the number of frames that the source had.
  mutating func add(_ source: any LayerSource, at start: Int, count: Int, _ ramp: Ramp) -> Int {
    let done = Self.read(source, count, &unpackedLeft, &unpackedRight)
    let (left, right) = (unpackedLeft, unpackedRight)
    add(left: left.span, right: right.span, from: 0, at: start, count: done, ramp)
    return done
  }

  // Two stored arrays can't be borrowed as spans at once, so they are passed as arguments.
  private static func read(
    _ source: any LayerSource, _ count: Int, times gain: Float? = nil, _ left: inout [Float], _ right: inout [Float]
  ) -> Int {
    var leftSpan = left.mutableSpan
    var rightSpan = right.mutableSpan
    let done =
      if let gain {
        source.read(count, times: gain, left: &leftSpan, right: &rightSpan)
      } else {
        source.read(count, left: &leftSpan, right: &rightSpan)
      }
    return min(count, max(0, done))
  }

  /// Adds `count` frames of a packed clip in the same way.
  mutating func add(_ clip: PackedClip, from first: Int, at start: Int, count: Int, _ ramp: Ramp) {
    Self.unpack(clip.left, clip.step, from: first, count: count, to: &unpackedLeft)
    Self.unpack(clip.right, clip.step, from: first, count: count, to: &unpackedRight)
    let (left, right) = (unpackedLeft, unpackedRight)
    add(left: left.span, right: right.span, from: 0, at: start, count: count, ramp)
  }

  private static func unpack(
    _ samples: [Int16], _ step: Float, from first: Int, count: Int, to target: inout [Float]
  ) {
    var span = target.mutableSpan
    Kernel.widen(samples.span, from: first, to: &span, from: 0, count: count, step: step)
  }

  /// Whether the next sound covers the whole stretch and is the first in it, so that it may overwrite the buffer;
  /// otherwise it is added to the earlier sound, or to silence.
  private mutating func isFirst(at start: Int, _ count: Int) -> Bool {
    defer { isSilent = false }
    guard isSilent else { return false }
    if start == 0 && count == self.count { return true }
    Kernel.clear(&left, from: 0, count: self.count)
    Kernel.clear(&right, from: 0, count: self.count)
    return false
  }
}
