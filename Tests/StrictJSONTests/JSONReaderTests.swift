import StrictJSON
import Testing

/// Reads a JSON text and answers its tree, or the complaint with its place.
private func tree(_ text: String) -> String { tree(Array(text.utf8)) }

private func tree(_ bytes: [UInt8], maximumDepth: Int = 32) -> String {
  do throws(JSONError) {
    let document = try JSONReader.read(bytes, maximumSize: 1 << 20, maximumDepth: maximumDepth)
    return score(document.root) + document.duplicates.map { " !\($0.location): \($0.message)" }.joined()
  } catch {
    return "\(error.location): \(error.message)"
  }
}

/// A tree with the place of each value.
private func score(_ value: JSONValue) -> String {
  let text =
    switch value.content {
    case .null, .bool, .text: value.summary
    case .number(let number): number.text
    case .list(let list): "[" + list.map(score).joined(separator: " ") + "]"
    case .object(let object):
      "{" + object.members.map { "\($0.key)@\($0.keyLocation)=\(score($0.value))" }.joined(separator: " ") + "}"
    }
  return "\(text)@\(value.location)"
}

@Suite struct `A strict reader` {
  @Test(arguments: [
    (#"{"a": [1, true], "b": null}"#, "{a@1:2=[1@1:8 true@1:11]@1:7 b@1:18=null@1:23}@1:1"),
    ("// x\n[ /* y\n */ -1.50e+3, ]", "[-1.50e+3@3:5]@2:1"),
    (#"{"a": 1,}"#, "{a@1:2=1@1:7}@1:1"),
    ("\u{FEFF}[]", "[]@1:1"),
    ("\r\n\r\n [1,\r2]", "[1@3:3 2@4:1]@3:2"),
    ("[\"ä💪\u{301}\", 5]", "[\"ä💪\u{301}\"@1:2 5@1:9]@1:1"),
    ("\t7", "7@1:2"),
    (#""\u0041\ud83d\uDCAA\n\/""#, "\"A💪\u{FFFD}/\"@1:1"),
    (
      #"{"a": 1, "b": {"c": 2, "c": 3}}"#,
      "{a@1:2=1@1:7 b@1:10={c@1:16=2@1:21}@1:15}@1:1 "
        + "!1:24: duplicate key, first at 1:16: write it once"
    ),
    (
      #"[{"a": 1, "\u0061": 2}]"#,
      "[{a@1:3=1@1:8}@1:2]@1:1 !1:11: duplicate key, first at 1:3: write it once"
    ),
  ])
  func `records the position of every value`(text: String, expected: String) {
    #expect(tree(text) == expected)
  }

  @Test(arguments: [
    ("", "1:1: the file is empty"),
    (" // nothing\n", "1:1: the file is empty"),
    ("{", #"1:2: the file ends, but the "{" at 1:1 is not closed"#),
    ("{\n  \"a\": 1", #"2:9: the file ends, but the "{" at 1:1 is not closed"#),
    ("[1,", #"1:4: the file ends, but the "[" at 1:1 is not closed"#),
    (#"{"a""#, #"1:5: a ":" is missing after the key "a""#),
    (#"{"a":"#, "1:6: the file ends where a value is missing"),
    (#"{"a" 1}"#, #"1:6: a ":" is missing after the key "a""#),
    ("{\"a\": 1\n \"b\": 2}", #"2:2: a "," is missing before this"#),
    ("[1 2]", #"1:4: a "," is missing before this"#),
    (#"{"a": 1]"#, #"1:8: "]" does not close the "{" at 1:1"#),
    ("[1}", #"1:3: "}" does not close the "[" at 1:1"#),
    ("[,]", #"1:2: a value is missing before ",""#),
    ("[1,,2]", #"1:4: a value is missing before ",""#),
    (#"{,"a": 1}"#, #"1:2: an entry is missing before ",""#),
    (#"{"a": }"#, #"1:7: a value is missing before "}""#),
    ("{a: 1}", #"1:2: a key is written in double quotes: "a""#),
    ("{'a': 1}", #"1:2: text is written in double quotes, not in "'""#),
    ("['a']", #"1:2: text is written in double quotes, not in "'""#),
    ("[\u{201C}a\u{201D}]", "1:2: \"\u{201C}\" is a typographic quotation mark: write \" instead"),
    (#"{"a": 1,5}"#, #"1:9: expected a key in double quotes, found "5"; a fraction is written with ".", as in 1.5"#),
    ("[True]", "1:2: True is written in small letters: true"),
    ("[NaN]", "1:2: NaN is not a number in JSON"),
    ("[-Infinity]", "1:2: -Infinity is not a number in JSON"),
    ("[high]", #"1:2: expected a value, found high; text is written in double quotes: "high""#),
    ("[20s]", #"1:2: 20s is not a number; text is written in double quotes: "20s""#),
    ("[1:30]", #"1:2: 1:30 is not a number; text is written in double quotes: "1:30""#),
    ("[0x10]", #"1:2: 0x10 is not a number; text is written in double quotes: "0x10""#),
    ("[01]", "1:2: 01: a number has no zeros before it"),
    ("[-]", "1:2: - is not a number in JSON"),
    ("[+1]", #"1:2: a number has no "+" before it"#),
    ("[.5]", #"1:2: a digit is missing before the ".""#),
    ("[5.]", #"1:2: 5.: a digit is missing after the ".""#),
    ("[5e]", #"1:2: 5e: digits are missing after the "e""#),
    ("[1] 2", #"1:5: "2" follows the end of the JSON value"#),
    ("[\"a\nb\"]", "1:2: a quote is opened here and never closed on its line: end the text with \""),
    ("[\"a", "1:2: a quote is opened here and never closed: end the text with \""),
    (
      #"{ "name": "Tabata, "style": 1 }"#,
      #"1:21: a "," is missing before this, or a quote is opened at 1:11 and not closed"#
    ),
    (#"{"name: "A"}"#, #"1:10: a ":" is missing after the key "name: ", or a quote is opened at 1:2 and not closed"#),
    ("[\"a\tb\"]", #"1:4: the control character U+0009 must be written \t in a text"#),
    ("[\"a\u{1}b\"]", #"1:4: the control character U+0001 must be written \u0001 in a text"#),
    (#"["\x"]"#, #"1:3: after "\" comes one of " \ / b f n r t, or u and four hexadecimal digits"#),
    (#"["\u12g4"]"#, #"1:3: after "\u" come four hexadecimal digits"#),
    (#"["\ud800"]"#, #"1:3: \uD800 is half of a character: the other half is missing"#),
    (#"["\ud800\u0041"]"#, #"1:3: \uD800 is half of a character: the other half is missing"#),
    (#"["\udc00"]"#, #"1:3: \uDC00 is half of a character: the other half is missing"#),
    ("[1] /* x", #"1:5: the comment that begins here has no "*/""#),
    ("[1 / 2]", #"1:4: a comment begins with "//" or "/*""#),
    ("# x\n[1]", ##"1:1: a comment begins with "//" or "/*", not with "#""##),
    ("[1\u{A0}]", #"1:3: expected "," or "]", found the character U+00A0"#),
    ("[1;2]", #"1:3: expected "," or "]", found ";""#),
    ("[\u{0}]", "1:1: the file is not UTF-8 but looks like UTF-16: save it as UTF-8"),
    ("[  \u{0}]", "1:4: expected a value, found the character U+0000"),
  ])
  func `says what keeps a text from being JSON`(text: String, expected: String) {
    #expect(tree(text) == expected)
  }

  @Test func `names the byte that is not UTF-8`() {
    let latin = Array("{\n  \"name\": \"W".utf8) + [0xF6] + Array("rk\" }".utf8)
    #expect(tree(latin) == "2:13: the byte 0xF6 is not UTF-8: save the file as UTF-8")
    let encodings: [[UInt8]] = [[0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0x80]]
    for bytes in encodings {
      #expect(tree(Array("[ \"".utf8) + bytes + Array("\"]".utf8)).hasPrefix("1:4: the byte 0x"), "\(bytes)")
    }
    #expect(tree([0xFF, 0xFE, 0x5B, 0x00]).contains("UTF-16"))
  }

  @Test func `holds the limits of size and depth`() {
    let deep = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
    #expect(tree(deep).hasPrefix("[["))
    #expect(tree("[" + deep + "]") == "1:33: lists and objects nest deeper than 32")
    let full = "[" + String(repeating: " ", count: (1 << 20) - 2) + "]"
    #expect(tree(full) == "[]@1:1")
    #expect(tree(full + " ") == "1:1: the file has 1048577 bytes: at most 1048576 are allowed")
  }

  @Test func `places a value in a tree by its path`() throws {
    let text = "{\"a\": [1,\n {\"b\": 2}], \"c\": 3, \"c\": 4}"
    let document = try JSONReader.read(Array(text.utf8), maximumSize: 100, maximumDepth: 3)
    #expect(document.location(of: [.key("a"), .index(1), .key("b")]) == TextLocation(line: 2, column: 8))
    #expect(document.location(of: [.key("a"), .index(1), .key("c")]) == TextLocation(line: 2, column: 2))
    #expect(document.location(of: [.key("a"), .index(7)]) == TextLocation(line: 1, column: 7))
    #expect(document.has([.key("a"), .index(1)]) && !document.has([.key("a"), .index(2)]))
    #expect(document.duplicates.map(\.path) == [[.key("c")]])
  }

  @Test func `reads leniently what may be missing or of another type`() throws {
    let object = try #require(JSONObject(line: #"{"n": 1.5, "i": 7, "t": "x", "l": [true], "z": null}"#.utf8))
    let root = JSONValue(.object(object), at: .start)
    #expect(root["n"]?.number == 1.5 && root["n"]?.integer == nil && root["n"]?.text == nil)
    #expect(root["i"]?.integer == 7 && root["t"]?.text == "x" && root["l"]?.list?.first?.bool == true)
    #expect(root["z"] == nil && object["z"]?.isNull == true && root["t"]?["t"] == nil)
    #expect(JSONObject(line: "[1]".utf8) == nil && JSONObject(line: #"{"a": 1,}"#.utf8) == nil)
  }

  @Test(arguments: [
    (#"{"a": 1, "a": 2}"#, "1:10: duplicate key, first at 1:2: write it once"), ("[1]", "1:1: not an object"),
    ("{} // x", "1:4: \"/\" follows the end of the JSON value"),
  ])
  func `takes one object without a key twice as a request`(line: String, expected: String) {
    do throws(JSONError) {
      _ = try JSONReader.readObject(Array(line.utf8), maximumDepth: 8)
      Issue.record("\(line) is read")
    } catch {
      #expect("\(error.location): \(error.message)" == expected)
    }
  }
}
