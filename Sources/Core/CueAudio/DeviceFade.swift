import AudioMixing

/// The fade of all sound when a device opens or is released within a sound.
struct DeviceFade {
  /// The length of a fade-in: 10 ms avoid a click.
  static let inFrames = Bus.sampleRate / 100
  /// The length of a fade-out: 150 ms sound like an end, not like a fault.
  static let outFrames = Bus.sampleRate * 3 / 20

  private enum Direction {
    case `in`, out
  }

  private var direction = Direction.in
  /// The remaining frames of the fade; after a fade-out all is silent.
  private var left = 0

  mutating func fadeIn() { (direction, left) = (.in, Self.inFrames) }

  mutating func fadeOut() { (direction, left) = (.out, Self.outFrames) }

  @_lifetime(left: copy left) @_lifetime(right: copy right)
  mutating func apply(_ left: inout MutableSpan<Float>, _ right: inout MutableSpan<Float>) {
    if direction == .in, self.left == 0 { return }
    for frame in left.indices {
      let gain = gain(at: frame)
      left[frame] *= gain
      right[frame] *= gain
    }
    self.left = max(0, self.left - left.count)
  }

  private func gain(at frame: Int) -> Float {
    let rest = Float(max(0, left - frame))
    return switch direction {
    case .in: 1 - rest / Float(Self.inFrames)
    case .out: rest / Float(Self.outFrames)
    }
  }
}
