extension LanguageRules {
  static let italian = LanguageRules(
    numbers: .italian, times: Noun("volta", "volte", .feminine), once: "una volta", by: "per", range: ("da ", "a"),
    rangeOpeners: "da dalle dai dagli tra fra", of: "di", per: "per",
    pace: ("al", "ogni"),
    sides: "lato gamba braccio mano piede direzione serie giro persona esercizio stazione giorno settimana parte",
    number: "numero",
    signs: ["&": "e", "+": "più", "±": "più o meno", "@": "a", "~": "circa", "≈": "circa", "=": "uguale"],
    comparisons: ("sotto", "sopra", "almeno", "al massimo"), ratio: ("a", "rapporto ratio"),
    fractions: Fractions(
      names: [
        "1/2": "mezzo", "1/3": "un terzo", "2/3": "due terzi", "1/4": "un quarto", "3/4": "tre quarti",
      ],
      half: [.masculine: "mezzo ", .feminine: "mezza "], of: ("di ", vowel: "d'"),
      mixed: [
        "1/2": "e mezzo", "1/3": "e un terzo", "2/3": "e due terzi", "1/4": "e un quarto", "3/4": "e tre quarti",
      ],
      mixedFeminine: ["1/2": "e mezza"], followsNoun: true, special: ["1/2 ora": "mezz'ora"]),
    measures: UnitTable(
      [
        .hour: Noun("ora", "ore", .feminine), .minute: Noun("minuto", "minuti", .masculine),
        .second: Noun("secondo", "secondi", .masculine), .meter: Noun("metro", "metri", .masculine, also: "mt"),
        .kilometer: Noun("chilometro", "chilometri", .masculine),
        .centimeter: Noun("centimetro", "centimetri", .masculine),
        .millimeter: Noun("millimetro", "millimetri", .masculine), .mile: Noun("miglio", "miglia", .masculine),
        .kilogram: Noun("chilo", "chili", .masculine), .gram: Noun("grammo", "grammi", .masculine, also: "gr"),
        .pound: Noun("libbra", "libbre", .feminine), .liter: Noun("litro", "litri", .masculine),
        .milliliter: Noun("millilitro", "millilitri", .masculine), .calorie: Noun("caloria", "calorie", .feminine),
        .kilocalorie: Noun("chilocaloria", "chilocalorie", .feminine), .watt: Noun("watt", "watt", .masculine),
        .beatPerMinute: Noun("battito al minuto", "battiti al minuto", .masculine),
        .turnPerMinute: Noun("giro al minuto", "giri al minuto", .masculine, also: "giri/min"),
        .strokePerMinute: Noun("colpo al minuto", "colpi al minuto", .masculine),
        .kilometerPerHour: Noun("chilometro all'ora", "chilometri all'ora", .masculine),
        .minutePerKilometer: Noun("minuto al chilometro", "minuti al chilometro", .masculine),
        .repetition: Noun("ripetizione", "ripetizioni", .feminine, also: "rip"), .repetitionMaximum: Noun("R M", "R M"),
      ],
      others: [
        Noun("giro", "giri", .masculine), Noun("volta", "volte", .feminine), Noun("serie", "serie", .feminine),
      ]),
    counted: """
      zona serie giro round parte fase livello settimana giorno blocco esercizio stazione lato passo tappa sessione
      circuito set numero capitolo lezione km
      """,
    ordinals: ["º": ordinals("o"), "°": ordinals("o"), "ª": ordinals("a")],
    left: BodySide("S L s sx sin", [.masculine: "sinistro", .feminine: "sinistra"]),
    right: BodySide("D R d dx des", [.masculine: "destro", .feminine: "destra"]),
    bodyParts: [
      .masculine: "braccio piede lato ginocchio gomito fianco polso tallone polpaccio gluteo occhio orecchio",
      .feminine: "gamba mano spalla anca caviglia coscia narice",
    ],
    adjectivesFollow: true, prepositions: "di d",
    distances: """
      sprint scatto scatti corsa correre corri navetta trasporto camminata orso granchio papera anatra remo remare
      vogatore nuoto nuotare slitta affondi farmer farmers shuttle crawl arrampicata fune
      """,
    minuteEfforts: "facile lenta lento riscaldamento tranquilla tranquillo defaticamento recupero",
    abbreviations: PronunciationTable([
      "HR": "frequenza cardiaca", "FC": "frequenza cardiaca", "RPE": "R P E", "ad es.": "ad esempio",
      "max. rip": "massimo di ripetizioni", "rec.": "recupero", "risc.": "riscaldamento",
      "hiit": "it", "emom": "imom", "emoms": "imom", "amrap": "amrap", "amraps": "amrap", "KB": "kettlebell",
      "KBs": "kettlebell", "DB": "manubrio", "BB": "bilanciere", "S/D": "sinistra e destra", "D/S": "destra e sinistra",
      "sx/dx": "sinistra e destra", "dx/sx": "destra e sinistra", "sx": "sinistra", "dx": "destra", "(sx)": "sinistra",
      "(dx)": "destra", "sx.": "sinistra", "dx.": "destra", "(sx/dx)": "sinistra e destra",
      "(dx/sx)": "destra e sinistra", "L/R": "sinistra e destra", "c/": "con", "max.": "massimo", "min.": "minimo",
      "ca.": "circa", "p. es.": "per esempio", "ecc.": "eccetera", "n.": "numero", "nº": "numero", "+/-": "più o meno",
    ]),
    feminineEndings: "a ione", particles: "a da la una alla dalla della ora",
    elides: true,
    agreement: { number, gender in
      switch (number, gender) {
      case (1, .masculine): "un"
      case (1, .feminine): "una"
      default: nil
      }
    })

  private static func ordinals(_ ending: String) -> [String] {
    let first = ["prim", "second", "terz", "quart", "quint", "sest", "settim", "ottav", "non", "decim"]
    // "Ventitreesimo" and "ventiseiesimo" keep the vowel that the others lose.
    let others = NumberNames.italian.ordinals(from: 11) { number, name in
      let stem = String(name.dropLast())
      return (number % 10 == 3 && number > 13 ? stem + "e" : number % 10 == 6 && number > 16 ? name : stem) + "esim"
    }
    return (first + others).map { $0 + ending }
  }
}

extension NumberNames {
  static let italian = NumberNames(
    first: """
      zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici
      diciassette diciotto diciannove
      """,
    tens: "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
    joined: { ten, one in
      let stem = one == "uno" || one == "otto" ? String(ten.dropLast()) : ten
      return stem + (one == "tre" ? "tré" : one)
    })
}
