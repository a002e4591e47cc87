extension Wording {
  static let spanish = Wording(
    by: "por", once: "una vez", times: Noun("vez", "veces", .feminine), range: ("", "a"), of: "de", per: "por",
    number: "número", signs: ["&": "y", "+": "más", "@": "a", "~": "unos", "≈": "unos", "=": "igual a"],
    fractions: [
      "1/2": "medio", "1/3": "un tercio", "2/3": "dos tercios", "1/4": "un cuarto", "3/4": "tres cuartos",
      "½": "medio", "⅓": "un tercio", "⅔": "dos tercios", "¼": "un cuarto", "¾": "tres cuartos",
    ],
    mixed: ("y", "y medio"),
    clock: [
      .hour: Noun("hora", "horas", .feminine), .minute: Noun("minuto", "minutos", .masculine),
      .second: Noun("segundo", "segundos", .masculine),
    ],
    clockSigns: [
      "h": .hour, "hora": .hour, "horas": .hour, "m": .minute, "min": .minute, "mins": .minute, "minuto": .minute,
      "minutos": .minute, "'": .minute, "′": .minute, "’": .minute, "s": .second, "seg": .second, "segs": .second,
      "sec": .second, "segundo": .second, "segundos": .second, "\"": .second, "″": .second, "”": .second,
    ],
    units: spelt([
      ("m metro metros", Noun("metro", "metros", .masculine)), ("km", Noun("kilómetro", "kilómetros", .masculine)),
      ("cm", Noun("centímetro", "centímetros", .masculine)), ("kg", Noun("kilo", "kilos", .masculine)),
      ("g", Noun("gramo", "gramos", .masculine)), ("lb lbs", Noun("libra", "libras", .feminine)),
      ("l", Noun("litro", "litros", .masculine)), ("ml", Noun("mililitro", "mililitros", .masculine)),
      ("cal", Noun("caloría", "calorías", .feminine)), ("kcal", Noun("kilocaloría", "kilocalorías", .feminine)),
      ("W", Noun("vatio", "vatios", .masculine)),
      ("bpm ppm", Noun("pulsación por minuto", "pulsaciones por minuto", .feminine)),
      ("rpm", Noun("revolución por minuto", "revoluciones por minuto", .feminine)),
      ("km/h", Noun("kilómetro por hora", "kilómetros por hora", .masculine)),
      ("min/km", Noun("minuto por kilómetro", "minutos por kilómetro", .masculine)),
      ("rep reps repetición repeticiones", Noun("repetición", "repeticiones", .feminine)),
      ("serie series", Noun("serie", "series", .feminine)), ("ronda rondas", Noun("ronda", "rondas", .feminine)),
      ("vuelta vueltas", Noun("vuelta", "vueltas", .feminine)), ("RM", Noun("R M", "R M")),
    ]),
    counted: [
      "serie", "ronda", "vuelta", "parte", "fase", "nivel", "semana", "día", "bloque", "ejercicio", "estación",
      "lado", "paso", "etapa", "sesión", "circuito", "set", "número", "capítulo", "lección",
    ],
    abbreviations: WordTable([
      "HIIT": "jit", "EMOM": "imom", "AMRAP": "amrap", "KB": "kettlebell", "KBs": "kettlebells", "DB": "mancuerna",
      "BB": "barra", "I/D": "izquierda y derecha", "D/I": "derecha e izquierda", "izq/der": "izquierda y derecha",
      "der/izq": "derecha e izquierda", "(I)": "izquierda", "(D)": "derecha", "(izq)": "izquierda",
      "(der)": "derecha", "izq.": "izquierda", "der.": "derecha", "L/R": "izquierda y derecha",
      "(I/D)": "izquierda y derecha", "c/": "con", "s/": "sin", "p/": "para", "máx.": "máximo", "mín.": "mínimo",
      "aprox.": "aproximadamente", "p. ej.": "por ejemplo", "etc.": "etcétera", "n.º": "número", "nº": "número",
      "Nº": "número",
    ]),
    hasDecimalComma: true, agreement: spanishNumber)

  private static let spanishNumber: @Sendable (Int, Gender) -> String? = { number, gender in
    guard gender != .other, number % 10 == 1, number < 100, number != 11 else { return nil }
    let ending = gender == .feminine ? "una" : "un"
    switch number {
    case 1: return ending
    case 21: return gender == .feminine ? "veintiuna" : "veintiún"
    default:
      let tens = ["treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"]
      return "\(tens[number / 10 - 3]) y \(ending)"
    }
  }
}
