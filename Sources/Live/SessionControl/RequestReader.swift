import WorkoutFiles
import WorkoutModel

extension ClientRequest {
  /// Reads a line: an object of JSON, or else words.
  ///
  /// - Parameter line: The bytes without the line break.
  /// - Returns: The request; `nil` for an empty line and for a comment, which begins with `#`.
  /// - Throws: `RequestError`, with the request's id where that could be read.
  public static func read(_ line: [UInt8]) throws(RequestError) -> ClientRequest? {
    guard line.count <= lineLimit else {
      throw RequestError(.malformed(column: lineLimit + 1), "the line has more than \(lineLimit) bytes")
    }
    let space: Set<UInt8> = [0x20, 0x09, 0x0D]
    guard let first = line.first(where: { !space.contains($0) }), first != UInt8(ascii: "#") else { return nil }
    guard first == UInt8(ascii: "{") else {
      guard let text = String(validating: line, as: UTF8.self), !line.contains(0) else {
        throw RequestError(.malformed(column: 1), "the line is not UTF-8")
      }
      return try ClientRequest(words: text.filter { $0 != "\r" })
    }
    let document: JSONDocument
    do throws(LocatedProblem) {
      document = try JSONReader.read(line, maximumSize: lineLimit, maximumDepth: depthLimit)
    } catch {
      throw RequestError(.malformed(column: error.location.column), error.message)
    }
    if let twice = document.duplicates.first {
      throw RequestError(.malformed(column: twice.location.column), twice.message)
    }
    guard case .object(let object) = document.root.content else {
      throw RequestError(.malformed(column: 1), "a request is an object")
    }
    var reader = RequestReader(object)
    return try reader.read()
  }
}

/// One reading of a request's object.
private struct RequestReader {
  /// The fields that say what is asked for; a request has one of them.
  private static let kinds = ["do", "get", "watch", "unwatch", "events", "clock"]

  private let object: JSONObject
  private var id: String?

  init(_ object: JSONObject) { self.object = object }

  mutating func read() throws(RequestError) -> ClientRequest {
    do throws(RequestError) {
      id = try readID()
      try checkVersion()
      let kind = try readKind()
      return ClientRequest(kind, id: id, name: try readName())
    } catch {
      throw RequestError(error.kind, error.reason, id: id)
    }
  }

  private func readID() throws(RequestError) -> String? {
    switch object["id"]?.value.content {
    case nil: return nil
    case .text(let text)?: return SafeText.jsonString(text)
    case .number(let number)? where Int(number.text) != nil: return number.text
    default: throw RequestError(.invalid, "the id must be an integer or a text")
    }
  }

  private func checkVersion() throws(RequestError) {
    guard let version = object["control"] else { return }
    guard case .number(let number) = version.value.content, Int(number.text) == ControlReply.version else {
      throw RequestError(.version, "this run speaks version \(ControlReply.version) of the protocol")
    }
  }

  private func readName() throws(RequestError) -> String? {
    guard let member = object["as"] else { return nil }
    guard case .text(let text) = member.value.content, !text.isEmpty, text.count <= ClientRequest.nameLimit else {
      throw RequestError(.invalid, "the name of a client has 1 to \(ClientRequest.nameLimit) characters")
    }
    return text
  }

  private func readKind() throws(RequestError) -> ClientRequest.Kind {
    let common = ["id", "control", "as"]
    let named = Self.kinds.filter { object[$0] != nil }
    guard named.count <= 1 else {
      throw RequestError(.invalid, "a request is one of \(named.joined(separator: " and "))")
    }
    guard let kind = named.first, let member = object[kind] else {
      try refuseFields(but: common + Self.kinds)
      guard object["as"] != nil else {
        throw RequestError(.invalid, "the request lacks one of \(Self.kinds.joined(separator: ", "))")
      }
      return .introduction
    }
    switch kind {
    case "do": return .command(try readCommand(member.value, common + ["do"]))
    case "events":
      try refuseFields(but: common + ["events", "ahead"])
      return .events(try ClientRequest.events(try texts(member)), ahead: try flag("ahead") ?? false)
    case "clock":
      try refuseFields(but: common + ["clock"])
      return .clock(try scalar(member.value))
    default:
      try refuseFields(but: common + [kind])
      let names = try texts(member)
      switch kind {
      case "get": return .get(try ClientRequest.properties(names, of: SessionProperty.allCases))
      case "watch": return .watch(try ClientRequest.properties(names, of: SessionProperty.watchable))
      default: return .unwatch(try ClientRequest.properties(names, of: SessionProperty.watchable, mayBeNone: true))
      }
    }
  }

