import WorkoutModel

/// Tells how hard a step is that its file says nothing about.
enum IntensityRules {
  /// From this part of the functional threshold power on, in thousandths of a per cent, a step is hard; below the
  /// other one it is rest.
  private static let (hard, easy) = (76_000, 50_000)
  /// The zones of power that are as hard: the third begins at 76 % (Allen and Coggan, "Training and Racing with a Power
  /// Meter", 2006).
  private static let (hardZone, easyZone) = (3000, 2000)

  /// The step's own intensity; else that of its target, then of the words of its name.
  static func intensity(of step: ExchangeStep, name: String) -> Intensity {
    if let intensity = step.intensity { return intensity }
    for part in step.target?.parts ?? [] {
      switch part.measure {
      case .percentOfFTP: return part.middle >= hard ? .high : part.middle >= easy ? .low : .rest
      case .powerZone: return part.middle >= hardZone ? .high : part.middle >= easyZone ? .low : .rest
      default: break
      }
    }
    let words = name.lowercased().split { !$0.isLetter }
    return stems.first { _, stems in words.contains { word in stems.contains(where: word.hasPrefix) } }?.intensity
      ?? .high
  }

  /// Whether reading a step without its intensity finds the same.
  static func isFound(_ step: ExchangeStep) -> Bool { found(step) == (step.intensity ?? .high) }

  /// The intensity that reading a step without its own finds.
  static func found(_ step: ExchangeStep) -> Intensity {
    var bare = step
    bare.intensity = nil
    return intensity(of: bare, name: step.name ?? "")
  }

  /// How words begin that tell how hard something is, in English, German, French, Spanish, Italian, Portuguese and
  /// Dutch; the first line that fits decides.
  private static let stems: [(intensity: Intensity, stems: [String])] = [
    (.prepare, ["prepar", "ready", "vorbereit", "bereit", "prépar", "gereed", "klaarmaken"]),
    (
      .warmup,
      ["warmup", "warm", "aufwärm", "einfahr", "einlauf", "échauff", "echauff", "calent", "riscald", "aquec", "opwarm"]
    ),
    (
      .cooldown,
      [
        "cooldown", "cool", "abkühl", "auslauf", "ausfahr", "calme", "enfri", "defatic", "raffredd", "desaquec",
        "arrefec", "afkoel", "uitrijd", "cooling",
      ]
    ),
    (
      .rest,
      [
        "rest", "pause", "break", "recover", "easy", "relax", "ruhe", "erhol", "repos", "récup", "recup", "descans",
        "recuper", "pausa", "riposo", "ripos", "rust", "herstel", "pauz",
      ]
    ),
  ]
}
