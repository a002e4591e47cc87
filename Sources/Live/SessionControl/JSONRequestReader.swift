import SessionReporting
import StrictJSON
import WorkoutFiles
import WorkoutModel

/// Parses a JSON request.
struct JSONRequestReader {
  private let object: JSONObject
  private let problems = ProblemList()

  static func read(_ line: [UInt8]) throws(ControlRequest.Failure) -> ControlRequest {
    let object: JSONObject
    do throws(ControlError) { object = try parsed(line) } catch {
      throw ControlRequest.Failure(id: nil, error: error)
    }
    let reader = Self(object: object)
    let id: ControlRequest.ID?
    do throws(ControlError) { id = try reader.id() } catch { throw ControlRequest.Failure(id: nil, error: error) }
    do throws(ControlError) {
      try reader.checkVersion()
      let name = try reader.clientName()
      return ControlRequest(try reader.kind(isNamed: name != nil), id: id, clientName: name)
    } catch {
      throw ControlRequest.Failure(id: id, error: error)
    }
  }

  private static func parsed(_ line: [UInt8]) throws(ControlError) -> JSONObject {
    do throws(JSONError) { return try JSONReader.readObject(line, maximumDepth: ControlProtocol.depth) } catch {
      throw .malformed(error.message, column: error.location.column)
    }
  }

  // MARK: Common fields

  private static let common = ["id", "control", "as"]
  /// The kinds of requests, each with its additional fields.
  private static let kinds: [(key: String, fields: [String])] = [
    ("do", ["by", "to", "on"]), ("get", []), ("watch", []), ("unwatch", []), ("events", ["ahead"]), ("clock", []),
  ]

  private func id() throws(ControlError) -> ControlRequest.ID? {
    guard let value = object["id"] else { return nil }
    switch value.content {
    case .text(let text): return .text(text)
    case .number:
      if let integer = Field(value, at: FieldPath([.key("id")]), ProblemList()).integer(in: Int.min...Int.max) {
        return .integer(integer)
      }
      fallthrough
    default: throw .invalid("id: must be a whole number or a text, got \(value.summary)")
    }
  }

  private func checkVersion() throws(ControlError) {
    guard let field = field("control") else { return }
    let version = field.integer(in: Int.min...Int.max)
    guard let version else { throw complaint }
    if version != ControlProtocol.version { throw .version }
  }

  private func clientName() throws(ControlError) -> String? {
    guard let field = field("as") else { return nil }
    guard let name = field.text() else { throw complaint }
    guard (1...ControlProtocol.nameLength).contains(name.unicodeScalars.count) else {
      throw .invalid("as: must have 1 to \(ControlProtocol.nameLength) characters")
    }
    return name
  }

  private func kind(isNamed: Bool) throws(ControlError) -> ControlRequest.Kind {
    let present = Self.kinds.filter { object[$0.key] != nil }
    let allowed = Self.common + Self.kinds.map(\.key) + (present.first?.fields ?? [])
    for member in object.members where !allowed.contains(member.key) {
      let question = Suggestion.question(member.key, among: Self.common + Self.kinds.flatMap { [$0.key] + $0.fields })
      throw .unknown("unknown field \(Excerpt.quoted(member.key))\(question)")
    }
    guard present.count <= 1 else {
      throw .invalid("a request has one of " + present.map { "\"\($0.key)\"" }.joined(separator: ", "))
    }
    switch present.first?.key {
    case "do": return .perform(try command())
    case "get": return .get(try properties("get", for: .reading))
    case "watch": return .watch(try properties("watch", for: .watching))
    case "unwatch": return .unwatch(try properties("unwatch", for: .watching))
    case "events": return try events()
    case "clock": return .clock(try clock())
    default:
      guard isNamed else {
        throw .invalid("a request has one of " + Self.kinds.map { "\"\($0.key)\"" }.joined(separator: ", "))
      }
      return .name
    }
  }

  // MARK: Fields

  private func field(_ key: String) -> Field? {
    object[key].map { Field($0, at: FieldPath([.key(key)]), problems) }
  }

  /// The first error in the value of a field.
  private var complaint: ControlError {
    problems.problems.first.map { .invalid("\($0.path): \($0.message)") } ?? .invalid("this is no request")
  }

  private enum Use { case reading, watching }

