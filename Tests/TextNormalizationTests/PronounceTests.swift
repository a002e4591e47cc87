import TestSupport
import Testing
import TextNormalization
import WorkoutModel

@Suite struct `A word that the author has said how to pronounce` {
  @Test(arguments: [
    (["Qi": "chee"], "Qi flow, qi", "chee flow, qi"),
    (["qi": "chee"], "Qi flow, QI", "chee flow, chee"),
    (["qi": "chee"], "qigong, Iraqi", "qigong, Iraqi"),
    (["surya namaskar": "soorya"], "Surya  Namaskar A", "soorya A"),
    (["Surya": "soorya", "Surya Namaskar": "sun salutation"], "Surya Namaskar", "sun salutation"),
    (["m": "meters"], "Run 5m, 10 m", "Run 5 meters, 10 meters"),
    (["m": "em"], "Run 5m", "Run 5 em"),
    (["KB": "K B"], "KB swings 10kg", "K B swings 10 kilos"),
    (["3x12": "three by twelve"], "3x12 and 3x120", "three by twelve and 3 times 120"),
    (["+": "and then"], "Squat + press", "Squat and then press"),
    (["Turn II": "3x12"], "Turn II", "3x12"),
    (["KB": "one", "kb": "two"], "KB Kb", "one two"),
  ])
  func `replaces each whole word, and is not changed again`(
    pronounce: [String: String], written: String, said: String
  ) {
    #expect(TextNormalizer(tag: "en", pronounce: pronounce).spoken(written) == said)
  }

  @Test func `is said so in any language`() {
    #expect(TextNormalizer(tag: "sv", pronounce: ["hiit": "hitt"]).spoken("10HIIT 3x12") == "10 hitt 3x12")
  }
}

@Suite struct `Spelling out` {
  private static let scraps = [
    "3", "12", "1", "0", "1.5", "1,000", "99999999999999999999", "x", "X", "×", "/", "-", "–", ":", " ", " ", " ", "kg",
    "s", "m", "min", "h", "'", "\"", "½", "II", "IV", "X", "Set", "Satz", "KB", "T2B", "L/R", "w/", "&", "+", "@", "#",
    "~", ".", ",", "(", ")", "é", "e\u{301}", "💪🏽", "\n", "₂", "٣", "→", "HIIT", "reps", "1/2", "\u{200D}",
    "000", "''", "c/u", "M", "rd", "e", "box", "sprint", "am", "de", "1.", "I", "1:30", "/km", "side", "+/-", "-min",
  ]

  @Test(arguments: Language.allCases)
  func `changes nothing that has been spelt out, and comes to an end on anything`(language: Language) {
    let seed: UInt64 = 4_711
    var random = SplitMix64(seed: seed)
    let normalizer = TextNormalizer(tag: language.rawValue, pronounce: ["3": "three", "set": "set"])
    for round in 0..<4_000 {
      let text = (0..<random.below(12)).map { _ in Self.scraps[random.below(Self.scraps.count)] }.joined()
      let once = normalizer.spoken(text)
      #expect(once.count <= 40 + 40 * text.count, "seed \(seed), round \(round): \(text)")
    }
    let plain = TextNormalizer(tag: language.rawValue)
    for text in ["3x12", "10kg", "1:30", "8-12 reps", "3/4", "Set 1/3", "HIIT & KB", "40/20", "Part II", "1x", "21 h"] {
      let once = plain.spoken(text)
      #expect(plain.spoken(once) == once, "\(text)")
    }
  }
}
