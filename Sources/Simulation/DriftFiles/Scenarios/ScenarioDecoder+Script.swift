import DriftSimulation
import StrictJSON
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

extension ScenarioDecoder {
  private static let anchorKeys = FieldKeys("a cue's time", ["cue", "set", "offset"], synonyms: ["kind": "cue"])

  static func line(_ field: Field) -> ScriptLine? {
    guard let object = field.value.object else { return field.mismatch("an object: an action in { }") }
    // The kind determines the keys.
    let kind: Fault.Kind? = object["do"].flatMap { Field($0, at: field.path.key("do"), field.problems).choice() }
    let keys = ["at", "do"] + (kind?.parameters.map(\.key) ?? allKeys)
    let owner = kind.map { "the action \"\($0.rawValue)\"" } ?? "an action"
    guard let fields = FieldReader(field, FieldKeys(owner, keys, synonyms: synonyms)) else { return nil }
    _ = fields.required("do", "say what is done: \(Fault.Kind.allCases.map(\.rawValue).joined(separator: ", "))")
    let at = fields.required("at", "when it is done: a time, or { \"cue\": … }").flatMap(time)
    guard let kind, let fault = fault(kind, kind.parameters, fields) else { return nil }
    if case .after(let at)? = at, let until = fault.until, until <= at {
      fields.optional("until")?.complain("must be after \"at\", which is \(text(at)); got \(text(until))")
    }
    return at.map { ScriptLine(at: $0, fault) }
  }

  private static let allKeys = Fault.Kind.allCases.flatMap(\.parameters).reduce(into: [String]()) { keys, parameter in
    if !keys.contains(parameter.key) { keys.append(parameter.key) }
  }

  private static let synonyms = [
    "time": "at", "action": "do", "fault": "do", "length": "for", "duration": "for", "chance": "p",
    "probability": "p", "distribution": "dist",
  ]

  /// A fault with the given parameters; `nil` if a required one is missing or invalid.
  static func fault(_ kind: Fault.Kind, _ parameters: [FaultParameter], _ fields: FieldReader) -> Fault? {
    var values: [String: FaultParameter.Value] = [:]
    var isComplete = true
    for parameter in parameters {
      let field = parameter.hint.map { fields.required(parameter.key, $0) } ?? fields.optional(parameter.key)
      values[parameter.key] = field.flatMap { value($0, parameter.format) }
      if parameter.hint != nil, values[parameter.key] == nil { isComplete = false }
    }
    guard isComplete else { return nil }
    let (fault, misuses) = kind.fault(values)
    for (key, message) in misuses { fields.optional(key)?.complain(message) }
    return fault
  }

  private static func value(_ field: Field, _ format: FaultParameter.Format) -> FaultParameter.Value? {
    switch format {
    case .duration(let range): field.duration(in: range).map { .duration($0) }
    case .integer(let range): field.integer(in: range).map { .integer($0) }
    case .number(let range): field.number(in: range).map { .number($0) }
    case .flag: field.bool().map { .flag($0) }
    case .word(let words): field.word(among: words).map { .word($0) }
    case .text(let range): field.text(in: range).map { .text($0) }
    }
  }

  private static func time(_ field: Field) -> ScriptTime? {
    guard field.value.object != nil else {
      return field.duration(in: .zero...ScenarioLimits.time).map { .after($0) }
    }
    guard let fields = FieldReader(field, anchorKeys) else { return nil }
    let offset = fields.has("offset") ? fields.optional("offset")?.duration(in: ScenarioLimits.step) : .zero
    guard let name = cueName(fields), let offset else { return nil }
    return .cue(name, offset: offset)
  }

  static func cueName(_ fields: FieldReader) -> CueName? {
    let kinds = CueKind.planned.map(\.rawValue)
    let words = kinds.map { "\"\($0)\"" }.joined(separator: ", ")
    let kind = fields.required("cue", "name its kind: \(words)")?.word(among: kinds)
    let set = fields.optional("set")?.integer(in: Limits.sets)
    return kind.flatMap(CueKind.init).map { CueName($0, set: set) }
  }
}
