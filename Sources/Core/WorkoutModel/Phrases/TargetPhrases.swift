/// The words for targets in a language.
struct TargetWords: Equatable, Sendable {
  /// The word before the second of two values.
  let to: String
  /// The word before the first value of a ramp; may be empty.
  let from: String
  let percent: String
  let watts: BuiltInPhrases.Noun
  let zone: String
  let beats: BuiltInPhrases.Noun
  let revolutions: BuiltInPhrases.Noun
  /// The words after a percentage of the maximum heart rate, of the threshold heart rate, and of the threshold pace.
  let ofMaximumHeartRate: String
  let ofThresholdHeartRate: String
  let ofThresholdPace: String
  /// The words for a zone of heart rate or pace, where `{}` is replaced by the zone.
  let heartRateZone: String
  let paceZone: String
  /// The words after a pace: per kilometre, per mile, per 100 m and per 500 m.
  let perKilometre: String
  let perMile: String
  let per100Metres: String
  let per500Metres: String
}

extension BuiltInPhrases {
  /// A target in words: "88 to 94 per cent", "zone 4", "90 revolutions".
  ///
  /// Text that has no known parts is returned unchanged.
  public func target(_ target: Target) -> String {
    guard let parts = target.parts else { return target.description }
    return parts.map(said).joined(separator: ", ")
  }

  private func said(_ part: Target.Part) -> String {
    let words = targets
    let values = part.from == part.to ? [part.from] : [part.from, part.to]
    let numbers = values.map { part.measure.isPace ? time($0) : Target.Part.decimal($0) }
    let opening = part.isRamp && !words.from.isEmpty ? words.from + " " : ""
    let amount = opening + numbers.joined(separator: " \(words.to) ")
    let (whole, rest) = values[values.count - 1].quotientAndRemainder(dividingBy: 1000)
    func of(_ noun: Noun) -> String { "\(amount) \(isSingular(whole, hasFraction: rest > 0) ? noun.one : noun.many)" }
    switch part.measure {
    case .percentOfFTP: return "\(amount) \(words.percent)"
    case .percentOfMaximumHeartRate: return "\(amount) \(words.percent) \(words.ofMaximumHeartRate)"
    case .percentOfThresholdHeartRate: return "\(amount) \(words.percent) \(words.ofThresholdHeartRate)"
    case .percentOfThresholdPace: return "\(amount) \(words.percent) \(words.ofThresholdPace)"
    case .watts: return of(words.watts)
    case .beatsPerMinute: return of(words.beats)
    case .revolutionsPerMinute: return of(words.revolutions)
    case .powerZone: return "\(words.zone) \(amount)"
    case .heartRateZone: return words.heartRateZone.replacing("{}", with: "\(words.zone) \(amount)")
    case .paceZone: return words.paceZone.replacing("{}", with: "\(words.zone) \(amount)")
    case .secondsPerKilometre: return "\(amount) \(words.perKilometre)"
    case .secondsPerMile: return "\(amount) \(words.perMile)"
    case .secondsPer100Metres: return "\(amount) \(words.per100Metres)"
    case .secondsPer500Metres: return "\(amount) \(words.per500Metres)"
    }
  }

  private func time(_ thousandths: Int) -> String { duration(.milliseconds(thousandths)) }
}

extension TargetWords {
  private typealias Noun = BuiltInPhrases.Noun

  /// The words of a language.
  static func words(in language: Language) -> TargetWords {
    switch language {
    case .english: english
    case .german: german
    case .french: french
    case .spanish: spanish
    case .italian: italian
    case .portuguese: portuguese
    case .dutch: dutch
    }
  }

  private static let english = TargetWords(
    to: "to", from: "from", percent: "per cent", watts: Noun("watt", "watts"), zone: "zone",
    beats: Noun("beat per minute", "beats per minute"), revolutions: Noun("revolution", "revolutions"),
    ofMaximumHeartRate: "of maximum heart rate", ofThresholdHeartRate: "of threshold heart rate",
    ofThresholdPace: "of threshold pace", heartRateZone: "heart rate {}", paceZone: "pace {}",
    perKilometre: "per kilometre", perMile: "per mile", per100Metres: "per 100 metres",
    per500Metres: "per 500 metres")

