/// Sound in half the memory of a `Clip`: 16 bits per sample, scaled to the clip's own peak, so that even a soft bed
/// uses the full range.
///
/// Mono material takes a quarter, because both sides share their storage. The rounding noise is 98 dB below the peak:
/// as low as in the output of a speech synthesiser, and inaudible in gongs and beds.
///
/// ```swift
/// let gong = PackedClip(Instrument.gong.clip())
/// group.play(gong, at: 48_000, id: 1)
/// ```
public struct PackedClip: Equatable, Sendable {
  let left: [Int16]
  let right: [Int16]
  /// The value of one step of the samples; full scale is 1.
  package let step: Float
  /// The first frame that a listener hears.
  package let onset: Int
  /// One past the last frame that a listener hears.
  package let audibleEnd: Int

  /// The number of frames.
  package var frames: Int { left.count }

  /// Packs a clip; a loop must already contain its crossfaded seam.
  public init(_ clip: Clip) {
    let isMono = clip.left == clip.right
    let peaks = [clip.left, clip.right].map { Kernel.peak($0.span, from: 0, count: clip.frames) }
    step = Self.step(peak: max(peaks[0], peaks[1]))
    onset = clip.onset
    audibleEnd = clip.audibleEnd
    var left = [Int16](repeating: 0, count: clip.frames)
    var right = left
    Kernel.narrow(clip.left.span, step: step, to: &left, at: 0)
    if isMono { right = left } else { Kernel.narrow(clip.right.span, step: step, to: &right, at: 0) }
    (self.left, self.right) = (left, right)
  }

  /// The value of one step if the loudest sample is `peak`.
  static func step(peak: Float) -> Float { peak > 0 ? peak / 32_767 : 1 }
}

extension PackedClip {
  /// Restores a mono clip from its packed samples.
  ///
  /// It is `nil` if the step isn't a positive number, or the audible part isn't within the frames. The law: a mono clip
  /// made from its own `monoSamples`, `step`, `onset` and `audibleEnd` is the same clip.
  package init?(mono samples: [Int16], step: Float, onset: Int, audibleEnd: Int) {
    guard step > 0, step.isFinite, onset >= 0, onset <= audibleEnd, audibleEnd <= samples.count else { return nil }
    (left, right) = (samples, samples)
    (self.step, self.onset, self.audibleEnd) = (step, onset, audibleEnd)
  }

  /// The samples of mono material in units of `step`; `nil` if the two sides differ.
  package var monoSamples: [Int16]? { left == right ? left : nil }
}

extension Clip {
  /// Unpacks a clip.
  package init(_ packed: PackedClip) {
    let sides = [packed.left, packed.right].map { side in side.map { Float($0) * packed.step } }
    self.init(left: sides[0], right: sides[1], onset: packed.onset, audibleEnd: packed.audibleEnd)
  }
}
