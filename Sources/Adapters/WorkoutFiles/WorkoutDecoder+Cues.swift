import WorkoutModel

extension WorkoutDecoder {
  private static let cueKeys = FieldKeys(
    "a cue rule", ["on", "at", "sound", "strikes", "gain", "say", "count", "align", "class", "if"],
    synonyms: ["text": "say", "speak": "say", "volume": "gain", "when": "at", "countdown": "count", "where": "if"])
  private static let conditionKeys = FieldKeys(
    "a condition",
    [
      "intensity", "longerThan", "atLeast", "set", "before", "after", "intensityChanges", "severalPhases",
      "endsSet", "counted",
    ])

  /// The rules of a list; a broken one leaves a placeholder.
  static func cues(_ field: Field) -> [CueRule] {
    (field.list("a list of cue rules") ?? []).map(rule)
  }

  private static func rule(_ field: Field) -> CueRule {
    let standIn = CueRule(on: .phase, at: .start(offset: .zero))
    guard let fields = FieldReader(field, cueKeys) else { return standIn }
    return CueRule(
      on: fields.required("on", "write \"phase\", \"set\" or \"workout\"")?.choice() ?? standIn.on,
      at: fields.required("at", "write a moment such as \"start\" or \"end-3s\"").flatMap(moment) ?? standIn.at,
      sound: sound(fields),
      say: fields.optional("say").map { cueText($0) ?? CueText(pieces: [.words("?")]) },
      count: fields.optional("count").map { $0.integer(in: Limits.count) ?? 1 },
      align: fields.optional("align")?.choice() ?? .start,
      cueClass: fields.optional("class")?.choice(),
      condition: fields.optional("if").flatMap(condition) ?? Condition())
  }

  private static func sound(_ fields: FieldReader) -> CueSound? {
    let strikes = fields.optional("strikes")
    let gain = fields.optional("gain")
    guard let name = fields.optional("sound") else {
      if !fields.seemsToHave("sound") {
        for field in [strikes, gain] { field?.complain("needs a \"sound\" beside it") }
      }
      return nil
    }
    return CueSound(
      name.text() ?? "?", strikes: strikes?.integer(in: Limits.strikes) ?? 1, gain: gain?.number(in: Limits.gain) ?? 0)
  }

  private static func cueText(_ field: Field) -> CueText? {
    guard let text = field.text() else { return nil }
    do throws(CueTextError) {
      return try CueText(text)
    } catch {
      return field.fail(error.message)
    }
  }

  private static func moment(_ field: Field) -> Moment? {
    guard case .text(let text) = field.value.content else {
      return field.mismatch("a moment such as \"start\", \"end-3s\", \"half\" or \"every 5m\"")
    }
    do throws(MomentTextError) {
      return try Moment(text)
    } catch {
      return field.fail(error.description)
    }
  }

  private static func condition(_ field: Field) -> Condition? {
    guard let fields = FieldReader(field, conditionKeys) else { return nil }
    return Condition(
      intensity: fields.optional("intensity").flatMap(intensities),
      longerThan: fields.optional("longerThan")?.duration(in: Limits.conditionLength),
      atLeast: fields.optional("atLeast")?.duration(in: Limits.conditionLength),
      set: fields.optional("set")?.choice(),
      before: fields.optional("before").flatMap(moment),
      after: fields.optional("after").flatMap(moment),
      intensityChanges: fields.optional("intensityChanges")?.bool(),
      severalPhases: fields.optional("severalPhases")?.bool(),
      endsSet: fields.optional("endsSet")?.bool(),
      counted: fields.optional("counted")?.bool())
  }

  /// One intensity or a list of them.
  private static func intensities(_ field: Field) -> [Intensity]? {
    guard case .list = field.value.content else { return field.choice(Intensity.self).map { [$0] } }
    return (field.list() ?? []).map { $0.choice() ?? .high }
  }
}
