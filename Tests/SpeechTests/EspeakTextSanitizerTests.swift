import Speech
import TestSupport
import Testing

@Suite struct `The text sanitizer` {
  @Test(arguments: [
    ("Set 3 completing in", "Set 3 completing in"),
    ("  two\n\tlines\r\n", "two lines"),
    ("\u{1}b[[fUn\u{0}Em]] <audio src='/etc/passwd'> & more", "b fUnEm audio src='/etc/passwd' more"),
    ("[<[x]>]", "x"),
    ("s'''t ’’ \"", "s't ’ \""),
    ("wait......!!!!!", "wait...!!!"),
    ("go\u{200D}\u{202E}\u{FEFF} 💪🏽🏳️‍🌈 ❤️ ✔ →", "go"),
    ("20° 5% ½ €3", "20° 5% ½ €3"),
    ("نرم\u{200C}کردن क्\u{200D}ष Lie\u{AD}ge", "نرم\u{200C}کردن क्ष Liege"),
    ("\u{FFFD}\u{E000}\u{85}", ""),
    ("...", "..."),
    ("", ""),
  ])
  func `keeps words and drops what the synthesiser would obey or choke on`(text: String, expected: String) {
    #expect(Array(EspeakTextSanitizer.speakable(text).unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test(arguments: [
    ("e\u{301}te\u{301}", "\u{E9}t\u{E9}"),
    ("u\u{308}ben, A\u{30A}", "\u{FC}ben, \u{C5}"),
    ("vie\u{323}\u{302}t", "vi\u{1EC7}t"),
    ("\u{438}\u{306}", "\u{439}"),
    ("\u{1112}\u{1161}\u{11AB}", "\u{D55C}"),
    ("e\u{200D}\u{301}", "\u{E9}"),
    ("q\u{301}", "q\u{301}"),
  ])
  func `puts letters and their accents together`(text: String, expected: String) {
    #expect(Array(EspeakTextSanitizer.speakable(text).unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test func `breaks a run without spaces after forty scalars`() {
    let words = EspeakTextSanitizer.speakable(String(repeating: "s'", count: 110)).split(separator: " ")
    #expect(words.map(\.unicodeScalars.count) == [40, 40, 40, 40, 40, 20])
  }

  @Test func `stops after three hundred scalars`() {
    #expect(EspeakTextSanitizer.speakable(String(repeating: "ab ", count: 5_000)).unicodeScalars.count == 299)
    #expect(EspeakTextSanitizer.speakable(String(repeating: "xy", count: 5_000)).unicodeScalars.count == 300)
  }

  @Test(arguments: [UInt64(1), 20_260_301])
  func `holds its law and its limits for any text`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for round in 0..<2_000 {
      let text = String(String.UnicodeScalarView((0..<random.below(500)).map { _ in random.scalar() }))
      let once = EspeakTextSanitizer.speakable(text)
      let scalars = Array(once.unicodeScalars)
      let note = Comment(rawValue: "seed \(seed), round \(round)")
      #expect(EspeakTextSanitizer.speakable(once).unicodeScalars.elementsEqual(scalars), note)
      #expect(scalars.count <= EspeakTextSanitizer.maximumScalars, note)
      #expect(scalars.split(separator: " ").allSatisfy { $0.count <= EspeakTextSanitizer.maximumRun }, note)
      #expect(
        !scalars.contains { $0.value < 32 || (127..<160).contains($0.value) || "<>&[]".contains(Character($0)) }, note)
    }
  }
}

extension SplitMix64 {
  /// A scalar of the kinds that matter to a speech synthesiser, seldom any other.
  mutating func scalar() -> Unicode.Scalar {
    let kinds: [ClosedRange<UInt32>] = [
      0...31, 32...126, 97...122, 127...255, 0x300...0x30F, 0x390...0x3FF, 0x200B...0x200F, 0x2190...0x21FF,
      0xAC00...0xAC20, 0x1100...0x11FF, 0x1F300...0x1F3FF, 0...0x10FFFF,
    ]
    let kind = kinds[below(kinds.count)]
    return Unicode.Scalar(kind.lowerBound + UInt32(below(kind.count))) ?? "'"
  }
}
