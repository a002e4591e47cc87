import Glibc
import SessionReporting
import Testing

@Suite struct `A column width` {
  @Test(arguments: [
    ("Tabata", 6), ("Übung – 20 s", 12), ("日本語", 6), ("ｗｉｄｅ", 8), ("한국어", 6), ("\u{1112}\u{1161}\u{11AB}", 2),
    ("e\u{301}a\u{308}", 2), ("💪", 2), ("🇩🇪", 2), ("עברית", 5), ("ไทย", 3), ("█▏·", 3), ("", 0), ("\u{FFFD}", 1),
    ("نرم\u{200C}کردن", 7), ("🏃\u{200D}♀️", 3), ("🏴\u{E0067}\u{E007F}", 2), ("Lie\u{AD}ge", 6),
  ])
  func `is what the text takes on a terminal`(text: String, columns: Int) {
    #expect(ColumnWidth.of(text) == columns)
  }

  @Test func `is that of the C library, for every character that its older tables know`() throws {
    let locale = unsafe try #require(unsafe newlocale(Int32(1 << LC_CTYPE), "C.UTF-8", nil))
    let before = unsafe uselocale(locale)
    defer {
      unsafe uselocale(before)
      unsafe freelocale(locale)
    }
    // The headers declare it for C programs that ask for it only.
    let symbol = unsafe try #require(unsafe dlsym(nil, "wcwidth"))
    let width = unsafe unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Int32).self)
    // Wide since Unicode 16.0; a mark that takes a column now; circled numbers that only this library widens.
    let changed: [ClosedRange<UInt32>] = [
      0x2630...0x2637, 0x268A...0x268F, 0x4DC0...0x4DFF, 0x1D300...0x1D356, 0x1D360...0x1D376, 0x1171E...0x1171E,
      0x3248...0x324F,
    ]
    var compared = 0
    for value in UInt32(0x20)...0x3FFFF {
      guard let scalar = Unicode.Scalar(value), let age = scalar.properties.age, age.major <= 14,
        !changed.contains(where: { $0.contains(value) })
      else { continue }
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: continue
      default: break
      }
      compared += 1
      #expect(ColumnWidth.of(scalar) == width(Int32(value)), "U+\(String(value, radix: 16))")
    }
    #expect(compared > 140_000)
  }
}
