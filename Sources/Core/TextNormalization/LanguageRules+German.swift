extension LanguageRules {
  static let german = LanguageRules(
    numbers: .german, times: Noun("mal", "mal"), once: "einmal", range: ("", "bis"), of: "von", per: "pro",
    pace: ("pro", "pro"),
    sides: "seite bein arm hand fuß richtung satz runde person partner übung station tag woche minute",
    number: "Nummer",
    signs: ["&": "und", "+": "plus", "±": "plus minus", "@": "bei", "~": "etwa", "≈": "etwa", "=": "ist"],
    comparisons: ("unter", "über", "mindestens", "höchstens"), ratio: ("zu", "verhältnis ratio"),
    fractions: Fractions(
      names: [
        "1/2": "ein halb", "1/3": "ein Drittel", "2/3": "zwei Drittel", "1/4": "ein Viertel", "3/4": "drei Viertel",
      ],
      half: [.masculine: "ein halber ", .feminine: "eine halbe ", .neuter: "ein halbes "], adjective: "halbe",
      of: ("", vowel: ""),
      mixed: [
        "1/2": "einhalb", "1/3": "eindrittel", "2/3": "zweidrittel", "1/4": "einviertel", "3/4": "dreiviertel",
      ],
      contracted: { number, fraction, _ in
        let parts = [
          "1/2": "einhalb", "1/3": "eindrittel", "2/3": "zweidrittel", "1/4": "einviertel", "3/4": "dreiviertel",
        ]
        guard (1...numerals.count).contains(number) else { return nil }
        return parts[fraction].map { numerals[number - 1] + $0 }
      },
      special: ["1/4 Stunde": "eine Viertelstunde", "3/4 Stunde": "eine Dreiviertelstunde"]),
    measures: UnitTable(
      [
        .hour: Noun("Stunde", "Stunden", .feminine, also: "std"), .minute: Noun("Minute", "Minuten", .feminine),
        .second: Noun("Sekunde", "Sekunden", .feminine, also: "sek"), .meter: Noun("Meter", "Meter", .masculine),
        .kilometer: Noun("Kilometer", "Kilometer", .masculine),
        .centimeter: Noun("Zentimeter", "Zentimeter", .masculine),
        .millimeter: Noun("Millimeter", "Millimeter", .masculine), .mile: Noun("Meile", "Meilen", .feminine),
        .kilogram: Noun("Kilo", "Kilo", .neuter), .gram: Noun("Gramm", "Gramm", .neuter),
        .pound: Noun("Pfund", "Pfund", .neuter), .liter: Noun("Liter", "Liter", .masculine),
        .milliliter: Noun("Milliliter", "Milliliter", .masculine), .calorie: Noun("Kalorie", "Kalorien", .feminine),
        .kilocalorie: Noun("Kilokalorie", "Kilokalorien", .feminine), .watt: Noun("Watt", "Watt", .neuter),
        .beatPerMinute: Noun("Schlag pro Minute", "Schläge pro Minute", .masculine),
        .turnPerMinute: Noun("Umdrehung pro Minute", "Umdrehungen pro Minute", .feminine, also: "u/min"),
        .strokePerMinute: Noun("Schlag pro Minute", "Schläge pro Minute", .masculine),
        .kilometerPerHour: Noun("Kilometer pro Stunde", "Kilometer pro Stunde", .masculine),
        .minutePerKilometer: Noun("Minute pro Kilometer", "Minuten pro Kilometer", .feminine),
        .repetition: Noun("Wiederholung", "Wiederholungen", .feminine, also: "wdh whg wh wdhg"),
        .repetitionMaximum: Noun("R M", "R M"),
      ],
      others: [
        Noun("Runde", "Runden", .feminine, also: "rd"), Noun("Satz", "Sätze", .masculine), Noun("Mal", "Mal", .neuter),
      ]),
    counted: """
      zone satz runde durchgang teil phase stufe woche tag block übung station seite schritt einheit zirkel level set
      nummer kapitel lektion rd km
      """,
    ordinals: [
      ".": [
        "erste", "zweite", "dritte", "vierte", "fünfte", "sechste", "siebte", "achte", "neunte", "zehnte", "elfte",
        "zwölfte",
      ] + NumberNames.german.ordinals(from: 13) { $1 + ($0 < 20 ? "te" : "ste") }
    ],
    left: BodySide("L l li Li", [.other: "linke"]), right: BodySide("R r re Re", [.other: "rechte"]),
    declension: Declension(
      nouns: [
        .masculine: """
        satz teil tag block schritt zirkel durchgang arm fuß schenkel ellbogen ellenbogen daumen
        """,
        .feminine: """
        runde phase stufe woche übung station seite einheit wiederholung minute hälfte lektion hand schulter hüfte wade
        ferse
        """,
        .neuter: "level set kapitel intervall bein knie gelenk auge ohr nasenloch tempo",
      ],
      weak: [
        "der": "", "die": "", "das": "", "jeder": "", "jede": "", "jedes": "", "dieser": "", "diese": "", "den": "n",
        "dem": "n", "im": "n", "am": "n", "zum": "n", "vom": "n", "beim": "n", "jeden": "n", "jedem": "n", "zur": "n",
      ]),
    timesOfDay: "uhr",
    distances: """
      sprint sprints sprinten lauf läufe laufen shuttle pendellauf tragen carry carries crawl krabbeln kriechen rudern
      schwimmen schlitten sled ausfallschritte bärengang krebsgang entengang spinnengang bear crab farmer farmers walk
      sprünge klettern seilklettern handstandlauf handstandgehen
      """,
    minuteEfforts: "locker lockeres lockerer einlaufen auslaufen traben aufwärmen ruhig gemütlich",
    abbreviations: PronunciationTable([
      "li./re.": "links und rechts", "re./li.": "rechts und links",
      "hiit": "Hitt", "emom": "Imom", "emoms": "Imoms", "amrap": "Ämräpp", "amraps": "Ämräpps", "KB": "Kettlebell",
      "KBs": "Kettlebells", "KH": "Kurzhantel", "LH": "Langhantel", "SZ": "S Z", "DB": "Kurzhantel", "BB": "Langhantel",
      "L/R": "links und rechts", "R/L": "rechts und links", "li/re": "links und rechts", "re/li": "rechts und links",
      "(L)": "links", "(R)": "rechts", "(li)": "links", "(re)": "rechts", "li.": "links", "re.": "rechts",
      "(L/R)": "links und rechts", "(li/re)": "links und rechts", "m.": "mit", "o.": "ohne", "u.": "und",
      "ca.": "circa", "inkl.": "inklusive", "max.": "maximal", "min.": "mindestens", "z.B.": "zum Beispiel",
      "z. B.": "zum Beispiel",
      "d. h.": "das heißt", "d.h.": "das heißt", "s. o.": "siehe oben", "s.o.": "siehe oben", "s. u.": "siehe unten",
      "s.u.": "siehe unten", "ggf.": "gegebenenfalls", "max. Wdh": "maximale Wiederholungen", "HR": "Herzfrequenz",
      "HF": "Herzfrequenz", "bzw.": "beziehungsweise", "usw.": "und so weiter", "evtl.": "eventuell",
      "abw.": "abwechselnd", "Nr.": "Nummer",
      "+/-": "plus minus",
    ]),
    feminineEndings: "e ung ion heit keit", usualGender: .masculine, hasCapitalNouns: true,
    agreement: { number, gender in
      switch (number, gender) {
      case (1, .feminine): "eine"
      case (1, .masculine), (1, .neuter): "ein"
      default: nil
      }
    })

  private static let numerals = [
    "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf",
  ]
}

extension NumberNames {
  static let german = NumberNames(
    first: """
      null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn
      achtzehn neunzehn
      """,
    tens: "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
    joined: { "\($1 == "eins" ? "ein" : $1)und\($0)" })
}
