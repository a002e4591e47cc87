extension LanguageRules {
  static let dutch = LanguageRules(
    numbers: .dutch, times: Noun("keer", "keer"), once: "één keer", range: ("", "tot"), of: "van", per: "per",
    pace: ("per", "per"),
    sides: "kant zijde been arm hand voet richting set ronde persoon partner oefening station dag week",
    number: "nummer",
    signs: ["&": "en", "+": "plus", "±": "plus min", "@": "op", "~": "ongeveer", "≈": "ongeveer", "=": "is"],
    comparisons: ("onder", "boven", "minstens", "hoogstens"), ratio: ("op", "verhouding ratio"),
    fractions: Fractions(
      names: [
        "1/2": "half", "1/3": "een derde", "2/3": "twee derde", "1/4": "een kwart", "3/4": "drie kwart",
      ],
      half: [.common: "een halve ", .neuter: "een half "], of: ("", vowel: ""),
      mixed: [
        "1/2": "en een half", "1/3": "en een derde", "2/3": "en twee derde", "1/4": "en een kwart",
        "3/4": "en drie kwart",
      ],
      contracted: { number, fraction, gender in
        guard fraction == "1/2", (1...halves.count).contains(number) else { return nil }
        return halves[number - 1] + (gender == .common ? "ve" : "f")
      },
      contractedIsSingular: true, special: ["1/4 uur": "een kwartier", "3/4 uur": "drie kwartier"]),
    measures: UnitTable(
      [
        .hour: Noun("uur", "uur", .neuter, also: "u"), .minute: Noun("minuut", "minuten", .common),
        .second: Noun("seconde", "seconden", .common), .meter: Noun("meter", "meter", .common),
        .kilometer: Noun("kilometer", "kilometer", .common), .centimeter: Noun("centimeter", "centimeter", .common),
        .millimeter: Noun("millimeter", "millimeter", .common), .mile: Noun("mijl", "mijl", .common),
        .kilogram: Noun("kilo", "kilo", .common), .gram: Noun("gram", "gram", .neuter),
        .pound: Noun("pond", "pond", .neuter), .liter: Noun("liter", "liter", .common),
        .milliliter: Noun("milliliter", "milliliter", .common), .calorie: Noun("calorie", "calorieën", .common),
        .kilocalorie: Noun("kilocalorie", "kilocalorieën", .common), .watt: Noun("watt", "watt", .common),
        .beatPerMinute: Noun("slag per minuut", "slagen per minuut", .common),
        .turnPerMinute: Noun("toer per minuut", "toeren per minuut", .common),
        .strokePerMinute: Noun("slag per minuut", "slagen per minuut", .common),
        .kilometerPerHour: Noun("kilometer per uur", "kilometer per uur", .common, also: "km/u"),
        .minutePerKilometer: Noun("minuut per kilometer", "minuten per kilometer", .common),
        .repetition: Noun("herhaling", "herhalingen", .common, also: "herh hh"), .repetitionMaximum: Noun("R M", "R M"),
      ],
      others: [
        Noun("ronde", "rondes", .common), Noun("keer", "keer", .common),
      ]),
    counted: """
      zone set ronde deel fase niveau week dag blok oefening station kant zijde stap sessie circuit nummer hoofdstuk les
      km
      """,
    ordinals: ["e": dutchOrdinals, "ste": dutchOrdinals, "de": dutchOrdinals],
    left: BodySide("L l li Li", [.other: "linker"]), right: BodySide("R r re Re", [.other: "rechter"]),
    bodyParts: [
      .other: "been arm hand voet kant zijde knie heup schouder elleboog enkel pols dij kuit hiel oog oor neusgat"
    ],
    timesOfDay: "uur",
    distances: """
      sprint sprints loop lopen rennen ren shuttle dragen carry crawl kruipen roeien roei zwemmen zwem slee sled
      uitvalspassen bear crab farmer farmers berenloop krabbenloop eendenloop klimmen touwklimmen handstandlopen
      """,
    minuteEfforts: "rustig dribbelen joggen inlopen uitlopen opwarmen opwarming makkelijk herstel",
    abbreviations: PronunciationTable([
      "hiit": "hit", "emom": "iemom", "emoms": "iemoms", "amrap": "emrep", "amraps": "emreps", "KB": "kettlebell",
      "KBs": "kettlebells", "DB": "dumbbell", "BB": "barbell", "L/R": "links en rechts", "R/L": "rechts en links",
      "(L)": "links", "(R)": "rechts", "(L/R)": "links en rechts", "(R/L)": "rechts en links", "li.": "links",
      "re.": "rechts", "m.": "met", "max.": "maximaal", "min.": "minimaal", "ca.": "circa", "bijv.": "bijvoorbeeld",
      "HR": "hartfrequentie", "HF": "hartfrequentie", "RPE": "R P E",
      "max. herh": "maximale herhalingen", "d.w.z.": "dat wil zeggen", "enz.": "enzovoort", "o.a.": "onder andere",
      "m.b.v.": "met behulp van", "t/m": "tot en met", "nr.": "nummer",
      "+/-": "plus min",
    ]))

  private static let halves = [
    "anderhal", "tweeënhal", "drieënhal", "vierenhal", "vijfenhal", "zesenhal", "zevenenhal", "achtenhal", "negenenhal",
    "tienenhal", "elfenhal", "twaalfenhal",
  ]

  private static let dutchOrdinals =
    [
      "eerste", "tweede", "derde", "vierde", "vijfde", "zesde", "zevende", "achtste", "negende", "tiende", "elfde",
      "twaalfde",
    ] + NumberNames.dutch.ordinals(from: 13) { $1 + ($0 < 20 ? "de" : "ste") }
}

extension NumberNames {
  static let dutch = NumberNames(
    first: """
      nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien
      achttien negentien
      """,
    tens: "twintig dertig veertig vijftig zestig zeventig tachtig negentig",
    joined: { $1 + ($1.hasSuffix("e") ? "ën" : "en") + $0 })
}
