extension BuiltInPhrases {
  /// The words of one language.
  struct Words {
    let lastSet: String
    let halfway: String
    /// What stands around the number of the set.
    let set: (before: String, after: String)
    /// What follows the name of the workout; it agrees with a noun of its own, not with the name.
    let complete: String
    let rest: String
    /// Between the number of a set and how many there are.
    let of: String
    let hours: Noun
    let minutes: Noun
    let seconds: Noun
    let repetitions: Noun
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
    lastSet: "Last set", halfway: "Halfway", set: ("Set ", " completing in"), complete: " complete", rest: "Rest",
    of: "of",
    hours: Noun("hour", "hours"), minutes: Noun("minute", "minutes"), seconds: Noun("second", "seconds"),
    repetitions: Noun("rep", "reps"))

  private static let german = Words(
    lastSet: "Letzter Satz", halfway: "Halbzeit", set: ("Satz ", " endet in"), complete: " geschafft", rest: "Pause",
    of: "von",
    hours: Noun("Stunde", "Stunden"), minutes: Noun("Minute", "Minuten"), seconds: Noun("Sekunde", "Sekunden"),
    repetitions: Noun("Wiederholung", "Wiederholungen"))

  private static let french = Words(
    lastSet: "Dernière série", halfway: "À mi-parcours", set: ("La série ", " se termine dans"),
    complete: ", séance terminée", rest: "Repos", of: "sur",
    hours: Noun("heure", "heures"), minutes: Noun("minute", "minutes"), seconds: Noun("seconde", "secondes"),
    repetitions: Noun("répétition", "répétitions"))

  private static let spanish = Words(
    lastSet: "Última serie", halfway: "A la mitad", set: ("La serie ", " termina en"),
    complete: ", entrenamiento completado", rest: "Descanso", of: "de",
    hours: Noun("hora", "horas"), minutes: Noun("minuto", "minutos"), seconds: Noun("segundo", "segundos"),
    repetitions: Noun("repetición", "repeticiones"))

  private static let italian = Words(
    lastSet: "Ultima serie", halfway: "A metà", set: ("La serie ", " termina tra"),
    complete: ", allenamento completato", rest: "Recupero", of: "di",
    hours: Noun("ora", "ore"), minutes: Noun("minuto", "minuti"), seconds: Noun("secondo", "secondi"),
    repetitions: Noun("ripetizione", "ripetizioni"))

  private static let portuguese = Words(
    lastSet: "Última série", halfway: "Metade", set: ("A série ", " termina em"), complete: ", treino concluído",
    rest: "Descanso", of: "de",
    hours: Noun("hora", "horas"), minutes: Noun("minuto", "minutos"), seconds: Noun("segundo", "segundos"),
    repetitions: Noun("repetição", "repetições"))

  private static let dutch = Words(
    lastSet: "Laatste set", halfway: "Halverwege", set: ("Set ", " eindigt over"), complete: " voltooid", rest: "Rust",
    of: "van",
    hours: Noun("uur", "uur"), minutes: Noun("minuut", "minuten"), seconds: Noun("seconde", "seconden"),
    repetitions: Noun("herhaling", "herhalingen"))
}
