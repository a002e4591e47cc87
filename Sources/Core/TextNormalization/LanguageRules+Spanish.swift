extension LanguageRules {
  static let spanish = LanguageRules(
    numbers: .spanish, times: Noun("vez", "veces", .feminine), once: "una vez", by: "por", range: ("", "a"), of: "de",
    per: "por", pace: ("por", "cada"),
    sides: "lado pierna brazo mano pie serie ronda vuelta persona pareja ejercicio estación día semana",
    number: "número",
    signs: [
      "&": "y", "+": "más", "±": "más menos", "@": "a", "~": "alrededor de", "≈": "alrededor de", "=": "igual a",
    ],
    comparisons: ("por debajo de", "por encima de", "al menos", "como máximo"),
    ratio: ("a", "ratio relación proporción"),
    minus: "menos",
    fractions: Fractions(
      names: [
        "1/2": "medio", "1/3": "un tercio", "2/3": "dos tercios", "1/4": "un cuarto", "3/4": "tres cuartos",
      ],
      half: [.masculine: "medio ", .feminine: "media "], of: ("de ", vowel: "de "),
      mixed: [
        "1/2": "y medio", "1/3": "y un tercio", "2/3": "y dos tercios", "1/4": "y cuarto", "3/4": "y tres cuartos",
      ],
      mixedFeminine: ["1/2": "y media"], followsNoun: true),
    measures: UnitTable(
      [
        .hour: Noun("hora", "horas", .feminine, also: "hs hrs"),
        .minute: Noun("minuto", "minutos", .masculine, also: "mins"),
        .second: Noun("segundo", "segundos", .masculine, also: "seg segs"),
        .meter: Noun("metro", "metros", .masculine, also: "mts mt"),
        .kilometer: Noun("kilómetro", "kilómetros", .masculine, also: "kms"),
        .centimeter: Noun("centímetro", "centímetros", .masculine),
        .millimeter: Noun("milímetro", "milímetros", .masculine), .mile: Noun("milla", "millas", .feminine),
        .kilogram: Noun("kilo", "kilos", .masculine, also: "kgs"),
        .gram: Noun("gramo", "gramos", .masculine, also: "gr"), .pound: Noun("libra", "libras", .feminine),
        .liter: Noun("litro", "litros", .masculine, also: "L"),
        .milliliter: Noun("mililitro", "mililitros", .masculine),
        .calorie: Noun("caloría", "calorías", .feminine), .kilocalorie: Noun("kilocaloría", "kilocalorías", .feminine),
        .watt: Noun("vatio", "vatios", .masculine),
        .beatPerMinute: Noun("pulsación por minuto", "pulsaciones por minuto", .feminine, also: "ppm lpm"),
        .turnPerMinute: Noun("revolución por minuto", "revoluciones por minuto", .feminine),
        .strokePerMinute: Noun("palada por minuto", "paladas por minuto", .feminine),
        .kilometerPerHour: Noun("kilómetro por hora", "kilómetros por hora", .masculine),
        .minutePerKilometer: Noun("minuto por kilómetro", "minutos por kilómetro", .masculine),
        .repetition: Noun("repetición", "repeticiones", .feminine), .repetitionMaximum: Noun("R M", "R M"),
      ],
      others: [
        Noun("serie", "series", .feminine), Noun("vez", "veces", .feminine), Noun("ronda", "rondas", .feminine),
        Noun("vuelta", "vueltas", .feminine),
      ]),
    counted: """
      zona serie ronda vuelta parte fase nivel semana día bloque ejercicio estación lado paso etapa sesión circuito set
      número capítulo lección km
      """,
    ordinals: ["º": ordinals("o"), "°": masculine, "ª": ordinals("a"), "er": masculine],
    left: BodySide("I L i izq izda izqda", [.masculine: "izquierdo", .feminine: "izquierda"]),
    right: BodySide("D R d der dcha dch", [.masculine: "derecho", .feminine: "derecha"]),
    bodyParts: [
      .masculine: "brazo pie lado hombro codo tobillo muslo talón glúteo ojo oído",
      .feminine: "pierna mano rodilla cadera muñeca pantorrilla oreja",
    ],
    adjectivesFollow: true,
    prepositions: "de del",
    distances: """
      sprint sprints carrera carreras correr corre cargar acarreo paseo arrastre gateo gatear oso cangrejo pato remo
      remar nado nadar natación trineo zancadas granjero farmer shuttle trepa trepar
      """,
    minuteEfforts: "suave trote calentamiento calentar fácil tranquilo rodaje recuperación",
    abbreviations: PronunciationTable([
      "HR": "frecuencia cardíaca", "FC": "frecuencia cardíaca", "máx. reps": "máximo de repeticiones",
      "desc.": "descanso", "rec.": "recuperación", "izq./der.": "izquierda y derecha",
      "hiit": "jit", "emom": "imom", "emoms": "imoms", "amrap": "amrap", "amraps": "amraps", "KB": "kettlebell",
      "KBs": "kettlebells", "DB": "mancuerna", "BB": "barra", "I/D": "izquierda y derecha",
      "D/I": "derecha e izquierda", "izq/der": "izquierda y derecha", "der/izq": "derecha e izquierda",
      "(I)": "izquierda", "(D)": "derecha", "(izq)": "izquierda", "(der)": "derecha", "izq.": "izquierda",
      "der.": "derecha", "L/R": "izquierda y derecha", "(I/D)": "izquierda y derecha", "c/": "con", "s/": "sin",
      "p/": "para", "máx.": "máximo", "mín.": "mínimo", "aprox.": "aproximadamente", "p. ej.": "por ejemplo",
      "etc.": "etcétera", "n.º": "número", "nº": "número", "Nº": "número", "+/-": "más menos", "c/u": "cada uno",
      "c/lado": "cada lado", "c/pierna": "cada pierna", "c/brazo": "cada brazo", "c/mano": "cada mano",
      "c/pie": "cada pie", "izq/dcha": "izquierda y derecha", "dcha/izq": "derecha e izquierda", "dcha.": "derecha",
      "izda.": "izquierda", "izda/dcha": "izquierda y derecha", "(dcha)": "derecha", "izq": "izquierda",
      "dcha": "derecha",
    ]),
    feminineEndings: "a as ión iones dad",
    particles: "a la las una para cada hasta contra ya sobre entre como solo más", usualGender: .masculine,
    agreement: spanishNumber)

  private static func ordinals(_ ending: String) -> [String] {
    let ones = ["primer", "segund", "tercer", "cuart", "quint", "sext", "séptim", "octav", "noven"].map { $0 + ending }
    let tens = [
      "vigésim", "trigésim", "cuadragésim", "quincuagésim", "sexagésim", "septuagésim", "octogésim", "nonagésim",
    ].map { $0 + ending }
    let teens =
      ["décim", "undécim", "duodécim"].map { $0 + ending }
      + ones[2...].map { ($0.first == "o" ? "decim" : "decimo") + $0 }
    return ones + teens + NumberNames.ordinals(tens: tens, ones: ones)
  }

  /// Before a noun.
  private static let masculine = ordinals("o").map { name in
    name.hasSuffix("primero") || name.hasSuffix("tercero") ? String(name.dropLast()) : name
  }

  /// "Uno" is shortened before a noun, and hundreds have a gender: "ciento un minutos", "doscientas repeticiones".
  private static let spanishNumber: @Sendable (Int, Gender) -> String? = { number, gender in
    guard gender != .other, number < 1000 else { return nil }
    let hundreds = gender == .feminine && number >= 200 ? feminineHundreds[number / 100 - 2] : nil
    guard let ones = spanishOnes(number % 100, gender) else {
      return hundreds.map { number % 100 == 0 ? $0 : "\($0) \(number % 100)" }
    }
    guard number > 100 else { return ones }
    return "\(hundreds ?? (number < 200 ? "ciento" : "\(number / 100 * 100)")) \(ones)"
  }

  private static func spanishOnes(_ number: Int, _ gender: Gender) -> String? {
    guard number % 10 == 1, number != 11 else { return nil }
    let isFeminine = gender == .feminine
    if number == 1 { return isFeminine ? "una" : "un" }
    if number == 21 { return isFeminine ? "veintiuna" : "veintiún" }
    let tens = ["treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"]
    return "\(tens[number / 10 - 3]) y \(isFeminine ? "una" : "un")"
  }

  private static let feminineHundreds = [
    "doscientas", "trescientas", "cuatrocientas", "quinientas", "seiscientas", "setecientas", "ochocientas",
    "novecientas",
  ]
}

extension NumberNames {
  static let spanish = NumberNames(
    first: """
      cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete
      dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete
      veintiocho veintinueve
      """,
    tens: "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    joined: { "\($0) y \($1)" })
}
