import Testing
import TextNormalization
import WorkoutModel

@Suite struct `A sign of comparison` {
  private func expect(_ tag: String, _ cases: [(String, String)], sourceLocation: SourceLocation = #_sourceLocation) {
    let normalizer = TextNormalizer(tag: tag)
    for (written, said) in cases {
      let spoken = normalizer.spoken(written)
      #expect(spoken == said, "\(tag): \(written)", sourceLocation: sourceLocation)
      #expect(normalizer.spoken(spoken) == said, "\(tag): \(written), spelt out twice", sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: [
    ("en", "heart rate", "below", "above", "at least", "at most"),
    ("de", "Herzfrequenz", "unter", "über", "mindestens", "höchstens"),
    ("fr", "fréquence cardiaque", "en dessous de", "au-dessus de", "au moins", "au plus"),
    ("es", "frecuencia cardíaca", "por debajo de", "por encima de", "al menos", "como máximo"),
    ("it", "frequenza cardiaca", "sotto", "sopra", "almeno", "al massimo"),
    ("pt", "frequência cardíaca", "abaixo de", "acima de", "pelo menos", "no máximo"),
    ("nl", "hartfrequentie", "onder", "boven", "minstens", "hoogstens"),
  ])
  func `is a word before a value, in each language`(
    tag: String, heartRate: String, below: String, above: String, atLeast: String, atMost: String
  ) {
    for (signs, words) in [(["<"], below), ([">"], above), (["≥", ">=", "≧"], atLeast), (["≤", "<=", "=<"], atMost)] {
      for sign in signs {
        expect(
          tag,
          [
            ("HR \(sign) 120", "\(heartRate) \(words) 120"), ("HR\(sign)120", "\(heartRate) \(words) 120"),
            ("\(sign) 65%", "\(words) 65%"), ("\(sign)65% HR", "\(words) 65% \(heartRate)"),
            ("RPE 8, \(sign) 90", TextNormalizer(tag: tag).spoken("RPE 8") + ", \(words) 90"),
            ("Squat \(sign) 24 x", "Squat \(words) " + TextNormalizer(tag: tag).spoken("24 x")),
          ])
      }
    }
    for arrow in ["->", "-->", "=>", "==>", "→", "⇒", "➡️"] {
      expect(tag, [("Squat \(arrow) Press", "Squat, Press"), ("Squat\(arrow)Press", "Squat, Press")])
    }
  }

  @Test func `is a word before units, times, zones and what is compared in training`() {
    expect(
      "en",
      [
        ("Row < 24 strokes", "Row below 24 strokes"), ("<120bpm", "below 120 beats per minute"),
        (">= 80 rpm", "at least 80 revolutions per minute"), ("pace < 5:00/km", "pace below 5 minutes per kilometer"),
        ("<:30", "below 30 seconds"), ("< 1/2", "below half"), ("HR > Z2", "heart rate above Z2"),
        ("> zone 3", "above zone 3"), ("Power > FTP", "Power above FTP"), ("≤ threshold", "at most threshold"),
        ("60 < HR < 80", "60 below heart rate below 80"), ("RPE <3", "RPE below 3"), ("<3 min", "below 3 minutes"),
        ("HR = 140", "heart rate is 140"),
      ])
  }

  @Test(arguments: [
    "I <3 this", "Squat > Press", "Warm-up > Main > Cool", "10 > 8 > 6", "60% > 70% > 80%", "5 reps > 3 reps",
    "Z1 > Z2", "3 <", "> :)",
  ])
  func `stays where it may be a heart or an arrow`(text: String) { expect("en", [(text, text)]) }

  @Test func `stays in a language without rules`() { expect("sv", [("HR < 120", "HR < 120")]) }
}

@Suite struct `A ratio` {
  @Test(arguments: [
    ("en", "two to one", "ratio"), ("de", "zwei zu eins", "Verhältnis"), ("fr", "deux pour un", "rapport"),
    ("es", "dos a uno", "relación"), ("it", "due a uno", "rapporto"), ("pt", "dois para um", "relação"),
    ("nl", "twee op een", "verhouding"),
  ])
  func `is said as one, and a time as a time`(tag: String, said: String, name: String) {
    let normalizer = TextNormalizer(tag: tag)
    #expect(normalizer.spoken("2:1") == said)
    #expect(normalizer.spoken("\(name) 2:1 x") == "\(name) \(said) x")
    #expect(normalizer.spoken("1:10").contains("10"))
    let named = normalizer.spoken("\(name) 1:10")
    #expect(named.hasPrefix("\(name) ") && !named.contains("1") && !named.contains(":"), "\(named)")
    #expect(normalizer.spoken(named) == named)
  }

  @Test func `may have three parts, but no sign of time and no hour`() {
    let normalizer = TextNormalizer(tag: "en")
    let table = [
      ("1:4:2 breathing", "one to four to two breathing"), ("4:1 work:rest", "four to one work:rest"),
      ("1:30 rest", "1 minute 30 seconds rest"), ("3:75", "3:75"), ("1:2:30", "1:2:30"), ("2:1:", "two to one:"),
    ]
    for (written, said) in table { #expect(normalizer.spoken(written) == said, "\(written)") }
  }
}
