extension Wording {
  static let german = Wording(
    by: "mal", once: "einmal", times: Noun("mal", "mal"), range: ("", "bis"), of: "von", per: "pro",
    number: "Nummer", signs: ["&": "und", "+": "plus", "@": "bei", "~": "etwa", "≈": "etwa", "=": "ist"],
    fractions: [
      "1/2": "ein halb", "1/3": "ein Drittel", "2/3": "zwei Drittel", "1/4": "ein Viertel", "3/4": "drei Viertel",
      "½": "ein halb", "⅓": "ein Drittel", "⅔": "zwei Drittel", "¼": "ein Viertel", "¾": "drei Viertel",
    ],
    mixed: ("und", "einhalb"),
    clock: [
      .hour: Noun("Stunde", "Stunden", .feminine), .minute: Noun("Minute", "Minuten", .feminine),
      .second: Noun("Sekunde", "Sekunden", .feminine),
    ],
    clockSigns: [
      "h": .hour, "std": .hour, "stunde": .hour, "stunden": .hour, "m": .minute, "min": .minute, "minute": .minute,
      "minuten": .minute, "'": .minute, "′": .minute, "’": .minute, "s": .second, "sec": .second, "sek": .second,
      "sekunde": .second, "sekunden": .second, "\"": .second, "″": .second, "”": .second,
    ],
    units: spelt([
      ("m meter", Noun("Meter", "Meter", .masculine)), ("km", Noun("Kilometer", "Kilometer", .masculine)),
      ("cm", Noun("Zentimeter", "Zentimeter", .masculine)), ("kg", Noun("Kilo", "Kilo", .masculine)),
      ("g", Noun("Gramm", "Gramm", .masculine)), ("lb lbs", Noun("Pfund", "Pfund", .masculine)),
      ("l", Noun("Liter", "Liter", .masculine)), ("ml", Noun("Milliliter", "Milliliter", .masculine)),
      ("cal", Noun("Kalorie", "Kalorien", .feminine)), ("kcal", Noun("Kilokalorie", "Kilokalorien", .feminine)),
      ("W", Noun("Watt", "Watt", .masculine)),
      ("bpm", Noun("Schlag pro Minute", "Schläge pro Minute", .masculine)),
      ("rpm", Noun("Umdrehung pro Minute", "Umdrehungen pro Minute", .feminine)),
      ("km/h", Noun("Kilometer pro Stunde", "Kilometer pro Stunde", .masculine)),
      ("min/km", Noun("Minute pro Kilometer", "Minuten pro Kilometer", .feminine)),
      ("wdh whg wh reps rep wiederholung wiederholungen", Noun("Wiederholung", "Wiederholungen", .feminine)),
      ("runde runden rd", Noun("Runde", "Runden", .feminine)), ("RM", Noun("R M", "R M")),
    ]),
    counted: [
      "satz", "runde", "teil", "phase", "stufe", "woche", "tag", "block", "übung", "station", "seite", "schritt",
      "einheit", "zirkel", "level", "set", "nummer", "kapitel", "lektion",
    ],
    abbreviations: WordTable([
      "HIIT": "Hitt", "EMOM": "Imom", "AMRAP": "Ämräpp", "KB": "Kettlebell", "KBs": "Kettlebells", "KH": "Kurzhantel",
      "LH": "Langhantel", "SZ": "S Z", "DB": "Kurzhantel", "BB": "Langhantel", "L/R": "links und rechts",
      "R/L": "rechts und links", "li/re": "links und rechts", "re/li": "rechts und links", "(L)": "links",
      "(R)": "rechts", "(li)": "links", "(re)": "rechts", "li.": "links", "re.": "rechts",
      "(L/R)": "links und rechts", "(li/re)": "links und rechts", "m.": "mit", "o.": "ohne", "u.": "und",
      "ca.": "circa", "max.": "maximal", "min.": "mindestens", "z.B.": "zum Beispiel", "z. B.": "zum Beispiel",
      "bzw.": "beziehungsweise", "usw.": "und so weiter", "evtl.": "eventuell", "abw.": "abwechselnd",
      "Nr.": "Nummer",
    ]),
    hasDecimalComma: true,
    agreement: { number, gender in
      switch (number, gender) {
      case (1, .feminine): "eine"
      case (1, .masculine): "ein"
      default: nil
      }
    })
}
