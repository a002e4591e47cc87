import Foundation
import SessionReporting
import TestSupport
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
  ])
  func `keeps plain text`(text: String) {
    #expect(SafeText.filtered(text) == text)
  }

  @Test(arguments: [
    ("a control character", "\u{1B}"), ("a control character of the second half", "\u{9B}"), ("a bell", "\u{07}"),
    ("a line break", "\n"), ("a carriage return", "\r"), ("delete", "\u{7F}"), ("a line separator", "\u{2028}"),
    ("a paragraph separator", "\u{2029}"), ("an override of the direction", "\u{202E}"), ("an isolate", "\u{2066}"),
    ("a mark of direction", "\u{200F}"), ("a byte order mark", "\u{FEFF}"), ("a soft hyphen", "\u{AD}"),
    ("a tag", "\u{E0041}"), ("private use", "\u{E000}"), ("what is no character", "\u{FFFF}"),
  ])
  func `shows a mark instead of the rest`(what: String, scalar: String) {
    #expect(SafeText.filtered("a\(scalar)b") == "a\u{FFFD}b", "\(what)")
  }
}

@Suite struct `A JSON text` {
  @Test func `has its fields in the order in which they were added`() {
    var json = JSONText()
    #expect(json.object == "{}")
    json.add("z", 1)
    json.add("a", "b")
    json.add("m", true)
    json.add("n", false)
    json.add("l", raw: "[1, 2]")
    json.add("t", Duration.seconds(1))
    #expect(json.object == #"{"z": 1, "a": "b", "m": true, "n": false, "l": [1, 2], "t": 1000000000}"#)
  }

  @Test func `says null where there is nothing`() {
    var json = JSONText()
    json.add("a", String?.none)
    json.add("b", Int?.none)
    json.add("c", Duration?.none)
    json.add("d", Optional("e"))
    json.add("f", Optional(2))
    #expect(json.object == #"{"a": null, "b": null, "c": null, "d": "e", "f": 2}"#)
  }

  @Test(arguments: [
    ("plain", #""plain""#), ("", #""""#), ("\"\\/", #""\"\\/""#), ("\n\t\r", #""\n\t\r""#),
    ("\0\u{1B}\u{7F}", #""\u0000\u001b\u007f""#), ("\u{85}\u{2028}\u{2029}", #""\u0085\u2028\u2029""#),
    ("\u{200E}\u{202E}\u{2069}\u{FEFF}", #""\u200e\u202e\u2069\ufeff""#), ("ü日💪", #""ü日💪""#),
    ("\u{E0001}", #""\udb40\udc01""#), ("\u{F0000}\u{10FFFF}", #""\udb80\udc00\udbff\udfff""#),
  ])
  func `escapes what could disturb a terminal or a reader of lines`(text: String, quoted: String) {
    #expect(SafeText.jsonString(text) == quoted)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `is read back as it was, on one line, whatever it holds`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<300 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        // Half of them from the small numbers, where the troublesome ones are.
        let limit: UInt32 = Bool.random(using: &random) ? 0x100 : 0x110000
        if let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &random)) { text.append(scalar) }
      }
      var json = JSONText()
      json.add(String(text), String(text))
      let object = try JSONDecoder().decode([String: String].self, from: Data(json.object.utf8))
      let scalars = object.map { [Array($0.key.unicodeScalars), Array($0.value.unicodeScalars)] }
      #expect(scalars == [[Array(text), Array(text)]], "seed \(seed): \(json.object)")
      #expect(json.object.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count == 1)
    }
  }
}