  private func refuseFields(but known: [String]) throws(RequestError) {
    for member in object.members where !known.contains(member.key) {
      let question = Suggestion.question(member.key, among: known)
      throw RequestError(.unknown, "there is no field \(Excerpt.quoted(member.key)) here\(question)")
    }
  }

  // MARK: Commands

  private func readCommand(_ value: JSONValue, _ common: [String]) throws(RequestError) -> ControlCommand {
    guard case .text(let name) = value.content else { throw RequestError(.invalid, "do takes the name of a command") }
    guard let known = CommandWords.named(name) else {
      let question = Suggestion.question(name, among: CommandWords.all.map(\.name))
      throw RequestError(.unknown, "there is no command \(Excerpt.quoted(name))\(question)")
    }
    switch known.argument {
    case .none: try refuseFields(but: common)
    case .by: try refuseFields(but: common + ["by"])
    case .place, .volume: try refuseFields(but: common + ["to", "by"])
    case .isOn: try refuseFields(but: common + ["on"])
    }
    if let command = known.command { return command }
    switch known.argument {
    case .isOn: return .mute(try flag("on"))
    case .by:
      guard let by = object["by"] else { throw lack("by", "a duration such as \"15s\"") }
      return .extend(by: try amount(by.value))
    default:
      let (to, by) = (object["to"]?.value, object["by"]?.value)
      guard (to == nil) != (by == nil) else { throw lack("either to or by", nil) }
      if known.argument == .place { return try jump(to, by) }
      if let by { return try CommandWords.volume(by: try number(by)) }
      guard let to else { throw lack("to", nil) }
      return try CommandWords.volume(to: try number(to))
    }
  }

  private func lack(_ field: String, _ what: String?) -> RequestError {
    RequestError(.invalid, "the request lacks \(field)\(what.map { ", \($0)" } ?? "")")
  }

  private func jump(_ to: JSONValue?, _ by: JSONValue?) throws(RequestError) -> ControlCommand {
    if let by { return .seek(by: try amount(by)) }
    switch to?.content {
    case .text(let text)?: return try CommandWords.jump(text)
    case .number(let number)?:
      let moment = try CommandWords.amount(number.text)
      guard moment >= .zero else { throw RequestError(.invalid, "the plan begins at 0") }
      return .jump(to: moment)
    case .object(let place)?:
      guard place.members.count == 1, case .number(let number)? = place["set"]?.value.content,
        let set = Int(number.text), set > 0
      else { throw RequestError(.invalid, "a place of the plan is a time, or {\"set\":3}") }
      return .jumpToSet(set)
    default: throw RequestError(.invalid, "to takes a time such as \"3:20\", or {\"set\":3}")
    }
  }

  // MARK: Values

  private func amount(_ value: JSONValue) throws(RequestError) -> Duration {
    switch value.content {
    case .text(let text): return try CommandWords.amount(text)
    case .number(let number): return try CommandWords.amount(number.text)
    default: throw RequestError(.invalid, "a duration is a text such as \"15s\", or a number of seconds")
    }
  }

  private func number(_ value: JSONValue) throws(RequestError) -> Double {
    guard case .number(let number) = value.content else {
      throw RequestError(.invalid, "a volume is a number of dB, not \(value.summary)")
    }
    return number.double
  }

  private func flag(_ key: String) throws(RequestError) -> Bool? {
    switch object[key]?.value.content {
    case nil: return nil
    case .bool(let flag)?: return flag
    default: throw RequestError(.invalid, "\(key) is true or false")
    }
  }

  private func texts(_ member: JSONMember) throws(RequestError) -> [String] {
    if case .text(let text) = member.value.content { return [text] }
    guard case .list(let values) = member.value.content else {
      throw RequestError(.invalid, "\(member.key) takes a list of names")
    }
    var texts: [String] = []
    for value in values {
      guard case .text(let text) = value.content else {
        throw RequestError(.invalid, "\(member.key) takes a list of names, not \(value.summary)")
      }
      texts.append(text)
    }
    return texts
  }

  /// A number, text, truth value or null, as JSON.
  private func scalar(_ value: JSONValue) throws(RequestError) -> String {
    switch value.content {
    case .null: return "null"
    case .bool(let bool): return "\(bool)"
    case .number(let number): return number.text
    case .text(let text): return SafeText.jsonString(text)
    case .list, .object: throw RequestError(.invalid, "clock takes a number or a text")
    }
  }
}
