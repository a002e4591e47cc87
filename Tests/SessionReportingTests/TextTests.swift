import Foundation
import SessionReporting
import Testing
import WorkoutModel

@Suite struct `A clock for people` {
  @Test(arguments: [
    (Duration.zero, "0:00"), (.milliseconds(59_999), "0:59"), (.seconds(60), "1:00"), (.seconds(3599), "59:59"),
    (.seconds(3600), "1:00:00"), (.seconds(3661), "1:01:01"), (.seconds(7 * 86_400), "168:00:00"),
    (.milliseconds(-1500), "0:00"),
  ])
  func `cuts to whole seconds and shows hours only where there are some`(duration: Duration, text: String) {
    #expect(ClockText.short(duration) == text)
  }

  @Test(arguments: [
    (Duration.zero, "0:00.000"), (.nanoseconds(499_999), "0:00.000"), (.nanoseconds(500_000), "0:00.001"),
    (.milliseconds(1050), "0:01.050"), (.nanoseconds(59_999_500_000), "1:00.000"),
    (.nanoseconds(3_599_999_499_999), "59:59.999"), (.milliseconds(3_661_500), "1:01:01.500"),
    (.milliseconds(-1), "0:00.000"),
  ])
  func `that is exact rounds to the nearest millisecond, halves up, and carries`(duration: Duration, text: String) {
    #expect(ClockText.exact(duration) == text)
  }
}

@Suite struct `A line about progress` {
  @Test(arguments: [
    (nil, "12 of 50"), (0, "12 of 50"), (0.25, "12 of 50, 25 %, 0:30 left"), (0.5, "12 of 50, 50 %, 0:10 left"),
    (0.999, "12 of 50, 99 %, 0:01 left"), (1, "12 of 50, 100 %, 0:00 left"), (1.5, "12 of 50, 100 %, 0:00 left"),
  ])
  func `tells what is done, of how many, and the time left at the speed so far`(part: Double?, line: String) {
    #expect(ProgressText("12 of 50", part: part).line(after: .seconds(10), columns: 80) == line)
  }

  @Test(arguments: [(80, "12 of 50, 25 %, 0:30 left"), (25, "12 of 50, 25 %, 0:30 lef"), (1, ""), (0, "")])
  func `leaves the last column free`(columns: Int, line: String) {
    #expect(ProgressText("12 of 50", part: 0.25).line(after: .seconds(10), columns: columns) == line)
  }
}

@Suite struct `Text made safe for a terminal` {
  @Test(arguments: [
    "Tabata", "Übung – 20 s", "日本語", "e\u{301}", "💪", "¿Listo?", "a'b\"c\\d", "",
    "نرم\u{200C}کردن", "क्\u{200D}ष", "ශ්\u{200D}රී", "🏃\u{200D}♀️", "👨\u{200D}👩\u{200D}👧", "Lie\u{AD}ge",
    "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "a\u{FEFF}b", "\u{E000}", "\u{0378}",
  ])
  func `keeps plain text`(text: String) {
    #expect(Array(SafeText.filtered(text).unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test(arguments: [
    ("a control character", "\u{1B}"), ("a control character of the second half", "\u{9B}"), ("a bell", "\u{07}"),
    ("a line break", "\n"), ("a carriage return", "\r"), ("delete", "\u{7F}"), ("a line separator", "\u{2028}"),
    ("a paragraph separator", "\u{2029}"), ("an override of the direction", "\u{202E}"), ("an isolate", "\u{2066}"),
    ("a mark of direction", "\u{200F}"), ("a mark of direction for Arabic", "\u{61C}"),
    ("what is no character", "\u{FFFF}"),
  ])
  func `shows a mark instead of the rest`(what: String, scalar: String) {
    #expect(SafeText.filtered("a\(scalar)b") == "a\u{FFFD}b", "\(what)")
  }
}