  /// The properties in a field, as one name or a list; `true`, "all" and an empty list mean all that can be watched.
  private func properties(_ key: String, for use: Use) throws(ControlError) -> SessionPropertySet {
    guard let names = try names(key) else { return .watchable }
    var set = SessionPropertySet()
    for name in names { set.insert([try RequestWords.property(name, canBePlan: use == .reading)]) }
    return set
  }

  /// The names in a field; `nil` for all.
  private func names(_ key: String) throws(ControlError) -> [String]? {
    guard let field = field(key) else { return nil }
    switch field.value.content {
    case .bool(true): return nil
    case .text(let text): return text == "all" ? nil : [text]
    case .list(let list) where list.isEmpty: return nil
    default: break
    }
    guard let list = field.list("a list of names") else { throw complaint }
    var names: [String] = []
    for element in list {
      guard let name = element.text() else { throw complaint }
      names.append(name)
    }
    return names
  }

  private func events() throws(ControlError) -> ControlRequest.Kind {
    var isAhead = false
    if let field = field("ahead") {
      guard let value = field.bool() else { throw complaint }
      isAhead = value
    }
    if object["events"]?.bool == false { return .events(nil, ahead: isAhead) }
    return .events(try RequestWords.events(try names("events") ?? []), ahead: isAhead)
  }

  private func clock() throws(ControlError) -> JSONOutput {
    guard let value = object["clock"], value.number != nil || value.text != nil else {
      throw .invalid("clock: must be a number or a text")
    }
    return value.json
  }
}

/// Commands.
extension JSONRequestReader {
  private func command() throws(ControlError) -> ControlCommand {
    guard let name = field("do")?.text() else { throw complaint }
    let fields: [String]
    switch name {
    case "extend": fields = ["by"]
    case "jump", "volume": fields = ["to", "by"]
    case "mute": fields = ["on"]
    default: fields = []
    }
    guard let command = RequestWords.plainCommands[name] ?? (fields.isEmpty ? nil : .mute(nil)) else {
      throw .unknown("unknown command \(Excerpt.quoted(name))" + Suggestion.question(name, among: RequestWords.names))
    }
    for key in ["by", "to", "on"] where object[key] != nil && !fields.contains(key) {
      throw .unknown("\"\(key)\" has no meaning for \"\(name)\"")
    }
    switch name {
    case "extend": return .extend(by: try duration("by", in: RequestWords.shift))
    case "jump": return try isGivenTo(name) ? jump() : .seek(by: duration("by", in: RequestWords.shift))
    case "volume": return try isGivenTo(name) ? .setVolume(level()) : .changeVolume(by: change())
    case "mute": return .mute(try isOn())
    default: return command
    }
  }

  /// Whether "to" is given, not "by".
  private func isGivenTo(_ command: String) throws(ControlError) -> Bool {
    guard (object["to"] != nil) != (object["by"] != nil) else {
      throw .invalid("\"\(command)\" needs either \"to\" or \"by\"")
    }
    return object["to"] != nil
  }

  private func duration(_ key: String, in range: ClosedRange<Duration>) throws(ControlError) -> Duration {
    guard let field = field(key) else { throw .invalid("\"\(key)\" is missing: a duration such as \"15s\"") }
    guard let duration = field.duration(in: range) else { throw complaint }
    return duration
  }

  private func jump() throws(ControlError) -> ControlCommand {
    switch field("to")?.value.content {
    case .object(let place)?:
      for member in place.members where member.key != "set" {
        throw .unknown("unknown field \(Excerpt.quoted(member.key))" + Suggestion.question(member.key, among: ["set"]))
      }
      let path = FieldPath([.key("to"), .key("set")])
      guard let value = place["set"] else { throw .invalid("to: \"set\" is missing") }
      guard let set = Field(value, at: path, problems).integer(in: Limits.sets) else { throw complaint }
      return .jumpToSet(set)
    case .text(let text)? where text.hasPrefix("set "):
      return .jumpToSet(try RequestWords.set(String(text.dropFirst(4))))
    default: return .jump(to: try duration("to", in: RequestWords.place))
    }
  }

  private func level() throws(ControlError) -> Double {
    guard let level = field("to")?.number(in: ControlProtocol.volumes) else { throw complaint }
    return level
  }

  private func change() throws(ControlError) -> Double {
    guard let change = field("by")?.number(in: RequestWords.volumeChange) else { throw complaint }
    return change
  }

  private func isOn() throws(ControlError) -> Bool? {
    guard let field = field("on") else { return nil }
    guard let isOn = field.bool() else { throw complaint }
    return isOn
  }
}
