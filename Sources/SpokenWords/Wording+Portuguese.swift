extension Wording {
  static let portuguese = Wording(
    by: "vezes", once: "uma vez", times: Noun("vez", "vezes", .feminine), range: ("", "a"), of: "de", per: "por",
    number: "número", signs: ["&": "e", "+": "mais", "@": "a", "~": "cerca de", "≈": "cerca de", "=": "igual a"],
    fractions: [
      "1/2": "meio", "1/3": "um terço", "2/3": "dois terços", "1/4": "um quarto", "3/4": "três quartos",
      "½": "meio", "⅓": "um terço", "⅔": "dois terços", "¼": "um quarto", "¾": "três quartos",
    ],
    mixed: ("e", "e meio"),
    clock: [
      .hour: Noun("hora", "horas", .feminine), .minute: Noun("minuto", "minutos", .masculine),
      .second: Noun("segundo", "segundos", .masculine),
    ],
    clockSigns: [
      "h": .hour, "hora": .hour, "horas": .hour, "m": .minute, "min": .minute, "minuto": .minute,
      "minutos": .minute, "'": .minute, "′": .minute, "’": .minute, "s": .second, "seg": .second, "segs": .second,
      "sec": .second, "segundo": .second, "segundos": .second, "\"": .second, "″": .second, "”": .second,
    ],
    units: spelt([
      ("m metro metros", Noun("metro", "metros", .masculine)),
      ("km", Noun("quilómetro", "quilómetros", .masculine)), ("cm", Noun("centímetro", "centímetros", .masculine)),
      ("kg", Noun("quilo", "quilos", .masculine)), ("g", Noun("grama", "gramas", .masculine)),
      ("lb lbs", Noun("libra", "libras", .feminine)), ("l", Noun("litro", "litros", .masculine)),
      ("ml", Noun("mililitro", "mililitros", .masculine)), ("cal", Noun("caloria", "calorias", .feminine)),
      ("kcal", Noun("quilocaloria", "quilocalorias", .feminine)), ("W", Noun("watt", "watts", .masculine)),
      ("bpm", Noun("batimento por minuto", "batimentos por minuto", .masculine)),
      ("rpm", Noun("rotação por minuto", "rotações por minuto", .feminine)),
      ("km/h", Noun("quilómetro por hora", "quilómetros por hora", .masculine)),
      ("min/km", Noun("minuto por quilómetro", "minutos por quilómetro", .masculine)),
      ("rep reps repetição repetições", Noun("repetição", "repetições", .feminine)),
      ("série séries", Noun("série", "séries", .feminine)), ("volta voltas", Noun("volta", "voltas", .feminine)),
      ("RM", Noun("R M", "R M")),
    ]),
    counted: [
      "série", "round", "volta", "parte", "fase", "nível", "semana", "dia", "bloco", "exercício", "estação", "lado",
      "passo", "etapa", "sessão", "circuito", "set", "número", "capítulo", "lição",
    ],
    abbreviations: WordTable([
      "HIIT": "hit", "EMOM": "imom", "AMRAP": "amrap", "KB": "kettlebell", "KBs": "kettlebells", "DB": "halter",
      "BB": "barra", "E/D": "esquerda e direita", "D/E": "direita e esquerda", "esq/dir": "esquerda e direita",
      "dir/esq": "direita e esquerda", "(E)": "esquerda", "(D)": "direita", "(esq)": "esquerda",
      "(dir)": "direita", "esq.": "esquerda", "dir.": "direita", "(E/D)": "esquerda e direita",
      "L/R": "esquerda e direita", "c/": "com", "s/": "sem", "p/": "para", "máx.": "máximo", "mín.": "mínimo",
      "aprox.": "aproximadamente", "p. ex.": "por exemplo", "etc.": "etcétera", "n.º": "número", "nº": "número",
    ]),
    hasDecimalComma: true, agreement: portugueseNumber)

  private static let portugueseNumber: @Sendable (Int, Gender) -> String? = { number, gender in
    let one = number % 10
    guard gender == .feminine, one == 1 || one == 2, number < 100, number != 11, number != 12 else { return nil }
    let ending = one == 1 ? "uma" : "duas"
    guard number > 2 else { return ending }
    let tens = ["vinte", "trinta", "quarenta", "cinquenta", "sessenta", "setenta", "oitenta", "noventa"]
    return "\(tens[number / 10 - 2]) e \(ending)"
  }
}
