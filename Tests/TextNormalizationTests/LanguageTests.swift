import Testing
import TextNormalization
import WorkoutModel

/// The same things as other languages say them, in one order: each row is what is written and what is said.
@Suite struct `What a coach writes` {
  private func expect(
    _ tag: String, _ cases: [(String, String)], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let normalizer = TextNormalizer(tag: tag)
    for (written, said) in cases {
      #expect(normalizer.spoken(written) == said, "\(written)", sourceLocation: sourceLocation)
    }
  }

  @Test func `is said in German`() {
    expect(
      "de-CH",
      [
        ("3x12", "3 mal 12"), ("1x", "einmal"), ("10x", "10 mal"), ("8-12 Wdh.", "8 bis 12 Wiederholungen."),
        ("1 Wdh. Kniebeugen", "eine Wiederholung Kniebeugen"), ("10kg", "10 Kilo"), ("1 kg", "ein Kilo"),
        ("30 Sek. Pause", "30 Sekunden Pause"), ("1:30", "eine Minute 30 Sekunden"), ("1 Min", "eine Minute"),
        ("1.5 kg", "1,5 Kilo"), ("3/4", "drei Viertel"), ("2½ Minuten", "zweieinhalb Minuten"),
        ("Satz 1/3", "Satz 1 von 3"), ("Teil II", "Teil 2"),
        ("L/R", "links und rechts"), ("Ausfallschritt li.", "Ausfallschritt links"), ("10/Seite", "10 pro Seite"),
        ("HIIT", "Hitt"), ("KB & KH", "Kettlebell und Kurzhantel"), ("Tag V", "Tag 5"), ("#3", "Nummer 3"),
        ("1.000 m", "1.000 Meter"), ("40/20", "40, 20"), ("Satz 1 endet in", "Satz 1 endet in"),
        ("1 Stunde 1 Minute 1 Sekunde", "eine Stunde eine Minute eine Sekunde"), ("5h", "5 Stunden"),
        ("21. Tag", "einundzwanzigster Tag"), ("Ausfallschritt L", "Ausfallschritt links"),
        ("inkl. Pause", "inklusive Pause"),
      ])
  }

  @Test func `is said in French`() {
    expect(
      "fr",
      [
        ("3x12", "3 fois 12"), ("1x", "une fois"), ("8-12 reps", "8 à 12 répétitions"), ("1 rép.", "une répétition."),
        ("10kg", "10 kilos"), ("30 sec", "30 secondes"), ("1:30", "une minute 30 secondes"), ("0 min", "0 minute"),
        ("1,5 km", "1,5 kilomètre"), ("2,5 km", "2,5 kilomètres"), ("21 min", "vingt et une minutes"),
        ("1h30", "une heure 30 minutes"),
        ("1 heure", "une heure"), ("3/4", "trois quarts"), ("Série 1/3", "Série 1 sur 3"), ("Partie II", "Partie 2"),
        ("Fente G/D", "Fente gauche et droite"), ("10/jambe", "10 par jambe"), ("Tirer & pousser", "Tirer et pousser"),
        ("HIIT", "hitte"), ("n°3", "numéro 3"), ("-5", "moins 5"), ("10 -12", "10 -12"), ("p. ex. 3", "par exemple 3"),
        ("L'étirement d'1 min", "L'étirement d'une minute"),
        ("La série 1 se termine dans", "La série 1 se termine dans"),
      ])
  }

  @Test func `is said in Spanish`() {
    expect(
      "es-MX",
      [
        ("3x12", "3 por 12"), ("1x", "una vez"), ("10x", "10 veces"), ("8-12 reps", "8 a 12 repeticiones"),
        ("1 rep", "una repetición"), ("10kg", "10 kilos"), ("30 seg", "30 segundos"), ("1:30", "un minuto 30 segundos"),
        ("21 min", "veintiún minutos"), ("31 reps", "treinta y una repeticiones"), ("41 s", "cuarenta y un segundos"),
        ("1 hora", "una hora"), ("3/4", "tres cuartos"), ("Serie 1/3", "Serie 1 de 3"), ("Parte II", "Parte 2"),
        ("Zancada I/D", "Zancada izquierda y derecha"), ("10/pierna", "10 por pierna"), ("Sube & baja", "Sube y baja"),
        ("HIIT c/ KB", "jit con kettlebell"), ("1.5 km", "1,5 kilómetros"), ("11 min", "11 minutos"),
        ("1.ª serie", "primera serie"), ("3.er set", "tercer set"), ("3° set", "tercer set"), ("N° 3", "número 3"),
        ("n.º 3", "número 3"), ("-5", "menos 5"), ("Plan D", "Plan D"),
        ("La serie 1 termina en", "La serie 1 termina en"),
      ])
  }

