import SessionControl
import StrictJSON
import WorkoutFiles
import WorkoutModel

/// Parses the fields of a request's body.
struct Body {
  private let object: JSONObject
  private let problems = ProblemList()

  init(_ object: JSONObject) { self.object = object }

  /// The object of a body; other fields than `keys`, unless that is `nil`, are refused.
  static func object(_ bytes: [UInt8], of keys: [String]? = nil) throws(Refusal) -> JSONObject {
    let object: JSONObject
    do throws(JSONError) { object = try JSONReader.readObject(bytes, maximumDepth: ControlProtocol.depth) } catch {
      var refusal = Refusal(400, "malformed", error.message)
      refusal.details = ["column": error.location.column]
      throw refusal
    }
    for member in object.members where keys?.contains(member.key) == false {
      throw Refusal(400, "unknown", "unknown field \(Excerpt.quoted(member.key))")
    }
    return object
  }

  func text(_ key: String) throws(Refusal) -> String? { try read(key) { $0.text() } }

  func bool(_ key: String) throws(Refusal) -> Bool? { try read(key) { $0.bool() } }

  func integer(_ key: String) throws(Refusal) -> Int? { try read(key) { $0.integer(in: Int.min...Int.max) } }

  func number(_ key: String, in range: ClosedRange<Double>) throws(Refusal) -> String? {
    try read(key) { field in
      field.number(in: range).map { _ in field.value.json.line() }
    }
  }

  /// A duration in the form of the command line.
  func duration(_ key: String) throws(Refusal) -> String? {
    try read(key) { field in field.duration(in: .zero...Limits.totalLength).map { DurationText.write($0) } }
  }

  private func read<Value>(_ key: String, _ read: (Field) -> Value?) throws(Refusal) -> Value? {
    guard let value = object[key], !value.isNull else { return nil }
    if let found = read(Field(value, at: FieldPath([.key(key)]), problems)) { return found }
    throw .invalid(problems.problems.first.map { "\($0.path): \($0.message)" } ?? "\(key) can't be used")
  }
}
