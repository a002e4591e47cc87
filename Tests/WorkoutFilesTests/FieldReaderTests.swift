import StrictJSON
import Testing
import WorkoutFiles
import WorkoutModel

private enum Flavour: String, CaseIterable { case sweet, sour }

/// Reads `{"v": …}` with a conversion; the complaint comes second.
private func convert<Value>(_ text: String, _ conversion: (Field) -> Value?) throws -> (Value?, String?) {
  let list = ProblemList()
  let document = try JSONReader.readFile(Array("{\"v\": \(text)}".utf8))
  let field = try #require(FieldReader(Field(document.root, at: .root, list), FieldKeys("it", ["v"]))?.optional("v"))
  let value = conversion(field)
  #expect(list.broken == (list.problems.isEmpty ? [] : [FieldPath.root.key("v")]))
  return (value, list.problems.first?.message)
}

@Suite struct `A field` {
  @Test(arguments: [
    ("0", 0), ("-0", 0), ("20", 20), ("2e1", 20), ("200e-1", 20), ("0.0", 0), ("-3.0", -3), ("0e999999999999", 0),
    ("100", 100),
  ])
  func `is a whole number however it is spelt`(text: String, expected: Int) throws {
    #expect(try convert(text) { $0.integer(in: -5...100) }.0 == expected)
  }

  @Test(arguments: [
    ("2.5", "must be a whole number, got 2.5"), ("101", "must be 0…100, got 101"), ("-1", "must be 0…100, got -1"),
    ("1e308", "must be 0…100, got 1e308"), ("1e-400", "must be a whole number, got 1e-400"),
    ("1e99999999999999999999", "must be 0…100, got 1e99999999999999999999"),
    ("9223372036854775808", "must be 0…100, got 9223372036854775808"), ("\"5\"", "must be a whole number, got \"5\""),
    ("0.1234567890123456789012345678901234567890", "must be a whole number, got 0.1234567890123456789012…"),
  ])
  func `is no whole number without a complaint`(text: String, complaint: String) throws {
    #expect(try convert(text) { $0.integer(in: 0...100) }.1 == complaint)
  }

  @Test(arguments: [
    ("0.1", 100_000_000), ("1.000000001", 1_000_000_001), ("0.3", 300_000_000), ("4.35", 4_350_000_000),
    ("86399.999999999", 86_399_999_999_999), ("1e-9", 1), ("12e2", 1_200_000_000_000), ("\"1.5m\"", 90_000_000_000),
  ])
  func `is a duration exact to the nanosecond`(text: String, nanoseconds: Int) throws {
    #expect(try convert(text) { $0.duration(in: Limits.phaseLength) }.0 == .nanoseconds(nanoseconds))
  }

  @Test func `is one of a few words, true or false, a number in a range`() throws {
    #expect(try convert("\"sour\"") { $0.choice(Flavour.self) }.0 == .sour)
    #expect(
      try convert("\"swet\"") { $0.choice(Flavour.self) }.1
        == #"must be one of "sweet", "sour", got "swet"; did you mean "sweet"?"#)
    #expect(try convert("false") { $0.bool() }.0 == false)
    #expect(try convert("-59.5") { $0.number(in: -60...24) }.0 == -59.5)
    #expect(try convert("1e400") { $0.number(in: -60...24) }.1 == "must be -60…24, got 1e400")
  }
}

@Suite struct `A field reader` {
  private static let keys = FieldKeys(
    "a cup", ["size", "sugar"], synonyms: ["volume": "size"], misplaced: ["plate": "belongs to a table"])

  private func problems(_ text: String) throws -> [String] {
    let list = ProblemList()
    let fields = FieldReader(Field(try JSONReader.readFile(Array(text.utf8)).root, at: .root, list), Self.keys)
    _ = fields?.required("size", "a cup needs one")
    return list.problems.map { $0.line(in: "f") }
  }

  @Test(arguments: [
    (#"{"size": 1, "x-y": 2, "$schema": 3}"#, []),
    (#"{}"#, [#"f:1:1: "size" is missing: a cup needs one"#]),
    (#"{"sise": 1}"#, [#"f:1:2: sise: unknown key; did you mean "size"?"#]),
    (#"{"Volume": 1}"#, [#"f:1:2: Volume: unknown key; did you mean "size"?"#]),
    (#"{"size": 1, "plate": 2}"#, ["f:1:13: plate: belongs to a table"]),
    (#"{"size": 1, "q": 2}"#, [#"f:1:13: q: unknown key; a cup has "size", "sugar""#]),
    ("[]", ["f:1:1: must be an object: a cup in { }, got a list"]),
  ])
  func `reports what is missing, unknown or misspelt`(text: String, expected: [String]) throws {
    #expect(try problems(text) == expected)
  }
}
