import WorkoutModel

/// The colours of the intensities, the same on pages, in pictures and on strips.
///
/// The better of black and white has a contrast of at least 7:1 on each, and each pair differs by at least ΔE 20 for
/// every common kind of colour vision; the tests of the pages compute both.
struct Palette {
  let ground: String
  let ink: String
  /// The effort as a share of the greatest, which is the height of a bar.
  let effort: Double

  init(_ intensity: Intensity) {
    (ground, ink, effort) =
      switch intensity {
      case .prepare: ("#7504e6", "#ffffff", 0.45)
      case .warmup: ("#fbc106", "#000000", 0.7)
      case .high: ("#b0121a", "#ffffff", 1)
      case .low: ("#3fae66", "#000000", 0.6)
      case .rest: ("#1b53ad", "#ffffff", 0.4)
      case .cooldown: ("#46e6ee", "#000000", 0.5)
      case .sit: ("#5a3c6d", "#ffffff", 0.7)
      }
  }
}
