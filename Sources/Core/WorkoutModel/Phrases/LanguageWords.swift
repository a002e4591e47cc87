extension BuiltInPhrases {
  struct Words {
    let lastSet: String
    let halfway: String
    /// The words before and after the number of the set.
    let set: (before: String, after: String)
    /// The words around a group's name in its last set; none of them needs to agree with the name.
    let lastNamed: (before: String, after: String)
    /// The words after the name of the workout; they don't need to agree with the name.
    let complete: String
    let rest: String
    let sides: (left: String, right: String)
    let changeSides: String
    /// The word between the number of a set and the number of sets.
    let of: String
    let hours: Noun
    let minutes: Noun
    let seconds: Noun
    let repetitions: Noun
    let targets: TargetWords
    let coach: CoachWords
  }

  static func words(in language: Language) -> Words {
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

  private static let english = Words(
    lastSet: "Last set", halfway: "Halfway", set: ("Set ", " completing in"), lastNamed: ("Last ", ""),
    complete: " complete", rest: "Rest", sides: ("left side", "right side"), changeSides: "Change sides", of: "of",
    hours: Noun("hour", "hours"), minutes: Noun("minute", "minutes"), seconds: Noun("second", "seconds"),
    repetitions: Noun("rep", "reps"), targets: .english,
    coach: .english)

  private static let german = Words(
    lastSet: "Letzter Satz", halfway: "Halbzeit", set: ("Satz ", " endet in"), lastNamed: ("", ", zum letzten Mal"),
    complete: " geschafft", rest: "Pause", sides: ("linke Seite", "rechte Seite"), changeSides: "Seite wechseln",
    of: "von", hours: Noun("Stunde", "Stunden"), minutes: Noun("Minute", "Minuten"),
    seconds: Noun("Sekunde", "Sekunden"), repetitions: Noun("Wiederholung", "Wiederholungen"), targets: .german,
    coach: .german)

  private static let french = Words(
    lastSet: "Dernière série", halfway: "À mi-parcours", set: ("La série ", " se termine dans"),
    lastNamed: ("", ", dernière fois"), complete: ", séance terminée", rest: "Repos",
    sides: ("côté gauche", "côté droit"), changeSides: "Changez de côté", of: "sur", hours: Noun("heure", "heures"),
    minutes: Noun("minute", "minutes"), seconds: Noun("seconde", "secondes"),
    repetitions: Noun("répétition", "répétitions"), targets: .french,
    coach: .french)

  private static let spanish = Words(
    lastSet: "Última serie", halfway: "A la mitad", set: ("La serie ", " termina en"), lastNamed: ("", ", última vez"),
    complete: ", entrenamiento completado", rest: "Descanso", sides: ("lado izquierdo", "lado derecho"),
    changeSides: "Cambia de lado", of: "de", hours: Noun("hora", "horas"), minutes: Noun("minuto", "minutos"),
    seconds: Noun("segundo", "segundos"), repetitions: Noun("repetición", "repeticiones"), targets: .spanish,
    coach: .spanish)

  private static let italian = Words(
    lastSet: "Ultima serie", halfway: "A metà", set: ("La serie ", " termina tra"), lastNamed: ("", ", ultima volta"),
    complete: ", allenamento completato", rest: "Recupero", sides: ("lato sinistro", "lato destro"),
    changeSides: "Cambia lato", of: "di", hours: Noun("ora", "ore"), minutes: Noun("minuto", "minuti"),
    seconds: Noun("secondo", "secondi"), repetitions: Noun("ripetizione", "ripetizioni"), targets: .italian,
    coach: .italian)

  private static let portuguese = Words(
    lastSet: "Última série", halfway: "Metade", set: ("A série ", " termina em"), lastNamed: ("", ", última vez"),
    complete: ", treino concluído", rest: "Descanso", sides: ("lado esquerdo", "lado direito"),
    changeSides: "Troque de lado", of: "de", hours: Noun("hora", "horas"), minutes: Noun("minuto", "minutos"),
    seconds: Noun("segundo", "segundos"), repetitions: Noun("repetição", "repetições"), targets: .portuguese,
    coach: .portuguese)

  private static let dutch = Words(
    lastSet: "Laatste set", halfway: "Halverwege", set: ("Set ", " eindigt over"), lastNamed: ("", ", laatste keer"),
    complete: " voltooid", rest: "Rust", sides: ("linkerkant", "rechterkant"), changeSides: "Wissel van kant",
    of: "van", hours: Noun("uur", "uur"), minutes: Noun("minuut", "minuten"), seconds: Noun("seconde", "seconden"),
    repetitions: Noun("herhaling", "herhalingen"), targets: .dutch,
    coach: .dutch)
}

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

extension TargetWords {
  private typealias Noun = BuiltInPhrases.Noun

  fileprivate static let english = TargetWords(
    to: "to", from: "from", percent: "per cent", watts: Noun("watt", "watts"), zone: "zone",
    beats: Noun("beat per minute", "beats per minute"), revolutions: Noun("revolution", "revolutions"),
    ofMaximumHeartRate: "of maximum heart rate", ofThresholdHeartRate: "of threshold heart rate",
    ofThresholdPace: "of threshold pace", heartRateZone: "heart rate {}", paceZone: "pace {}",
    perKilometre: "per kilometre", perMile: "per mile", per100Metres: "per 100 metres", per500Metres: "per 500 metres")

  fileprivate static let german = TargetWords(
    to: "bis", from: "von", percent: "Prozent", watts: Noun("Watt", "Watt"), zone: "Zone",
    beats: Noun("Schlag pro Minute", "Schläge pro Minute"), revolutions: Noun("Umdrehung", "Umdrehungen"),
    ofMaximumHeartRate: "der maximalen Herzfrequenz", ofThresholdHeartRate: "der Schwellenherzfrequenz",
    ofThresholdPace: "des Schwellentempos", heartRateZone: "Herzfrequenz {}", paceZone: "Tempo {}",
    perKilometre: "pro Kilometer", perMile: "pro Meile", per100Metres: "pro 100 Meter", per500Metres: "pro 500 Meter")

  fileprivate static let french = TargetWords(
    to: "à", from: "de", percent: "pour cent", watts: Noun("watt", "watts"), zone: "zone",
    beats: Noun("battement par minute", "battements par minute"), revolutions: Noun("tour", "tours"),
    ofMaximumHeartRate: "de la fréquence cardiaque maximale",
    ofThresholdHeartRate: "de la fréquence cardiaque au seuil", ofThresholdPace: "de l'allure au seuil",
    heartRateZone: "{} de fréquence cardiaque", paceZone: "{} d'allure", perKilometre: "au kilomètre",
    perMile: "au mile", per100Metres: "aux 100 mètres", per500Metres: "aux 500 mètres")

  fileprivate static let spanish = TargetWords(
    to: "a", from: "de", percent: "por ciento", watts: Noun("vatio", "vatios"), zone: "zona",
    beats: Noun("pulsación por minuto", "pulsaciones por minuto"), revolutions: Noun("revolución", "revoluciones"),
    ofMaximumHeartRate: "de la frecuencia cardíaca máxima", ofThresholdHeartRate: "de la frecuencia cardíaca umbral",
    ofThresholdPace: "del ritmo umbral", heartRateZone: "{} de frecuencia cardíaca", paceZone: "{} de ritmo",
    perKilometre: "por kilómetro", perMile: "por milla", per100Metres: "por 100 metros", per500Metres: "por 500 metros")

  fileprivate static let italian = TargetWords(
    to: "a", from: "da", percent: "per cento", watts: Noun("watt", "watt"), zone: "zona",
    beats: Noun("battito al minuto", "battiti al minuto"), revolutions: Noun("pedalata", "pedalate"),
    ofMaximumHeartRate: "della frequenza cardiaca massima", ofThresholdHeartRate: "della frequenza cardiaca di soglia",
    ofThresholdPace: "del passo di soglia", heartRateZone: "{} di frequenza cardiaca", paceZone: "{} di passo",
    perKilometre: "al chilometro", perMile: "al miglio", per100Metres: "ogni 100 metri", per500Metres: "ogni 500 metri")

  fileprivate static let portuguese = TargetWords(
    to: "a", from: "de", percent: "por cento", watts: Noun("watt", "watts"), zone: "zona",
    beats: Noun("batimento por minuto", "batimentos por minuto"), revolutions: Noun("rotação", "rotações"),
    ofMaximumHeartRate: "da frequência cardíaca máxima", ofThresholdHeartRate: "da frequência cardíaca no limiar",
    ofThresholdPace: "do ritmo no limiar", heartRateZone: "{} de frequência cardíaca", paceZone: "{} de ritmo",
    perKilometre: "por quilómetro", perMile: "por milha", per100Metres: "por 100 metros", per500Metres: "por 500 metros"
  )

  fileprivate static let dutch = TargetWords(
    to: "tot", from: "van", percent: "procent", watts: Noun("watt", "watt"), zone: "zone",
    beats: Noun("slag per minuut", "slagen per minuut"), revolutions: Noun("omwenteling", "omwentelingen"),
    ofMaximumHeartRate: "van de maximale hartslag", ofThresholdHeartRate: "van de drempelhartslag",
    ofThresholdPace: "van het drempeltempo", heartRateZone: "hartslag {}", paceZone: "tempo {}",
    perKilometre: "per kilometer", perMile: "per mijl", per100Metres: "per 100 meter", per500Metres: "per 500 meter")
}
