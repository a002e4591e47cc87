import SessionControl
import WorkoutFiles
import WorkoutModel

/// Parses the fields of a request's body.
struct Body {
  private let object: JSONObject
  private let problems = ProblemList()

  init(_ object: JSONObject) { self.object = object }

  /// Parses a body as an object.
  static func object(_ bytes: [UInt8]) throws(Refusal) -> JSONObject {
    do throws(LocatedProblem) {
      let document = try JSONReader.readLine(bytes, maximumDepth: ControlProtocol.depth)
      if let duplicate = document.duplicates.first { throw duplicate }
      guard case .object(let object) = document.root.content else { throw LocatedProblem(.start, "not an object") }
      return object
    } catch {
      var refusal = Refusal(400, "malformed", error.message)
      refusal.details = [Refusal.Detail(name: "column", json: "\(error.location.column)")]
      throw refusal
    }
  }

  func text(_ key: String) throws(Refusal) -> String? { try read(key) { $0.text() } }

  func bool(_ key: String) throws(Refusal) -> Bool? { try read(key) { $0.bool() } }

  func integer(_ key: String) throws(Refusal) -> Int? { try read(key) { $0.integer(in: Int.min...Int.max) } }

  /// A number as spelled in the body.
  func number(_ key: String, in range: ClosedRange<Double>) throws(Refusal) -> String? {
    try read(key) { field in
      guard field.number(in: range) != nil, case .number(let number) = field.value.content else { return nil }
      return number.text
    }
  }

  /// A duration in the form of the command line.
  func duration(_ key: String) throws(Refusal) -> String? {
    try read(key) { field in field.duration(in: .zero...Limits.totalLength).map { DurationText.write($0) } }
  }

  private func read<Value>(_ key: String, _ read: (Field) -> Value?) throws(Refusal) -> Value? {
    guard let value = object[key]?.value, !value.isNull else { return nil }
    if let found = read(Field(value, at: FieldPath([.key(key)]), problems)) { return found }
    throw .invalid(problems.problems.first.map { "\($0.path): \($0.message)" } ?? "\(key) can't be used")
  }
}
