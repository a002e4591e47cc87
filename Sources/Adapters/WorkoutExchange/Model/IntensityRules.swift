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

  /// Word stems that indicate an intensity, in all languages; the first matching line decides.
  private static let stems: [(intensity: Intensity, stems: [String])] = {
    let languages = Language.allCases.map(WordStems.init)
    return [
      (.prepare, languages.flatMap(\.prepare)), (.warmup, languages.flatMap(\.warmup)),
      (.cooldown, languages.flatMap(\.cooldown)), (.rest, languages.flatMap(\.rest)),
    ]
  }()
}

/// The word stems of a language that indicate an intensity.
private struct WordStems {
  let prepare, warmup, cooldown, rest: [String]

  init(_ language: Language) {
    (prepare, warmup, cooldown, rest) =
      switch language {
      case .english:
        (["prepar", "ready"], ["warm"], ["cool"], ["rest", "pause", "break", "recover", "easy", "relax"])
      case .german:
        (
          ["vorbereit", "bereit"], ["aufwärm", "einfahr", "einlauf"], ["abkühl", "auslauf", "ausfahr"],
          ["ruhe", "erhol"]
        )
      case .french: (["prépar"], ["échauff", "echauff"], ["calme"], ["repos", "récup", "recup", "pause"])
      case .spanish: (["prepar"], ["calent"], ["enfri"], ["descans", "recuper", "pausa"])
      case .italian: (["prepar"], ["riscald"], ["defatic", "raffredd"], ["ripos", "recuper", "pausa"])
      case .portuguese: (["prepar"], ["aquec"], ["desaquec", "arrefec"], ["descans", "recuper", "pausa"])
      case .dutch: (["gereed", "klaarmaken"], ["opwarm"], ["afkoel", "uitrijd"], ["rust", "herstel", "pauz"])
      }
  }
}
