/// A stretch of one group of sounds before it joins the mix.
struct Stem {
  private(set) var left: [Float]
  private(set) var right: [Float]
  /// Whether nothing was written since the last `begin`; the samples then mean nothing.
  private(set) var isSilent = true
  private var count = 0

  /// Room for stretches of up to so many frames.
  init(frames: Int) {
    left = Array(repeating: 0, count: frames)
    right = Array(repeating: 0, count: frames)
  }

  /// Forgets the last stretch, for one of `count` frames.
  mutating func begin(_ count: Int) {
    self.count = count
    isSilent = true
  }

  /// Adds `count` frames of a sound, each times its gain, from frame `start` of the stretch on.
  mutating func add(
    left soundLeft: Span<Float>, right soundRight: Span<Float>, from first: Int, at start: Int, count: Int, _ ramp: Ramp
  ) {
    if isSilent && start == 0 && count == self.count {
      Kernel.write(soundLeft, from: first, to: &left, from: 0, count: count, ramp)
      Kernel.write(soundRight, from: first, to: &right, from: 0, count: count, ramp)
    } else {
      if isSilent { clear() }
      Kernel.add(soundLeft, from: first, to: &left, from: start, count: count, ramp)
      Kernel.add(soundRight, from: first, to: &right, from: start, count: count, ramp)
    }
    isSilent = false
  }

  private mutating func clear() {
    Kernel.clear(&left, from: 0, count: count)
    Kernel.clear(&right, from: 0, count: count)
  }
}
