import WorkoutModel

/// The numbers from 0 to 99 in words, for the names of files and for ordinals.
///
/// The synthesiser reads other digits itself.
package struct NumberNames: Sendable {
  private let language: Language
  /// The numbers from 0 on that follow no rule; and the multiples of 10.
  private let (first, tens): ([String], [String])

  /// The words in the language of a BCP 47 tag; English if the language has none here.
  package init(tag: String) {
    language = Language(tag: tag) ?? .english
    (first, tens) = Self.words(in: language)
  }

  package func name(of number: Int) -> String? {
    guard (0...99).contains(number) else { return nil }
    if number < first.count { return first[number] }
    let (ten, one) = number.quotientAndRemainder(dividingBy: 10)
    switch language {
    // French continues from 60 and 80 to 19.
    case .french where ten == 7 || ten == 9: return joined(tens[ten - 1], number - (ten - 1) * 10)
    default: return one == 0 ? tens[ten] : joined(tens[ten], one)
    }
  }

  /// The ordinals from the 13th to the 31st, with the endings below and from 20.
  func ordinals(_ ending: String, _ longEnding: String) -> [String] {
    (13...31).compactMap { number in name(of: number).map { $0 + (number < 20 ? ending : longEnding) } }
  }

  private func joined(_ ten: String, _ rest: Int) -> String {
    let one = first[rest]
    switch language {
    case .english: return "\(ten)-\(one)"
    case .german: return "\(rest == 1 ? "ein" : one)und\(ten)"
    case .dutch: return one + (one.hasSuffix("e") ? "ën" : "en") + ten
    case .spanish: return "\(ten) y \(one)"
    case .portuguese: return "\(ten) e \(one)"
    case .italian:
      let stem = rest == 1 || rest == 8 ? String(ten.dropLast()) : ten
      return stem + (rest == 3 ? "tré" : one)
    case .french:
      // "vingt et un", "soixante et onze", but "quatre-vingt-un".
      let isFour = ten == "quatre-vingts"
      if !isFour, rest == 1 || rest == 11 { return "\(ten) et \(one)" }
      return "\(isFour ? String(ten.dropLast()) : ten)-\(one)"
    }
  }

  private static func words(in language: Language) -> (first: [String], tens: [String]) {
    let (first, tens) =
      switch language {
      case .english:
        (
          "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
            + "seventeen eighteen nineteen",
          "twenty thirty forty fifty sixty seventy eighty ninety"
        )
      case .german:
        (
          "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn "
            + "siebzehn achtzehn neunzehn",
          "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig"
        )
      case .french:
        (
          "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept "
            + "dix-huit dix-neuf",
          "vingt trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix"
        )
      case .spanish:
        (
          "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis "
            + "diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco "
            + "veintiséis veintisiete veintiocho veintinueve",
          "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa"
        )
      case .italian:
        (
          "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici "
            + "diciassette diciotto diciannove",
          "venti trenta quaranta cinquanta sessanta settanta ottanta novanta"
        )
      case .portuguese:
        (
          "zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete "
            + "dezoito dezenove",
          "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa"
        )
      case .dutch:
        (
          "nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien "
            + "zeventien achttien negentien",
          "twintig dertig veertig vijftig zestig zeventig tachtig negentig"
        )
      }
    return (first.split(separator: " ").map(String.init), ["", ""] + tens.split(separator: " ").map(String.init))
  }
}
