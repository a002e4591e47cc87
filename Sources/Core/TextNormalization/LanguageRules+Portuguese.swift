extension LanguageRules {
  static let portuguese = portuguese(kilometer: "quilômetro")
  static let europeanPortuguese = portuguese(kilometer: "quilómetro")

  private static func portuguese(kilometer: String) -> LanguageRules {
    LanguageRules(
      numbers: .portuguese, times: Noun("vez", "vezes", .feminine), once: "uma vez", range: ("", "a"), of: "de",
      per: "por", pace: ("por", "a cada"),
      sides: "lado perna braço mão pé série volta pessoa dupla exercício estação dia semana rodada",
      number: "número",
      signs: ["&": "e", "+": "mais", "±": "mais ou menos", "@": "a", "~": "cerca de", "≈": "cerca de", "=": "igual a"],
      comparisons: ("abaixo de", "acima de", "pelo menos", "no máximo"), ratio: ("para", "razão relação proporção"),
      fractions: Fractions(
        names: [
          "1/2": "meio", "1/3": "um terço", "2/3": "dois terços", "1/4": "um quarto", "3/4": "três quartos",
        ],
        half: [.masculine: "meio ", .feminine: "meia "], of: ("de ", vowel: "de "),
        mixed: [
          "1/2": "e meio", "1/3": "e um terço", "2/3": "e dois terços", "1/4": "e um quarto", "3/4": "e três quartos",
        ],
        mixedFeminine: ["1/2": "e meia"], followsNoun: true),
      measures: UnitTable(
        [
          .hour: Noun("hora", "horas", .feminine, also: "hs"),
          .minute: Noun("minuto", "minutos", .masculine, also: "mins"),
          .second: Noun("segundo", "segundos", .masculine, also: "seg segs"),
          .meter: Noun("metro", "metros", .masculine, also: "mts"),
          .kilometer: Noun("\(kilometer)", "\(kilometer)s", .masculine),
          .centimeter: Noun("centímetro", "centímetros", .masculine),
          .millimeter: Noun("milímetro", "milímetros", .masculine), .mile: Noun("milha", "milhas", .feminine),
          .kilogram: Noun("quilo", "quilos", .masculine), .gram: Noun("grama", "gramas", .masculine, also: "gr"),
          .pound: Noun("libra", "libras", .feminine), .liter: Noun("litro", "litros", .masculine, also: "L"),
          .milliliter: Noun("mililitro", "mililitros", .masculine), .calorie: Noun("caloria", "calorias", .feminine),
          .kilocalorie: Noun("quilocaloria", "quilocalorias", .feminine), .watt: Noun("watt", "watts", .masculine),
          .beatPerMinute: Noun("batimento por minuto", "batimentos por minuto", .masculine),
          .turnPerMinute: Noun("rotação por minuto", "rotações por minuto", .feminine),
          .strokePerMinute: Noun("remada por minuto", "remadas por minuto", .feminine),
          .kilometerPerHour: Noun("\(kilometer) por hora", "\(kilometer)s por hora", .masculine),
          .minutePerKilometer: Noun("minuto por \(kilometer)", "minutos por \(kilometer)", .masculine),
          .repetition: Noun("repetição", "repetições", .feminine), .repetitionMaximum: Noun("R M", "R M"),
        ],
        others: [
          Noun("série", "séries", .feminine), Noun("vez", "vezes", .feminine), Noun("volta", "voltas", .feminine),
          Noun("rodada", "rodadas", .feminine),
        ]),
      counted: """
        zona série rodada round volta parte fase nível semana dia bloco exercício estação lado passo etapa sessão
        circuito set número capítulo lição km
        """,
      ordinals: ["º": ordinals("o"), "°": ordinals("o"), "ª": ordinals("a")],
      left: BodySide("E L e esq", [.masculine: "esquerdo", .feminine: "esquerda"]),
      right: BodySide("D R d dir", [.masculine: "direito", .feminine: "direita"]),
      bodyParts: bodyParts, adjectivesFollow: true, prepositions: "de",
      distances: """
        sprint sprints tiro tiros corrida correr corra transporte caminhada urso caranguejo pato remo remar nado nadar
        natação trenó afundos passada fazendeiro farmer shuttle escalada escalar
        """,
      minuteEfforts: "leve trote aquecimento fácil tranquilo tranquila recuperação solto",
      abbreviations: PronunciationTable([
        "HR": "frequência cardíaca", "FC": "frequência cardíaca", "RPE": "R P E",
        "máx. reps": "máximo de repetições", "desc.": "descanso", "rec.": "recuperação",
        "esq./dir.": "esquerda e direita",
        "hiit": "hit", "emom": "imom", "emoms": "imoms", "amrap": "amrap", "amraps": "amraps", "KB": "kettlebell",
        "KBs": "kettlebells", "DB": "halter", "BB": "barra", "E/D": "esquerda e direita", "D/E": "direita e esquerda",
        "esq/dir": "esquerda e direita", "dir/esq": "direita e esquerda", "(E)": "esquerda", "(D)": "direita",
        "(esq)": "esquerda", "(dir)": "direita", "esq.": "esquerda", "dir.": "direita", "(E/D)": "esquerda e direita",
        "L/R": "esquerda e direita", "c/": "com", "s/": "sem", "p/": "para", "máx.": "máximo", "mín.": "mínimo",
        "aprox.": "aproximadamente", "p. ex.": "por exemplo", "etc.": "etcétera", "n.º": "número", "nº": "número",
        "+/-": "mais ou menos",
      ]),
      feminineEndings: "a as ção ções são sões xão xões",
      particles: "a as da na uma duas para cada contra toda todas dia dias",
      agreement: portugueseNumber)
  }

  private static let bodyParts: [Gender: WordList] = [
    .masculine: "braço pé lado joelho ombro cotovelo tornozelo quadril punho glúteo calcanhar olho ouvido",
    .feminine: "perna mão coxa panturrilha narina orelha",
  ]

  private static func ordinals(_ ending: String) -> [String] {
    let ones = ["primeir", "segund", "terceir", "quart", "quint", "sext", "sétim", "oitav", "non"].map { $0 + ending }
    let tens = [
      "décim", "vigésim", "trigésim", "quadragésim", "quinquagésim", "sexagésim", "septuagésim", "octogésim",
      "nonagésim",
    ].map { $0 + ending }
    return ones + NumberNames.ordinals(tens: tens, ones: ones)
  }

  /// One, two and the hundreds have a gender: "cento e duas", "duzentas repetições".
  private static let portugueseNumber: @Sendable (Int, Gender) -> String? = { number, gender in
    guard gender == .feminine, number < 1000 else { return nil }
    let rest = number % 100
    let ones = portugueseOnes(rest)
    guard number >= 100 else { return ones }
    guard number >= 200 else { return ones.map { "cento e \($0)" } }
    let hundreds = [
      "duzentas", "trezentas", "quatrocentas", "quinhentas", "seiscentas", "setecentas", "oitocentas", "novecentas",
    ][number / 100 - 2]
    return rest == 0 ? hundreds : "\(hundreds) e \(ones ?? "\(rest)")"
  }

  private static func portugueseOnes(_ number: Int) -> String? {
    let one = number % 10
    guard one == 1 || one == 2, number != 11, number != 12 else { return nil }
    let ending = one == 1 ? "uma" : "duas"
    guard number > 2 else { return ending }
    let tens = ["vinte", "trinta", "quarenta", "cinquenta", "sessenta", "setenta", "oitenta", "noventa"]
    return "\(tens[number / 10 - 2]) e \(ending)"
  }
}

extension NumberNames {
  static let portuguese = NumberNames(
    first: """
      zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito
      dezenove
      """,
    tens: "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa",
    joined: { "\($0) e \($1)" })
}
