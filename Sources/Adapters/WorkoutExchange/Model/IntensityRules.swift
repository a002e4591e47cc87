import WorkoutModel

/// Derives the intensity of a step whose file doesn't state it.
enum IntensityRules {
  /// Power, pace or heart rate in thousandths of a per cent of the threshold, or of the maximum: from `hard` on a step
  /// is high, below `easy` it is rest.
  private static let (hard, easy) = (76_000, 50_000)
  /// The equivalent zones: zone 3 begins at 76 % (Allen and Coggan, "Training and Racing with a Power Meter",
  /// 2006).
  private static let (hardZone, easyZone) = (3000, 2000)

  /// The step's own intensity; otherwise that of its target; otherwise that of the words in its name.
  static func intensity(of step: ExchangeStep, name: String) -> Intensity {
    if let intensity = step.intensity { return intensity }
    for part in step.target?.parts ?? [] {
      switch part.measure {
      case .percentOfFTP, .percentOfThresholdPace, .percentOfMaximumHeartRate, .percentOfThresholdHeartRate:
        return part.middle >= hard ? .high : part.middle >= easy ? .low : .rest
      case .powerZone, .paceZone, .heartRateZone:
        return part.middle >= hardZone ? .high : part.middle >= easyZone ? .low : .rest
      // Without the person's threshold these tell no intensity.
      case .watts, .beatsPerMinute, .secondsPerKilometre, .secondsPerMile, .secondsPer100Metres,
        .secondsPer500Metres, .revolutionsPerMinute:
        break
      }
    }
    let words = name.lowercased().split { !$0.isLetter }
    return stems.first { _, stems in words.contains { word in stems.contains(where: word.hasPrefix) } }?.intensity
      ?? .high
  }

  /// Whether a reader derives the step's intensity; a format that keeps no names leaves the target.
  static func isFound(_ step: ExchangeStep, keepsNames: Bool = true) -> Bool {
    found(step, keepsNames: keepsNames) == (step.intensity ?? .high)
  }

  static func found(_ step: ExchangeStep, keepsNames: Bool = true) -> Intensity {
    var bare = step
    bare.intensity = nil
    return intensity(of: bare, name: keepsNames ? step.name ?? "" : "")
  }

  /// Word stems that indicate an intensity, in English, German, French, Spanish, Italian, Portuguese and Dutch; the
  /// first matching line decides.
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
