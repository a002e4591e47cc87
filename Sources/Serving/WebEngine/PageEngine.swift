import SessionReporting
import StrictJSON
import WorkoutFiles
import WorkoutModel

/// The engine of a page: it reads workouts, and plays sessions of them, call by call.
///
/// A call and its answer are JSON objects on one line. `call` names what is asked for: `read`, `open`, `send`, `learn`,
/// `place`, `forecast`, `phrases`, `log`, `close` or `words`. Times are whole nanoseconds; those of a session count
/// from its beginning. The same calls have the same answers wherever the engine is compiled for.
///
/// ```swift
/// var engine = PageEngine()
/// engine.answer(#"{"call":"open","text":"8x20/10"}"#)             // {"session":1,"values":{…},…}
/// engine.answer(#"{"call":"send","session":1,"at":0,"action":"start"}"#)
/// ```
package struct PageEngine {
  private var sessions: [Int: PageSession] = [:]
  private var lastSession = 0

  /// An engine without sessions.
  package init() {}

  /// The answer to a call, a line of JSON without a line break; an invalid call is answered by an `error`.
  package mutating func answer(_ call: String) -> String {
    do throws(CallError) {
      return try answer(PageCall(call)).line(.compact)
    } catch {
      return error.fields.line(.compact)
    }
  }

  private mutating func answer(_ call: PageCall) throws(CallError) -> JSONFields {
    switch try call.text("call") {
    case "read": return try PageWorkout(call).page
    case "open": return try open(call)
    case "words": return ScreenWords(tag: try call.text("language")).fields
    case "close":
      sessions[try call.number("session")] = nil
      return JSONFields()
    case let name:
      guard let session = sessions[try call.number("session")] else { throw CallError("there is no such session") }
      return try session.answer(call, named: name)
    }
  }

  private mutating func open(_ call: PageCall) throws(CallError) -> JSONFields {
    let session = try PageSession(call)
    lastSession += 1
    sessions[lastSession] = session
    var fields: JSONFields = ["session": lastSession.json]
    fields.add(session.greeting)
    return fields
  }
}

/// Why a call isn't answered: a mistake in it, or in the workout that it sends.
struct CallError: Error {
  let fields: JSONFields

  init(_ message: String) { fields = ["error": message.json] }

  /// The problems of a workout, and the nearest short form if the text is meant as one.
  init(_ problems: [LocatedProblem], _ message: String, nearest: String? = nil) {
    var fields: JSONFields = ["error": message.json, "problems": problems.map { $0.fields }.json]
    fields.add("nearest", ifAny: nearest)
    self.fields = fields
  }
}

/// A call: an object, of whose fields each is read as what it must be.
struct PageCall {
  private let object: JSONObject

  init(_ line: String) throws(CallError) {
    do throws(JSONError) { object = try JSONReader.readObject(Array(line.utf8), maximumDepth: 16) } catch {
      throw CallError(error.message)
    }
  }

  subscript(key: String) -> JSONValue? { object[key].flatMap { $0.isNull ? nil : $0 } }

  func text(_ key: String) throws(CallError) -> String { try required(key, self[key]?.text, "a text") }

  func number(_ key: String) throws(CallError) -> Int { try required(key, self[key]?.integer, "a whole number") }

  func time(_ key: String) throws(CallError) -> Duration {
    try required(key, self[key]?.duration, "whole nanoseconds")
  }

  /// Lengths by name.
  func lengths(_ key: String) -> [String: Duration] {
    Dictionary(
      lastOf: (self[key]?.object?.members ?? []).compactMap { member in
        member.value.duration.map { (member.key, $0) }
      })
  }

  private func required<Value>(_ key: String, _ value: Value?, _ expected: String) throws(CallError) -> Value {
    guard let value else { throw CallError("\(key): must be \(expected)") }
    return value
  }
}
