extension PackedClip {
  /// Takes mono material up again as it was packed, sample by sample.
  ///
  /// It is `nil` where that can't be: a step that is no positive number, or an audible part that isn't within the
  /// frames. The law: a mono clip made from its own `monoSamples`, `step`, `onset` and `audibleEnd` is the same clip.
  public init?(mono samples: [Int16], step: Float, onset: Int, audibleEnd: Int) {
    guard step > 0, step.isFinite, onset >= 0, onset <= audibleEnd, audibleEnd <= samples.count else { return nil }
    (left, right) = (samples, samples)
    (self.step, self.onset, self.audibleEnd) = (step, onset, audibleEnd)
  }

  /// The samples of mono material, each worth so many times `step`; `nil` for what has two sides.
  public var monoSamples: [Int16]? { left == right ? left : nil }
}
