package import WorkoutModel

/// The colours of intensities.
package enum ANSIColor {
  /// `text` in the colour of an intensity, by the 16 colours that every terminal has.
  package static func colored(_ text: String, _ intensity: Intensity, if isColored: Bool) -> String {
    isColored ? "\u{1B}[\(code(of: intensity))m\(text)\u{1B}[0m" : text
  }

  /// The SGR parameter for the colour of an intensity (ECMA-48, SGR 31 to 36).
  package static func code(of intensity: Intensity) -> Int {
    switch intensity {
    case .prepare: 35
    case .warmup: 33
    case .high: 31
    case .low: 32
    case .rest: 34
    case .cooldown: 36
    case .sit: 36
    }
  }
}
