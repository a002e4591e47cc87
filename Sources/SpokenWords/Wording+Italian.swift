extension Wording {
  static let italian = Wording(
    by: "per", once: "una volta", times: Noun("volta", "volte", .feminine), range: ("da ", "a"), of: "di", per: "per",
    number: "numero", signs: ["&": "e", "+": "più", "@": "a", "~": "circa", "≈": "circa", "=": "uguale"],
    fractions: [
      "1/2": "mezzo", "1/3": "un terzo", "2/3": "due terzi", "1/4": "un quarto", "3/4": "tre quarti",
      "½": "mezzo", "⅓": "un terzo", "⅔": "due terzi", "¼": "un quarto", "¾": "tre quarti",
    ],
    mixed: ("e", "e mezzo"),
    clock: [
      .hour: Noun("ora", "ore", .feminine), .minute: Noun("minuto", "minuti", .masculine),
      .second: Noun("secondo", "secondi", .masculine),
    ],
    clockSigns: [
      "h": .hour, "ora": .hour, "ore": .hour, "m": .minute, "min": .minute, "minuto": .minute, "minuti": .minute,
      "'": .minute, "′": .minute, "’": .minute, "s": .second, "sec": .second, "secondo": .second,
      "secondi": .second, "\"": .second, "″": .second, "”": .second,
    ],
    units: spelt([
      ("m metro metri", Noun("metro", "metri", .masculine)), ("km", Noun("chilometro", "chilometri", .masculine)),
      ("cm", Noun("centimetro", "centimetri", .masculine)), ("kg", Noun("chilo", "chili", .masculine)),
      ("g", Noun("grammo", "grammi", .masculine)), ("lb lbs", Noun("libbra", "libbre", .feminine)),
      ("l", Noun("litro", "litri", .masculine)), ("ml", Noun("millilitro", "millilitri", .masculine)),
      ("cal", Noun("caloria", "calorie", .feminine)), ("kcal", Noun("chilocaloria", "chilocalorie", .feminine)),
      ("W", Noun("watt", "watt", .masculine)),
      ("bpm", Noun("battito al minuto", "battiti al minuto", .masculine)),
      ("rpm", Noun("giro al minuto", "giri al minuto", .masculine)),
      ("km/h", Noun("chilometro all'ora", "chilometri all'ora", .masculine)),
      ("min/km", Noun("minuto al chilometro", "minuti al chilometro", .masculine)),
      ("rip rep reps ripetizione ripetizioni", Noun("ripetizione", "ripetizioni", .feminine)),
      ("giro giri", Noun("giro", "giri", .masculine)), ("RM", Noun("R M", "R M")),
    ]),
    counted: [
      "serie", "giro", "round", "parte", "fase", "livello", "settimana", "giorno", "blocco", "esercizio", "stazione",
      "lato", "passo", "tappa", "sessione", "circuito", "set", "numero", "capitolo", "lezione",
    ],
    abbreviations: WordTable([
      "HIIT": "it", "EMOM": "imom", "AMRAP": "amrap", "KB": "kettlebell", "KBs": "kettlebell", "DB": "manubrio",
      "BB": "bilanciere", "S/D": "sinistra e destra", "D/S": "destra e sinistra", "sx/dx": "sinistra e destra",
      "dx/sx": "destra e sinistra", "sx": "sinistra", "dx": "destra", "(sx)": "sinistra", "(dx)": "destra",
      "sx.": "sinistra", "dx.": "destra", "(sx/dx)": "sinistra e destra", "(dx/sx)": "destra e sinistra",
      "L/R": "sinistra e destra", "c/": "con", "max.": "massimo", "min.": "minimo", "ca.": "circa",
      "p. es.": "per esempio", "ecc.": "eccetera", "n.": "numero", "nº": "numero",
    ]),
    hasDecimalComma: true, elides: true,
    agreement: { number, gender in
      switch (number, gender) {
      case (1, .masculine): "un"
      case (1, .feminine): "una"
      default: nil
      }
    })
}
