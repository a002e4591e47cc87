package import WorkoutModel

/// The colours of intensities.
package enum ANSIColor {
  /// `text` in the colour of an intensity, by the 16 colours that every terminal has.
  package static func colored(_ text: String, _ intensity: Intensity, if isColored: Bool) -> String {
    isColored ? "\u{1B}[\(code(of: intensity))m\(text)\u{1B}[0m" : text
  }

  /// The SGR parameter for the colour of an intensity: 31 to 36 of ECMA-48, and for the seventh a bright blue, which
  /// every theme has, too, and which `rest` is beside in few workouts.
  package static func code(of intensity: Intensity) -> Int {
    switch intensity {
    case .prepare: 35
    case .warmup: 33
    case .high: 31
    case .low: 32
    case .rest: 34
    case .cooldown: 36
    case .sit: 94
    }
  }
}
