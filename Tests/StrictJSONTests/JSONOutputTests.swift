import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite struct `JSON to write` {
  @Test func `has its fields in the order in which they were added`() {
    var fields: JSONFields = ["z": 1, "a": "b", "l": [1, 2], "n": nil as Int?, "o": ["p": true] as JSONFields]
    fields.add("m", false)
    fields.add("left out", ifAny: nil as String?)
    fields.add(["x": 1.5, "y": -6.0, "s": UInt64.max])
    #expect(
      fields.line() == #"{"z": 1, "a": "b", "l": [1, 2], "n": null, "o": {"p": true}, "m": false, "#
        + #""x": 1.5, "y": -6, "s": 18446744073709551615}"#)
    #expect(([:] as JSONFields).line(.padded) == "{}")
  }

  @Test func `has spaces for people, and none for programs`() {
    let fields: JSONFields = ["a": ["b", "c"], "d": [:] as JSONFields, "e": JSONOutput.raw("1e3")]
    #expect(fields.line(.spaced) == #"{"a": ["b", "c"], "d": {}, "e": 1e3}"#)
    #expect(fields.line(.compact) == #"{"a":["b","c"],"d":{},"e":1e3}"#)
    #expect(fields.line(.padded) == #"{ "a": ["b", "c"], "d": {}, "e": 1e3 }"#)
  }

  @Test func `is broken into lines where it is tall or too long`() {
    let long = String(repeating: "x", count: 110)
    let value = JSONOutput.object(["a": [1, 2], "b": [long, "y"], "c": JSONOutput.list([.null], isTall: true)])
    let expected = """
      {
        "a": [1, 2],
        "b": [
          "\(long)",
          "y"
        ],
        "c": [
          null
        ]
      }

      """
    #expect(value.document == expected)
  }

  @Test func `keeps what was read as it was spelled`() throws {
    let text = #"{"a":[1.50e+3,-0],"b":{"c":null,"d":true},"e":"\u000a"}"#
    let object = try #require(JSONObject(line: text.utf8))
    #expect(object.json.line(.compact) == text.replacing("\\u000a", with: "\\n"))
  }

  @Test(arguments: [
    ("plain", #""plain""#), ("", #""""#), ("\"\\/", #""\"\\/""#), ("\n\t\r", #""\n\t\r""#),
    ("\0\u{1B}\u{7F}", #""\u0000\u001b\u007f""#), ("\u{85}\u{2028}\u{2029}", #""\u0085\u2028\u2029""#),
    ("\u{200E}\u{202E}\u{2069}\u{2028}", #""\u200e\u202e\u2069\u2028""#), ("ü日💪", #""ü日💪""#),
    ("م\u{200C}ک🏃\u{200D}♀️", "\"م\u{200C}ک🏃\u{200D}♀️\""),
    ("\u{1FFFE}\u{10FFFF}", #""\ud83f\udffe\udbff\udfff""#), ("\u{E0041}\u{F0000}", "\"\u{E0041}\u{F0000}\""),
  ])
  func `escapes what could disturb a terminal or a reader of lines`(text: String, quoted: String) {
    #expect(text.json.line() == quoted)
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
      let line = JSONFields([(key: String(text), value: String(text))]).line()
      let object = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
      let scalars = object.map { [Array($0.key.unicodeScalars), Array($0.value.unicodeScalars)] }
      #expect(scalars == [[Array(text), Array(text)]], "seed \(seed): \(line)")
      #expect(line.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count == 1)
    }
  }
}
