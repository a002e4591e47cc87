/// One quantum of one group of sounds before it joins the mix.
struct Stem {
  private(set) var left: [Float]
  private(set) var right: [Float]
  /// Whether nothing was written since the last `begin`.
  private(set) var isSilent = true

  init(frames: Int) {
    left = Array(repeating: 0, count: frames)
    right = Array(repeating: 0, count: frames)
  }

  /// Forgets the last quantum.
  mutating func begin() {
    if isSilent { return }
    Kernel.clear(&left, from: 0, count: left.count)
    Kernel.clear(&right, from: 0, count: right.count)
    isSilent = true
  }

  /// Adds `count` frames of a sound, each times its gain, from frame `start` of the quantum on.
  mutating func add(
    left soundLeft: Span<Float>, right soundRight: Span<Float>, from first: Int, at start: Int, count: Int, _ ramp: Ramp
  ) {
    Kernel.add(soundLeft, from: first, to: &left, from: start, count: count, ramp)
    Kernel.add(soundRight, from: first, to: &right, from: start, count: count, ramp)
    isSilent = false
  }
}
