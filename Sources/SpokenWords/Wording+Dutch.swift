extension Wording {
  static let dutch = Wording(
    by: "keer", once: "één keer", times: Noun("keer", "keer"), range: ("", "tot"), of: "van", per: "per",
    number: "nummer", signs: ["&": "en", "+": "plus", "@": "op", "~": "ongeveer", "≈": "ongeveer", "=": "is"],
    fractions: [
      "1/2": "half", "1/3": "een derde", "2/3": "twee derde", "1/4": "een kwart", "3/4": "drie kwart",
      "½": "half", "⅓": "een derde", "⅔": "twee derde", "¼": "een kwart", "¾": "drie kwart",
    ],
    mixed: ("en", "en een half"),
    clock: [
      .hour: Noun("uur", "uur"), .minute: Noun("minuut", "minuten"), .second: Noun("seconde", "seconden"),
    ],
    clockSigns: [
      "h": .hour, "u": .hour, "uur": .hour, "m": .minute, "min": .minute, "minuut": .minute, "minuten": .minute,
      "'": .minute, "′": .minute, "’": .minute, "s": .second, "sec": .second, "seconde": .second,
      "seconden": .second, "\"": .second, "″": .second, "”": .second,
    ],
    units: spelt([
      ("m meter", Noun("meter", "meter")), ("km", Noun("kilometer", "kilometer")),
      ("cm", Noun("centimeter", "centimeter")), ("kg", Noun("kilo", "kilo")), ("g", Noun("gram", "gram")),
      ("lb lbs", Noun("pond", "pond")), ("l", Noun("liter", "liter")), ("ml", Noun("milliliter", "milliliter")),
      ("cal", Noun("calorie", "calorieën")), ("kcal", Noun("kilocalorie", "kilocalorieën")),
      ("W", Noun("watt", "watt")), ("bpm", Noun("slag per minuut", "slagen per minuut")),
      ("rpm", Noun("toer per minuut", "toeren per minuut")),
      ("km/h km/u", Noun("kilometer per uur", "kilometer per uur")),
      ("min/km", Noun("minuut per kilometer", "minuten per kilometer")),
      ("herh hh rep reps herhaling herhalingen", Noun("herhaling", "herhalingen")),
      ("ronde rondes", Noun("ronde", "rondes")), ("RM", Noun("R M", "R M")),
    ]),
    counted: [
      "set", "ronde", "deel", "fase", "niveau", "week", "dag", "blok", "oefening", "station", "kant", "zijde", "stap",
      "sessie", "circuit", "nummer", "hoofdstuk", "les",
    ],
    abbreviations: WordTable([
      "HIIT": "hit", "EMOM": "iemom", "AMRAP": "emrep", "KB": "kettlebell", "KBs": "kettlebells", "DB": "dumbbell",
      "BB": "barbell", "L/R": "links en rechts", "R/L": "rechts en links", "(L)": "links", "(R)": "rechts",
      "(L/R)": "links en rechts", "(R/L)": "rechts en links", "li.": "links", "re.": "rechts", "m.": "met",
      "max.": "maximaal", "min.": "minimaal", "ca.": "circa", "bijv.": "bijvoorbeeld",
      "enz.": "enzovoort", "nr.": "nummer",
    ]),
    hasDecimalComma: true, agreement: { _, _ in nil })
}
