import SessionControl
import Testing

@Suite struct `A key of a terminal` {
  private static let functions: Set<Character> = Set("pijruUmq<>?+-90 ")

  /// The keys of a text as a user in a locale types it; a dot stands for none.
  private func keys(_ text: String, in locale: String = "en_US.UTF-8") -> String {
    var layouts = KeyboardLayouts(locale: locale)
    return String(text.map { layouts.key(of: $0, hasFunction: Self.functions.contains) ?? "." })
  }

  @Test(arguments: [
    ("en_US.UTF-8", "pijruUmq<>?+-90 ", "pijruUmq<>?+-90 "), ("en_US.UTF-8", "PIJRMQ", "pijrmq"),
    ("ru_RU.UTF-8", "зшокгГьй", "pijruUmq"), ("en_US.UTF-8", "ЗШОКЬЙБЮ", "pijrmq<>"),
    ("uk_UA.UTF-8", "зшокгГьйіїє", "pijruUmq..."), ("bg_BG.UTF-8", "пийруУмя", "pijruUmq"),
    ("bg_BG", "зстк,", "pijuq"), ("sr_RS.UTF-8", "пијруУмљ", "pijruUmq"), ("", "πιξρθΘμ;", "pijruUmq"),
    ("he_IL.UTF-8", "פןחרוצ/", "pijrumq"), ("ar_EG.UTF-8", "حهتقعةض؟", "pijrumq?"), ("", "ﻻلا٩٠", "...90"),
  ])
  func `has the function of its key on layouts of other scripts`(locale: String, typed: String, expected: String) {
    #expect(keys(typed, in: locale) == expected)
  }

  @Test func `has none where it is another on a Latin layout`() {
    #expect(keys(";/,.é九") == "......")
    #expect(keys("π;q;") == "pqq.")
  }
}
