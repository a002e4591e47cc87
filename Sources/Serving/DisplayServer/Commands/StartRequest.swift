import SessionControl
import SessionReporting
import WorkoutFiles
import WorkoutModel

/// A page's request to start a run.
package struct StartRequest: Equatable {
  /// A workout from its beginning or from a position in its plan, or a session to resume.
  enum Subject: Equatable {
    case workout(String, startAt: String?)
    case session(Int)
  }

  let subject: Subject
  /// Whether to take the audio session from another run.
  let takesOver: Bool
  /// The volume in dB.
  let volume: String?

  /// The time for which a resumed session stays paused at first.
  private static let pause = "5s"
  private static let keys = ["workout", "resume", "takeOver", "startAt", "volume"]

  /// Parses the body of a request.
  package init(_ body: [UInt8]) throws(Refusal) {
    let object = try Body.object(body)
    for member in object.members where !Self.keys.contains(member.key) {
      throw Refusal(400, "unknown", "unknown field \(Excerpt.quoted(member.key))")
    }
    let fields = Body(object)
    takesOver = try fields.bool("takeOver") ?? false
    volume = try fields.number("volume", in: ControlProtocol.volumes)
    let startAt = try fields.duration("startAt")
    switch (try fields.text("workout"), try fields.integer("resume")) {
    case (let workout?, nil): subject = .workout(workout, startAt: startAt)
    case (nil, let session?):
      guard session > 0 else { throw .invalid("\"resume\" is the number of a session, from 1 on") }
      guard startAt == nil else { throw .invalid("\"startAt\" belongs to \"workout\", not to \"resume\"") }
      subject = .session(session)
    default: throw .invalid("a start has either \"workout\" or \"resume\"")
    }
  }

  /// The arguments of the command, with the workout's file and the user's options for all runs.
  package func words(path: String?, options: [String]) -> [String] {
    var words: [String]
    switch subject {
    case .workout(_, let startAt): words = ["run"] + (startAt.map { ["--start-at", $0] } ?? [])
    case .session: words = ["resume", "--go-on-after", Self.pause]
    }
    words += options
    if takesOver { words.append("--take-over") }
    if let volume { words += ["--volume", volume] }
    switch subject {
    case .workout: words += path.map { ["--", $0] } ?? []
    case .session(let number): words += ["--", "\(number)"]
    }
    return words
  }
}

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
