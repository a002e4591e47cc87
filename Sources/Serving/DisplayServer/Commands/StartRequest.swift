import SessionControl
import SessionReporting
import WorkoutFiles
import WorkoutModel

/// What a page wants to have started.
package struct StartRequest: Equatable {
  /// A workout from its beginning or from a moment of its plan, or a session that is to go on.
  enum Subject: Equatable {
    case workout(String, startAt: String?)
    case session(Int)
  }

  let subject: Subject
  /// Whether another run gives up the sound.
  let takesOver: Bool
  /// In dB.
  let volume: String?

  /// How long a session that goes on stays paused at first.
  private static let pause = "5s"
  private static let keys = ["workout", "resume", "takeOver", "startAt", "volume"]

  /// Reads the body of a request.
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
      guard session > 0, startAt == nil else { throw .invalid("\"resume\" is a session's number and stands alone") }
      subject = .session(session)
    default: throw .invalid("a start has either \"workout\" or \"resume\"")
    }
  }

  /// The words of the command, with the workout's file and what the user has every run begin with.
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

/// The members of a request's body.
struct Body {
  private let object: JSONObject
  private let problems = ProblemList()

  init(_ object: JSONObject) { self.object = object }

  /// The object that a body is.
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

  /// A number as it is spelled.
  func number(_ key: String, in range: ClosedRange<Double>) throws(Refusal) -> String? {
    try read(key) { field in
      guard field.number(in: range) != nil, case .number(let number) = field.value.content else { return nil }
      return number.text
    }
  }

  /// A duration as the command line takes it.
  func duration(_ key: String) throws(Refusal) -> String? {
    try read(key) { field in field.duration(in: .zero...Limits.totalLength).map { DurationText.write($0) } }
  }

  private func read<Value>(_ key: String, _ read: (Field) -> Value?) throws(Refusal) -> Value? {
    guard let value = object[key]?.value, !value.isNull else { return nil }
    if let found = read(Field(value, at: FieldPath([.key(key)]), problems)) { return found }
    throw .invalid(problems.problems.first.map { "\($0.path): \($0.message)" } ?? "\(key) can't be used")
  }
}
