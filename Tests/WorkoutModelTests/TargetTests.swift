import Testing
import WorkoutModel

@Suite struct `A target` {
  @Test(arguments: [
    "95%", "62.5%", "88-94%", "ramp 50-75%", "ramp 75-50%", "220w", "200-220w", "Z4", "Z2-Z3", "80% HR", "70-80% HR",
    "95% LTHR", "145bpm", "140-150bpm", "Z2 HR", "5:30/km pace", "5:30-5:00/km pace", "8:00/mi pace", "1:45/100m pace",
    "2:00.5/500m pace", "90% pace", "Z3 pace", "90rpm", "85-95rpm", "95% 90rpm", "88-94% 85-95rpm 150bpm",
  ])
  func `is understood, and written as it was`(_ text: String) throws {
    let parts = try #require(Target(text).parts)
    #expect(Target(parts).description == text)
  }

  @Test(
    arguments: zip(
      ["95 %", "220W", "z4", "Z2-3", "80% hr", "95% FTP", "Z4 Power", "5:30/km", "RAMP 50-75%", "090.50%"],
      [nil, "220w", "Z4", "Z2-Z3", "80% HR", "95%", "Z4", "5:30/km pace", "ramp 50-75%", "90.5%"]))
  func `is understood in other spellings, or left alone`(_ text: String, _ expected: String?) {
    #expect(Target(text).parts.map { Target($0).description } == expected)
  }

  @Test(arguments: [
    "", " ", "hard", "95", "%", "-5%", "95%%", "1-2-3%", "ramp", "ramp 95%", "ramp 95-95%", "5:3/km", "5:60/km", "5/km",
    "Z", "Zx", "1e30%", "99999999999999999999%", "5:30-/km", "0x10%", "95% fast", "٩٥%", "1.00000001%",
  ])
  func `of other words is left alone`(_ text: String) {
    #expect(Target(text).parts == nil)
    #expect(Target(text).description == text)
  }

  @Test func `of random signs never traps`() {
    var random = SeededRandom(seed: 20)
    let signs = Array("0123456789.-:%wZrbpmkm/ HRacel").map(String.init)
    for _ in 0..<20_000 {
      let text = (0..<random.below(12)).map { _ in signs[random.below(signs.count)] }.joined()
      if let parts = Target(text).parts {
        #expect(Target(Target(parts).description).parts == parts, "seed 20: \(text)")
      }
    }
  }

  private static let spoken: [(tag: String, words: [String])] = [
    ("en", ["95 per cent", "from 50 to 75 per cent, 90 revolutions", "zone 4", "5 minutes 30 seconds per kilometre"]),
    ("de", ["95 Prozent", "von 50 bis 75 Prozent, 90 Umdrehungen", "Zone 4", "5 Minuten 30 Sekunden pro Kilometer"]),
    ("fr", ["95 pour cent", "de 50 à 75 pour cent, 90 tours", "zone 4", "5 minutes 30 secondes au kilomètre"]),
    (
      "es",
      ["95 por ciento", "de 50 a 75 por ciento, 90 revoluciones", "zona 4", "5 minutos 30 segundos por kilómetro"]
    ),
    ("it", ["95 per cento", "da 50 a 75 per cento, 90 pedalate", "zona 4", "5 minuti 30 secondi al chilometro"]),
    ("pt", ["95 por cento", "de 50 a 75 por cento, 90 rotações", "zona 4", "5 minutos 30 segundos por quilómetro"]),
    ("nl", ["95 procent", "van 50 tot 75 procent, 90 omwentelingen", "zone 4", "5 minuten 30 seconden per kilometer"]),
  ]

  @Test(arguments: spoken) func `is said in seven languages`(_ tag: String, _ words: [String]) {
    let targets = ["95%", "ramp 50-75% 90rpm", "Z4", "5:30/km pace"].map { Target($0) }
    #expect(targets.map(BuiltInPhrases(tag: tag).target) == words)
  }

  @Test(
    arguments: zip(
      [
        "80% HR", "88-94% LTHR", "145bpm", "1w", "Z2 HR", "Z2-Z3 pace", "90% pace", "8:00/mi pace", "all out",
        "< 65% HR",
        ">= 80rpm", "HR < 120",
      ],
      [
        "80 per cent of maximum heart rate", "88 to 94 per cent of threshold heart rate", "145 beats per minute",
        "1 watt", "heart rate zone 2", "pace zone 2 to 3", "90 per cent of threshold pace", "8 minutes per mile",
        "all out", "< 65 per cent of maximum heart rate", ">= 80 revolutions", "HR < 120",
      ]))
  func `is said whatever it measures, or as it is written`(_ text: String, _ words: String) {
    #expect(BuiltInPhrases(tag: "en").target(Target(text)) == words)
  }
}
