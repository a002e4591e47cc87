import SessionReporting
import StrictJSON
import WorkoutFiles
import WorkoutModel

struct JSONRequestReader {
  private let object: JSONObject
  private let problems = ProblemList()
  /// The word that errors name in place of the field, if the request was words.
  private var word: String?

  static func read(_ line: [UInt8]) throws(ControlRequest.Failure) -> ControlRequest {
    var id: ControlRequest.ID?
    do throws(ControlError) {
      let reader = Self(object: try parsed(line))
      id = try reader.id()
      try reader.checkVersion()
      let name = try reader.name("as")
      return ControlRequest(
        try reader.kind(isNamed: name != nil), id: id, clientName: name, client: try reader.name("client"),
        seenPhase: try reader.name("in"))
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

  private static let arguments = ["by", "to", "on", "signal", "value", "in", "text"]
  private static let common = ["id", "control", "as", "client"]
  private static let kinds: [(key: String, fields: [String])] = [
    ("do", arguments), ("get", []), ("watch", []), ("unwatch", []), ("events", ["ahead"]), ("clock", []),
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

  private func name(_ key: String) throws(ControlError) -> String? {
    guard let field = field(key) else { return nil }
    guard let name = field.text() else { throw complaint }
    guard (1...ControlProtocol.nameLength).contains(name.unicodeScalars.count) else {
      throw .invalid("\(key): must have 1 to \(ControlProtocol.nameLength) characters")
    }
    return name
  }

  private func kind(isNamed: Bool) throws(ControlError) -> ControlRequest.Kind {
    let present = Self.kinds.filter { object[$0.key] != nil }
    let allowed = Self.common + Self.kinds.map { $0.key } + (present.first?.fields ?? [])
    for member in object.members where !allowed.contains(member.key) {
      let question = Suggestion.question(member.key, among: Self.common + Self.kinds.flatMap { [$0.key] + $0.fields })
      throw .unknown("unknown field \(Excerpt.quoted(member.key))\(question)")
    }
    guard present.count <= 1 else {
      throw .invalid("a request needs exactly one of " + present.map { "\"\($0.key)\"" }.joined(separator: ", "))
    }
    switch present.first?.key {
    case "do": return try command()
    case "get": return .get(try properties("get", canBePlan: true))
    case "watch": return .watch(try properties("watch"))
    case "unwatch": return .unwatch(try properties("unwatch"))
    case "events": return try events()
    case "clock": return .clock(try clock())
    default:
      guard isNamed else {
        throw .invalid("a request needs exactly one of " + Self.kinds.map { "\"\($0.key)\"" }.joined(separator: ", "))
      }
      return .name
    }
  }

  // MARK: Fields

  private func field(_ key: String) -> Field? {
    object[key].map { Field($0, at: FieldPath([.key(word ?? key)]), problems) }
  }

  private var complaint: ControlError {
    problems.problems.first.map { .invalid("\($0.path): \($0.message)") } ?? .invalid("this is not a request")
  }

  /// The properties in a field, as one name or a list; `true`, "all" and an empty list mean all that can be watched.
  private func properties(_ key: String, canBePlan: Bool = false) throws(ControlError) -> SessionPropertySet {
    guard let names = try names(key) else { return .watchable }
    var set = SessionPropertySet()
    for name in names { set.insert(try property(name, canBePlan: canBePlan)) }
    return set
  }

  private func property(_ name: String, canBePlan: Bool) throws(ControlError) -> SessionProperty {
    guard let property = SessionProperty(rawValue: name) else {
      let names = SessionProperty.allCases.map { $0.rawValue }
      throw .unknown("unknown property \(Excerpt.quoted(name))" + Suggestion.question(name, among: names))
    }
    if property == .plan, !canBePlan { throw .invalid("plan: doesn't change; use \"get\"") }
    return property
  }

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

  /// A subscription to the events of a list; an empty one means all.
  func events() throws(ControlError) -> ControlRequest.Kind {
    var isAhead = false
    if let field = field("ahead") {
      guard let value = field.bool() else { throw complaint }
      isAhead = value
    }
    if object["events"]?.bool == false { return .events(nil, ahead: isAhead) }
    let names = try names("events") ?? SessionEvent.names
    for name in names where !SessionEvent.names.contains(name) {
      throw .unknown("unknown event \(Excerpt.quoted(name))" + Suggestion.question(name, among: SessionEvent.names))
    }
    return .events(Set(names), ahead: isAhead)
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
  init(_ word: String, fields: JSONFields) throws(ControlError) {
    self.init(object: try Self.parsed(Array(fields.line().utf8)), word: word)
  }

  private func command() throws(ControlError) -> ControlRequest.Kind {
    guard let name = field("do")?.text() else { throw complaint }
    let verbs = ControlVerb.allCases.filter { $0.row.isInJSON }
    guard let row = verbs.first(where: { $0.rawValue == name })?.row, let read = row.read else {
      let question = Suggestion.question(name, among: verbs.map { $0.rawValue })
      throw .unknown("unknown command \(Excerpt.quoted(name))\(question)")
    }
    for key in Self.arguments where object[key] != nil && !row.fields.contains(key) {
      throw .unknown("\"\(key)\" has no meaning for \"\(name)\"")
    }
    return try read(self)
  }

  func isGivenTo(_ verb: ControlVerb) throws(ControlError) -> Bool {
    guard (object["to"] != nil) != (object["by"] != nil) else {
      throw .invalid("\"\(verb.rawValue)\" needs either \"to\" or \"by\"")
    }
    return object["to"] != nil
  }

  func shift() throws(ControlError) -> Duration {
    try duration("by", in: (.zero - Limits.totalLength)...Limits.totalLength)
  }

  private func duration(_ key: String, in range: ClosedRange<Duration>) throws(ControlError) -> Duration {
    guard let field = field(key) else { throw .invalid("\"\(key)\" is missing: a duration such as \"15s\"") }
    guard let duration = field.duration(in: range) else { throw complaint }
    return duration
  }

  func place() throws(ControlError) -> ControlCommand {
    switch field("to")?.value.content {
    case .object(let place)?:
      for member in place.members where member.key != "set" {
        throw .unknown("unknown field \(Excerpt.quoted(member.key))" + Suggestion.question(member.key, among: ["set"]))
      }
      let path = FieldPath([.key("to"), .key("set")])
      guard let value = place["set"] else { throw .invalid("to: \"set\" is missing") }
      guard let set = Field(value, at: path, problems).integer(in: Limits.sets) else { throw complaint }
      return .jumpToSet(set)
    case .text(let text)? where text.hasPrefix("set"):
      guard let set = Int(text.dropFirst(4)), Limits.sets.contains(set) else {
        throw .invalid("set: must be a whole number of at least 1, got \(Excerpt.quoted(String(text.dropFirst(4))))")
      }
      return .jumpToSet(set)
    default: return .jump(to: try duration("to", in: .zero...Limits.totalLength))
    }
  }

  /// The volume of "to", in dB.
  func level() throws(ControlError) -> Double { try number("to", in: Limits.volume) }

  /// The change of volume of "by", in dB.
  func change() throws(ControlError) -> Double { try number("by", in: -72...72) }

  private func number(_ key: String, in range: ClosedRange<Double>) throws(ControlError) -> Double {
    guard let number = field(key)?.number(in: range) else { throw complaint }
    return number
  }

  func measurement() throws(ControlError) -> ControlCommand {
    for key in ["signal", "value"] where object[key] == nil {
      throw .invalid("\"measure\" needs \"signal\" and \"value\", such as \"heartRate\" and 131")
    }
    let signal: Signal? = field("signal")?.choice()
    guard let signal, let field = field("value") else { throw complaint }
    if let silence = signal.noContact, field.value.integer == silence { return .measure(signal, silence) }
    guard let value = field.integer(in: signal.range) else { throw complaint }
    return .measure(signal, value)
  }

  /// The words of "text"; `nil` without any.
  func saidText() throws(ControlError) -> String? {
    guard let field = field("text") else { return nil }
    guard let text = field.text(in: Limits.saidText) else { throw complaint }
    guard SafeText.isSafe(text) else { throw .invalid("\(field.path): must have no control characters") }
    return text
  }

  func isOn() throws(ControlError) -> Bool? {
    guard let field = field("on") else { return nil }
    guard let isOn = field.bool() else { throw complaint }
    return isOn
  }
}