  @Test func `is said in Italian`() {
    expect(
      "it",
      [
        ("3x12", "3 per 12"), ("1x", "una volta"), ("10x", "10 volte"), ("8-12 rip.", "da 8 a 12 ripetizioni."),
        ("1 rip", "una ripetizione"), ("10kg", "10 chili"), ("1 kg", "un chilo"), ("30 sec", "30 secondi"),
        ("1:30", "un minuto 30 secondi"), ("1 ora", "un'ora"), ("3/4", "tre quarti"), ("Serie 1/3", "Serie 1 di 3"),
        ("Parte II", "Parte 2"), ("Affondo dx", "Affondo destra"), ("Affondo sx/dx", "Affondo sinistra e destra"),
        ("10/gamba", "10 per gamba"), ("Su & giù", "Su e giù"), ("HIIT", "it"), ("12 km/h", "12 chilometri all'ora"),
        ("3° giro", "terzo giro"), ("5° di pendenza", "5° di pendenza"), ("5° C", "5° C"),
        ("La serie 1 termina tra", "La serie 1 termina tra"),
      ])
  }

  @Test func `is said in Portuguese`() {
    expect(
      "pt-BR",
      [
        ("3x12", "3 vezes 12"), ("1x", "uma vez"), ("2x", "duas vezes"), ("8-12 reps", "8 a 12 repetições"),
        ("1 rep", "uma repetição"), ("2 reps", "duas repetições"), ("22 horas", "vinte e duas horas"),
        ("10kg", "10 quilos"), ("30 seg", "30 segundos"), ("1:30", "1 minuto 30 segundos"), ("1 hora", "uma hora"),
        ("3/4", "três quartos"), ("Série 1/3", "Série 1 de 3"), ("Parte II", "Parte 2"),
        ("Afundo E/D", "Afundo esquerda e direita"), ("10/perna", "10 por perna"), ("Sobe & desce", "Sobe e desce"),
        ("0 min", "0 minuto"), ("Rodada 2/8", "Rodada 2 de 8"), ("2.ª vez", "segunda vez"),
        ("A série 1 termina em", "A série 1 termina em"), ("12 reps", "12 repetições"),
      ])
    expect("pt-PT", [("0 min", "0 minutos"), ("1 min", "1 minuto")])
  }

  @Test func `is said in Dutch`() {
    expect(
      "nl",
      [
        ("3x12", "3 keer 12"), ("1x", "één keer"), ("10x", "10 keer"), ("8-12 herh.", "8 tot 12 herhalingen."),
        ("1 herh", "1 herhaling"), ("10kg", "10 kilo"), ("30 sec", "30 seconden"), ("1:30", "1 minuut 30 seconden"),
        ("2u", "2 uur"), ("1.5 km", "1,5 kilometer"), ("3/4", "drie kwart"), ("2 1/2", "tweeënhalf"),
        ("2 1/4", "2 en een kwart"),
        ("Set 1/3", "Set 1 van 3"), ("Deel II", "Deel 2"), ("Uitvalspas L/R", "Uitvalspas links en rechts"),
        ("10/been", "10 per been"), ("Op & neer", "Op en neer"), ("HIIT", "hit"), ("12 km/u", "12 kilometer per uur"),
        ("21e dag", "eenentwintigste dag"), ("m.b.v. band", "met behulp van band"), ("Zijplank R", "Zijplank rechts"),
        ("Set 1 eindigt over", "Set 1 eindigt over"),
      ])
  }

  @Test func `is left as it is in a language without rules`() {
    expect("sv", [("3x12 & 10kg", "3x12 & 10kg"), ("Part  II", "Part II")])
    expect("tlh", [("HIIT", "HIIT")])
  }

  /// A unit that one language has, all have.
  @Test(arguments: Language.allCases)
  func `has words for every unit`(language: Language) {
    let normalizer = TextNormalizer(tag: language.rawValue)
    for unit in [
      "h", "min", "s", "km", "cm", "mm", "kg", "g", "lb", "l", "ml", "cal", "kcal", "W", "bpm", "rpm", "spm",
    ] {
      let said = normalizer.spoken("30 \(unit)")
      #expect(said.hasPrefix("30 ") && said.count > 5 && !said.hasSuffix(" \(unit)"), "\(unit): \(said)")
    }
    for unit in ["km/h", "min/km", "RM"] { #expect(!normalizer.spoken("5 \(unit)").contains(unit), "\(unit)") }
    #expect(normalizer.spoken("400 m") != "400 m")
  }

  /// What the engine itself puts into texts is read with the same care.
  @Test(arguments: Language.allCases)
  func `gets the lengths that Cuebell fills in right`(language: Language) {
    let phrases = BuiltInPhrases(tag: language.rawValue)
    let normalizer = TextNormalizer(tag: language.rawValue)
    for seconds in [0, 1, 2, 21, 61, 3601, 3661, 7322] {
      let said = normalizer.spoken(phrases.duration(.seconds(seconds)))
      let clock =
        "\(seconds / 3600):"
        + [seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        .joined(separator: ":")
      #expect(said == normalizer.spoken(clock), "\(seconds) s")
    }
    for count in [1, 2, 12, 21, 22] {
      let said = normalizer.spoken(phrases.repetitions(count))
      #expect(said == normalizer.spoken("\(count) reps"), "\(count) reps")
    }
  }
}
