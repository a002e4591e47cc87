import Testing
import TextNormalization
import WorkoutModel

@Suite struct `Numbers in words` {
  private func names(_ tag: String, _ numbers: [Int]) -> [String?] {
    numbers.map(NumberNames(tag: tag).name)
  }

  @Test func `are those of each language, with its exceptions`() {
    let numbers = [0, 3, 15, 21, 33, 71, 80, 81, 91, 99]
    let table: [(String, String)] = [
      ("en-GB", "zero three fifteen twenty-one thirty-three seventy-one eighty eighty-one ninety-one ninety-nine"),
      (
        "de",
        "null drei fünfzehn einundzwanzig dreiunddreißig einundsiebzig achtzig einundachtzig einundneunzig "
          + "neunundneunzig"
      ),
      (
        "nl",
        "nul drie vijftien eenentwintig drieëndertig eenenzeventig tachtig eenentachtig eenennegentig "
          + "negenennegentig"
      ),
      ("it", "zero tre quindici ventuno trentatré settantuno ottanta ottantuno novantuno novantanove"),
    ]
    for (tag, words) in table {
      #expect(names(tag, numbers) == words.split(separator: " ").map { String($0) }, "\(tag)")
    }
    #expect(names("es-MX", [16, 22, 31, 90]) == ["dieciséis", "veintidós", "treinta y uno", "noventa"])
    #expect(names("pt", [16, 22, 31]) == ["dezesseis", "vinte e dois", "trinta e um"])
    #expect(
      names("fr", [17, 21, 31, 70, 71, 77, 80, 81, 90, 91, 99]) == [
        "dix-sept", "vingt et un", "trente et un", "soixante-dix", "soixante et onze", "soixante-dix-sept",
        "quatre-vingts", "quatre-vingt-un", "quatre-vingt-dix", "quatre-vingt-onze", "quatre-vingt-dix-neuf",
      ])
    #expect(names("it", [28, 38, 40]) == ["ventotto", "trentotto", "quaranta"])
  }

  @Test(arguments: Language.allCases)
  func `differ for all hundred, and end there`(language: Language) {
    let names = NumberNames(tag: language.rawValue)
    #expect(Set((0...99).compactMap(names.name)).count == 100)
    #expect(names.name(of: -1) == nil && names.name(of: 100) == nil)
  }

  @Test func `are English in other languages`() { #expect(names("ja", [3]) == ["three"]) }
}
