extension Wording {
  static let french = Wording(
    by: "fois", once: "une fois", times: Noun("fois", "fois", .feminine), range: ("", "à"), of: "sur", per: "par",
    number: "numéro", signs: ["&": "et", "+": "plus", "@": "à", "~": "environ", "≈": "environ", "=": "égale"],
    fractions: [
      "1/2": "un demi", "1/3": "un tiers", "2/3": "deux tiers", "1/4": "un quart", "3/4": "trois quarts",
      "½": "un demi", "⅓": "un tiers", "⅔": "deux tiers", "¼": "un quart", "¾": "trois quarts",
    ],
    mixed: ("et", "et demi"),
    clock: [
      .hour: Noun("heure", "heures", .feminine), .minute: Noun("minute", "minutes", .feminine),
      .second: Noun("seconde", "secondes", .feminine),
    ],
    clockSigns: [
      "h": .hour, "heure": .hour, "heures": .hour, "m": .minute, "min": .minute, "mn": .minute, "minute": .minute,
      "minutes": .minute, "'": .minute, "′": .minute, "’": .minute, "s": .second, "sec": .second, "seconde": .second,
      "secondes": .second, "\"": .second, "″": .second, "”": .second,
    ],
    units: spelt([
      ("m mètre mètres", Noun("mètre", "mètres", .masculine)), ("km", Noun("kilomètre", "kilomètres", .masculine)),
      ("cm", Noun("centimètre", "centimètres", .masculine)), ("kg", Noun("kilo", "kilos", .masculine)),
      ("g", Noun("gramme", "grammes", .masculine)), ("lb lbs", Noun("livre", "livres", .feminine)),
      ("l", Noun("litre", "litres", .masculine)), ("ml", Noun("millilitre", "millilitres", .masculine)),
      ("cal", Noun("calorie", "calories", .feminine)), ("kcal", Noun("kilocalorie", "kilocalories", .feminine)),
      ("W", Noun("watt", "watts", .masculine)),
      ("bpm", Noun("battement par minute", "battements par minute", .masculine)),
      ("rpm", Noun("tour par minute", "tours par minute", .masculine)),
      ("km/h", Noun("kilomètre heure", "kilomètres heure", .masculine)),
      ("min/km", Noun("minute au kilomètre", "minutes au kilomètre", .feminine)),
      ("rep reps rép réps répétition répétitions", Noun("répétition", "répétitions", .feminine)),
      ("série séries", Noun("série", "séries", .feminine)), ("tour tours", Noun("tour", "tours", .masculine)),
      ("RM", Noun("R M", "R M")),
    ]),
    counted: [
      "série", "round", "tour", "partie", "phase", "niveau", "semaine", "jour", "bloc", "exercice", "atelier", "côté",
      "étape", "séance", "circuit", "set", "numéro", "chapitre", "leçon",
    ],
    abbreviations: WordTable([
      "HIIT": "hitte", "EMOM": "imome", "AMRAP": "amrape", "KB": "kettlebell", "KBs": "kettlebells",
      "DB": "haltère", "BB": "barre", "G/D": "gauche et droite", "D/G": "droite et gauche", "(G)": "gauche",
      "(D)": "droite", "(G/D)": "gauche et droite", "(D/G)": "droite et gauche", "L/R": "gauche et droite",
      "av.": "avec", "max.": "maximum", "min.": "minimum", "env.": "environ", "p.ex.": "par exemple",
      "etc.": "et cetera", "n°": "numéro", "N°": "numéro",
    ]),
    hasDecimalComma: true,
    agreement: { number, gender in
      guard gender == .feminine, number < 100 else { return nil }
      return [
        1: "une", 21: "vingt et une", 31: "trente et une", 41: "quarante et une", 51: "cinquante et une",
        61: "soixante et une", 81: "quatre-vingt-une",
      ][number]
    })
}
