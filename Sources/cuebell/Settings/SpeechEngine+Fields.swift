import Speech
import StrictJSON
import WorkoutFiles
import WorkoutModel

extension SpeechEngine {
  enum Kind: String, CaseIterable {
    case espeak = "espeak-ng"
    case command, wyoming
  }

  static let keys = FieldKeys("an engine", ["command", "wyoming", "name", "speaker"], synonyms: ["program": "command"])
  private static let nameLength = 1...200

  var kind: Kind {
    switch self {
    case .espeak: .espeak
    case .command: .command
    case .wyoming: .wyoming
    }
  }

  /// The engine that `fields` name: that of the kind in `engine`, or else the one that is there; `nil` for none.
  init?(_ fields: FieldReader, engine: Field?, _ absolute: (String) -> String?) {
    let kind: Kind? = engine?.choice()
    let command = fields.optional("command")
    let arguments = command?.command(absolute)
    let service = Self.service(fields, absolute)
    if kind == .command, command == nil {
      engine?.complain(
        "needs \"command\" beside it: the program and its arguments, such as [\"my-voice\", \"--fast\"]")
    }
    if kind == .wyoming, fields.optional("wyoming") == nil {
      engine?.complain("needs \"wyoming\" beside it: a server, such as \"tcp://127.0.0.1:10200\"")
    }
    if kind == nil, command != nil, let wyoming = fields.optional("wyoming") {
      wyoming.complain("\"command\" names a voice already: choose one of the two with \"engine\"")
    }
    switch kind {
    case .espeak: self = .espeak
    case .command:
      guard let arguments else { return nil }
      self = .command(arguments)
    case .wyoming:
      guard let service else { return nil }
      self = .wyoming(service)
    case nil:
      if let arguments {
        self = .command(arguments)
      } else if let service {
        self = .wyoming(service)
      } else {
        return nil
      }
    }
  }

  private static func service(_ fields: FieldReader, _ absolute: (String) -> String?) -> WyomingService? {
    let names = ["name", "speaker"].map { key in
      fields.optional(key).flatMap { $0.isNull ? nil : $0.text(in: nameLength) }
    }
    guard let field = fields.optional("wyoming") else {
      for key in ["name", "speaker"] where fields.has(key) {
        fields.optional(key)?.complain("needs \"wyoming\" beside it, which has the voices")
      }
      return nil
    }
    guard let text = field.value.text else {
      return field.command(absolute).map { WyomingService(at: .program($0), voice: names[0], speaker: names[1]) }
    }
    return WyomingService(address: text, voice: names[0], speaker: names[1])
      ?? field.fail(
        "must be a server, such as \"tcp://127.0.0.1:10200\" or \"unix:///run/piper.sock\", or a list of a program "
          + "and its arguments, got \(Excerpt.quoted(text))")
  }

  /// The fields of the settings file, besides `engine`.
  var fields: JSONFields {
    switch self {
    case .espeak: return [:]
    case .command(let arguments): return ["command": arguments]
    case .wyoming(let service):
      var fields: JSONFields =
        if case .program(let arguments) = service.address { ["wyoming": arguments] } else { ["wyoming": service.name] }
      fields.add("name", ifAny: service.voice)
      fields.add("speaker", ifAny: service.speaker)
      return fields
    }
  }
}

extension Field {
  /// The members of an object whose keys have no complaint.
  func entries(_ complaint: (String) -> String?) -> [(key: String, field: Field)] {
    guard let object = value.object else {
      complain("must be an object of languages, such as { \"de\": { \"wyoming\": \"tcp://127.0.0.1:10200\" } }")
      return []
    }
    return object.members.compactMap { member in
      let field = Field(member.value, at: path.key(member.key), problems)
      guard let complaint = complaint(member.key) else { return (member.key, field) }
      return field.fail("the language \(complaint)")
    }
  }
}