  private static let german = TargetWords(
    to: "bis", from: "von", percent: "Prozent", watts: Noun("Watt", "Watt"), zone: "Zone",
    beats: Noun("Schlag pro Minute", "Schläge pro Minute"), revolutions: Noun("Umdrehung", "Umdrehungen"),
    ofMaximumHeartRate: "der maximalen Herzfrequenz", ofThresholdHeartRate: "der Schwellenherzfrequenz",
    ofThresholdPace: "des Schwellentempos", heartRateZone: "Herzfrequenz {}", paceZone: "Tempo {}",
    perKilometre: "pro Kilometer", perMile: "pro Meile", per100Metres: "pro 100 Meter",
    per500Metres: "pro 500 Meter")

  private static let french = TargetWords(
    to: "à", from: "de", percent: "pour cent", watts: Noun("watt", "watts"), zone: "zone",
    beats: Noun("battement par minute", "battements par minute"), revolutions: Noun("tour", "tours"),
    ofMaximumHeartRate: "de la fréquence cardiaque maximale",
    ofThresholdHeartRate: "de la fréquence cardiaque au seuil",
    ofThresholdPace: "de l'allure au seuil", heartRateZone: "{} de fréquence cardiaque", paceZone: "{} d'allure",
    perKilometre: "au kilomètre", perMile: "au mile", per100Metres: "aux 100 mètres",
    per500Metres: "aux 500 mètres")

  private static let spanish = TargetWords(
    to: "a", from: "de", percent: "por ciento", watts: Noun("vatio", "vatios"), zone: "zona",
    beats: Noun("pulsación por minuto", "pulsaciones por minuto"), revolutions: Noun("revolución", "revoluciones"),
    ofMaximumHeartRate: "de la frecuencia cardíaca máxima", ofThresholdHeartRate: "de la frecuencia cardíaca umbral",
    ofThresholdPace: "del ritmo umbral", heartRateZone: "{} de frecuencia cardíaca", paceZone: "{} de ritmo",
    perKilometre: "por kilómetro", perMile: "por milla", per100Metres: "por 100 metros",
    per500Metres: "por 500 metros")

  private static let italian = TargetWords(
    to: "a", from: "da", percent: "per cento", watts: Noun("watt", "watt"), zone: "zona",
    beats: Noun("battito al minuto", "battiti al minuto"), revolutions: Noun("pedalata", "pedalate"),
    ofMaximumHeartRate: "della frequenza cardiaca massima", ofThresholdHeartRate: "della frequenza cardiaca di soglia",
    ofThresholdPace: "del passo di soglia", heartRateZone: "{} di frequenza cardiaca", paceZone: "{} di passo",
    perKilometre: "al chilometro", perMile: "al miglio", per100Metres: "ogni 100 metri",
    per500Metres: "ogni 500 metri")

  private static let portuguese = TargetWords(
    to: "a", from: "de", percent: "por cento", watts: Noun("watt", "watts"), zone: "zona",
    beats: Noun("batimento por minuto", "batimentos por minuto"), revolutions: Noun("rotação", "rotações"),
    ofMaximumHeartRate: "da frequência cardíaca máxima", ofThresholdHeartRate: "da frequência cardíaca no limiar",
    ofThresholdPace: "do ritmo no limiar", heartRateZone: "{} de frequência cardíaca", paceZone: "{} de ritmo",
    perKilometre: "por quilómetro", perMile: "por milha", per100Metres: "por 100 metros",
    per500Metres: "por 500 metros")

  private static let dutch = TargetWords(
    to: "tot", from: "van", percent: "procent", watts: Noun("watt", "watt"), zone: "zone",
    beats: Noun("slag per minuut", "slagen per minuut"), revolutions: Noun("omwenteling", "omwentelingen"),
    ofMaximumHeartRate: "van de maximale hartslag", ofThresholdHeartRate: "van de drempelhartslag",
    ofThresholdPace: "van het drempeltempo", heartRateZone: "hartslag {}", paceZone: "tempo {}",
    perKilometre: "per kilometer", perMile: "per mijl", per100Metres: "per 100 meter",
    per500Metres: "per 500 meter")
}
