extension LanguageRules {
  static let french = LanguageRules(
    numbers: .french, times: Noun("fois", "fois", .feminine), once: "une fois", range: ("", "à"), of: "sur", per: "par",
    pace: ("au", "aux"),
    sides: "côté jambe bras main pied sens direction série tour personne partenaire exercice atelier jour semaine",
    number: "numéro",
    signs: ["&": "et", "+": "plus", "±": "plus ou moins", "@": "à", "~": "environ", "≈": "environ", "=": "égale"],
    comparisons: ("en dessous de", "au-dessus de", "au moins", "au plus"), ratio: ("pour", "ratio rapport proportion"),
    minus: "moins",
    fractions: Fractions(
      names: [
        "1/2": "un demi", "1/3": "un tiers", "2/3": "deux tiers", "1/4": "un quart", "3/4": "trois quarts",
      ],
      half: [.masculine: "un demi-", .feminine: "une demi-"], of: ("de ", vowel: "d'"),
      mixed: [
        "1/2": "et demi", "1/3": "et un tiers", "2/3": "et deux tiers", "1/4": "et quart", "3/4": "trois quarts",
      ],
      mixedFeminine: ["1/2": "et demie"], followsNoun: true),
    measures: UnitTable(
      [
        .hour: Noun("heure", "heures", .feminine), .minute: Noun("minute", "minutes", .feminine, also: "mn"),
        .second: Noun("seconde", "secondes", .feminine), .meter: Noun("mètre", "mètres", .masculine),
        .kilometer: Noun("kilomètre", "kilomètres", .masculine),
        .centimeter: Noun("centimètre", "centimètres", .masculine),
        .millimeter: Noun("millimètre", "millimètres", .masculine), .mile: Noun("mile", "miles", .masculine),
        .kilogram: Noun("kilo", "kilos", .masculine), .gram: Noun("gramme", "grammes", .masculine),
        .pound: Noun("livre", "livres", .feminine), .liter: Noun("litre", "litres", .masculine, also: "L"),
        .milliliter: Noun("millilitre", "millilitres", .masculine), .calorie: Noun("calorie", "calories", .feminine),
        .kilocalorie: Noun("kilocalorie", "kilocalories", .feminine), .watt: Noun("watt", "watts", .masculine),
        .beatPerMinute: Noun("battement par minute", "battements par minute", .masculine),
        .turnPerMinute: Noun("tour par minute", "tours par minute", .masculine, also: "tr/min"),
        .strokePerMinute: Noun("coup par minute", "coups par minute", .masculine),
        .kilometerPerHour: Noun("kilomètre heure", "kilomètres heure", .masculine),
        .minutePerKilometer: Noun("minute au kilomètre", "minutes au kilomètre", .feminine),
        .repetition: Noun("répétition", "répétitions", .feminine, also: "rép réps"),
        .repetitionMaximum: Noun("R M", "R M"),
      ],
      others: [
        Noun("série", "séries", .feminine), Noun("fois", "fois", .feminine), Noun("tour", "tours", .masculine),
      ]),
    counted: """
      zone série round tour partie phase niveau semaine jour bloc exercice atelier côté étape séance circuit set numéro
      chapitre leçon km
      """,
    ordinals: frenchOrdinals, left: BodySide("G L g gche", [.masculine: "gauche", .feminine: "gauche"]),
    right: BodySide("D R d dr dte", [.masculine: "droit", .feminine: "droite"]),
    bodyParts: [
      .masculine: "bras pied côté genou coude poignet talon mollet œil",
      .feminine: "jambe main épaule hanche cheville cuisse fesse oreille narine",
    ],
    adjectivesFollow: true, prepositions: "de d",
    distances: """
      sprint sprints course courses courir navette navettes porter marche crawl ours crabe canard ramper rameur nage
      nager natation traîneau luge fentes farmer grimper grimpe grimpé
      """,
    minuteEfforts: "facile footing échauffement trot tranquille souple récupération",
    abbreviations: PronunciationTable([
      "récup.": "récupération", "éch.": "échauffement",
      "hiit": "hitte", "emom": "imome", "emoms": "imomes", "amrap": "amrape", "amraps": "amrapes", "KB": "kettlebell",
      "KBs": "kettlebells", "DB": "haltère", "BB": "barre", "G/D": "gauche et droite", "D/G": "droite et gauche",
      "(G)": "gauche", "(D)": "droite", "(G/D)": "gauche et droite", "(D/G)": "droite et gauche",
      "L/R": "gauche et droite", "HR": "fréquence cardiaque", "FC": "fréquence cardiaque", "RPE": "R P E",
      "max. rép": "maximum de répétitions", "c.-à-d.": "c'est-à-dire", "c-à-d": "c'est-à-dire", "av.": "avec",
      "max.": "maximum", "min.": "minimum", "env.": "environ",
      "p.ex.": "par exemple", "p. ex.": "par exemple", "etc.": "et cetera", "n°": "numéro",
      "N°": "numéro", "+/-": "plus ou moins",
    ]),
    agreement: { number, gender in
      guard gender == .feminine else { return nil }
      let ones = [
        1: "une", 21: "vingt et une", 31: "trente et une", 41: "quarante et une", 51: "cinquante et une",
        61: "soixante et une", 81: "quatre-vingt-une",
      ]
      return ones[number % 100].map { number < 100 ? $0 : "\(number / 100 * 100) \($0)" }
    })

  private static let frenchOrdinals: [String: [String]] = {
    // "Quatrième" loses an "e" and "quatre-vingtième" an "s", "cinquième" and "neuvième" change their last letters.
    let others = NumberNames.french.ordinals(from: 2) { number, name in
      let stem = name.hasSuffix("e") || number == 80 ? String(name.dropLast()) : name
      let spelt = stem.hasSuffix("neuf") ? stem.dropLast() + "v" : stem.hasSuffix("cinq") ? stem + "u" : stem
      return spelt + "ième"
    }
    let all = ["premier"] + others
    return [
      "er": ["premier"], "re": ["première"], "ère": ["première"], "e": all, "ᵉ": all, "è": all, "ème": all, "eme": all,
    ]
  }()
}

extension NumberNames {
  static let french = NumberNames(
    first: """
      zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit
      dix-neuf
      """,
    tens: "vingt trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix",
    countsByTwenties: true,
    joined: { ten, one in
      // "vingt et un", "soixante et onze", but "quatre-vingt-un".
      let isFour = ten == "quatre-vingts"
      if !isFour, one == "un" || one == "onze" { return "\(ten) et \(one)" }
      return "\(isFour ? String(ten.dropLast()) : ten)-\(one)"
    })
}
