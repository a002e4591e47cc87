import DriftSimulation
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

extension ScenarioDecoder {
  private static let anchorKeys = FieldKeys("a cue's time", ["cue", "set", "offset"], synonyms: ["kind": "cue"])

  /// A line of the script; `nil` where nothing can be made of it.
  static func line(_ field: Field) -> ScriptLine? {
    guard case .object(let object) = field.value.content else {
      field.complain("must be an object: an action in { }, got \(field.value.summary)")
      return nil
    }
    // The word decides which keys there are.
    let word: DeedWord? = object["do"].flatMap { Field($0.value, at: field.path.key("do"), field.problems).choice() }
    let keys = ["at", "do"] + (word.map(parameters) ?? allParameters)
    let owner = word.map { "the action \"\($0.rawValue)\"" } ?? "an action"
    guard let fields = FieldReader(field, FieldKeys(owner, keys, synonyms: synonyms)) else { return nil }
    _ = fields.required("do", "say what is done: \(DeedWord.allCases.map(\.rawValue).joined(separator: ", "))")
    let at = fields.required("at", "when it is done: a time, or { \"cue\": … }").flatMap(time)
    guard let word, let deed = deed(word, fields, field) else { return nil }
    if case .after(let at)? = at, let until = deed.until, until <= at {
      fields.optional("until")?.complain("must be after \"at\", which is \(text(at)); got \(text(until))")
    }
    return at.map { ScriptLine(at: $0, deed) }
  }

  private static let allParameters = [
    "for", "to", "until", "by", "p", "ppm", "shouldResume", "dist", "scale", "alpha", "cap",
  ]
  private static let synonyms = [
    "time": "at", "action": "do", "fault": "do", "length": "for", "duration": "for", "chance": "p",
    "probability": "p", "distribution": "dist",
  ]

  /// The keys that an action has besides `at` and `do`.
  private static func parameters(_ word: DeedWord) -> [String] {
    switch word {
    case .extend, .wallStep, .speechSlow: ["by"]
    case .interruptEnd: ["shouldResume"]
    case .suspend, .stall, .speechHang, .kill: ["for"]
    case .coalesce: ["to", "until"]
    case .jitter: ["dist", "scale", "alpha", "cap", "until"]
    case .drop, .duplicate: ["p", "until"]
    case .early: ["by", "until"]
    case .skew, .audioSkew: ["ppm", "until"]
    default: []
    }
  }

  private static func time(_ field: Field) -> ScriptTime? {
    guard case .object = field.value.content else {
      return field.duration(in: .zero...ScenarioLimits.time).map { .after($0) }
    }
    guard let fields = FieldReader(field, anchorKeys) else { return nil }
    let range = (.zero - ScenarioLimits.time)...ScenarioLimits.time
    let offset = fields.has("offset") ? fields.optional("offset")?.duration(in: range) : .zero
    guard let name = cueName(fields), let offset else { return nil }
    return .cue(name, offset: offset)
  }

  /// The cue that the fields `cue` and `set` name.
  static func cueName(_ fields: FieldReader) -> CueName? {
    let words = CueKind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    let kind: CueKind? = fields.required("cue", "name its kind: \(words)")?.choice()
    let set = fields.optional("set")?.integer(in: Limits.sets)
    return kind.map { CueName($0, set: set) }
  }

  private static func deed(_ word: DeedWord, _ fields: FieldReader, _ field: Field) -> Deed? {
    switch word {
    case .pause, .resume, .toggle, .skip, .back, .restartPhase, .done, .stop, .undo, .redo:
      return UserAction(rawValue: word.rawValue).map { .user($0) }
    case .background: return .background
    case .foreground: return .foreground
    case .interrupt: return .interrupt
    case .interruptEnd: return .interruptEnd(shouldResume: fields.optional("shouldResume")?.bool() ?? false)
    case .deviceLost: return .deviceLost
    case .deviceBack: return .deviceBack
    case .speechCrash: return .speechCrash
    case .extend: return step(fields, "by how much").map { .extend(by: $0) }
    case .wallStep: return step(fields, "by how much").map { .wallStep(by: $0) }
    case .suspend: return length(fields).map { .suspend(length: $0) }
    case .stall: return length(fields).map { .stall(length: $0) }
    case .speechHang: return length(fields).map { .speechHang(length: $0) }
    case .kill: return length(fields).map { .kill(length: $0) }
    case .speechSlow:
      let factor = fields.required("by", "how many times as long phrases take")?.number(in: ScenarioLimits.factor)
      return factor.map { .speechSlow(factor: $0) }
    case .coalesce, .jitter, .drop, .duplicate, .early, .skew, .audioSkew: return lasting(word, fields, field)
    }
  }

  /// What lasts until a time.
  private static func lasting(_ word: DeedWord, _ fields: FieldReader, _ field: Field) -> Deed? {
    let until = fields.optional("until")?.duration(in: .zero...ScenarioLimits.time)
    switch word {
    case .coalesce:
      let to = fields.required("to", "of what wake-ups are multiples")?.duration(in: ScenarioLimits.period)
      return to.map { .coalesce(to: $0, until: until) }
    case .jitter: return jitter(fields, field).map { .jitter($0, until: until) }
    case .drop: return chance(fields).map { .drop(chance: $0, until: until) }
    case .duplicate: return chance(fields).map { .duplicate(chance: $0, until: until) }
    case .early:
      let by = fields.required("by", "by how much")?.duration(in: ScenarioLimits.scale)
      return by.map { .early(by: $0, until: until) }
    case .skew: return skew(fields).map { .skew(partsPerMillion: $0, until: until) }
    case .audioSkew: return skew(fields).map { .audioSkew(partsPerMillion: $0, until: until) }
    default: return nil
    }
  }

  private static func length(_ fields: FieldReader) -> Duration? {
    fields.required("for", "for how long")?.duration(in: ScenarioLimits.length)
  }

  private static func step(_ fields: FieldReader, _ explanation: String) -> Duration? {
    fields.required("by", explanation)?.duration(in: (.zero - ScenarioLimits.time)...ScenarioLimits.time)
  }

  private static func chance(_ fields: FieldReader) -> Double? {
    fields.required("p", "the chance, from 0 to 1")?.number(in: 0...1)
  }

  private static func skew(_ fields: FieldReader) -> Int? {
    fields.required("ppm", "millionths; negative for slow")?.integer(in: ScenarioLimits.skew)
  }
}
