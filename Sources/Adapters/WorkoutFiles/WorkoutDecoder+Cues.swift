import StrictJSON
import WorkoutModel

extension WorkoutDecoder {
  private static let cueKeys = FieldKeys(
    "a cue rule",
    ["id", "on", "at", "sound", "strikes", "spacing", "gain", "say", "count", "voice", "align", "class", "if"],
    synonyms: ["text": "say", "speak": "say", "volume": "gain", "when": "at", "countdown": "count", "where": "if"])
  private static let conditionKeys = FieldKeys(
    "a condition",
    [
      "intensity", "longerThan", "atLeast", "set", "before", "after", "intensityChanges", "severalPhases",
      "endsSet", "counted",
    ])

  private static let everyKeys = FieldKeys("a choice of sets", ["every", "from"])

  /// The rules of a list; an invalid one becomes a placeholder.
  static func cues(_ field: Field) -> [CueRule] {
    (field.list("a list of cue rules") ?? []).map(rule)
  }

  private static func rule(_ field: Field) -> CueRule {
    let placeholder = CueRule(on: .phase, at: .start(offset: .zero))
    guard let fields = FieldReader(field, cueKeys) else { return placeholder }
    let moments = fields.required("at", "write a moment such as \"start\" or \"end-3s\"").map(moments) ?? []
    let gain = gain(fields)
    var rule = CueRule(
      fields.optional("id").map { $0.text() ?? "?" },
      on: fields.required("on", "write \"phase\", \"set\" or \"workout\"")?.choice() ?? placeholder.on,
      at: moments.first ?? placeholder.at,
      further: Array(moments.dropFirst()),
      sound: sound(fields, gain: gain),
      say: fields.optional("say").map { cueText($0) ?? CueText(pieces: [.words("?")]) },
      count: fields.optional("count").map { $0.integer(in: Limits.count) ?? 1 },
      voice: fields.optional("voice").flatMap(voice),
      align: fields.optional("align")?.choice() ?? .start,
      cueClass: fields.optional("class")?.choice(),
      condition: fields.optional("if").flatMap(condition) ?? Condition())
    if rule.speaks { rule.speechGain = gain }
    return rule
  }

  /// The gain of a rule's sound and speech.
  private static func gain(_ fields: FieldReader) -> Double {
    guard let gain = fields.optional("gain") else { return 0 }
    if !["sound", "say", "count"].contains(where: fields.seemsToHave) {
      gain.complain("needs a \"sound\", \"say\" or \"count\" beside it")
    }
    return gain.number(in: Limits.gain) ?? 0
  }

  private static func sound(_ fields: FieldReader, gain: Double) -> CueSound? {
    let strikes = fields.optional("strikes")
    let spacing = fields.optional("spacing")
    guard let name = fields.optional("sound") else {
      if !fields.seemsToHave("sound") {
        for field in [strikes, spacing] { field?.complain("needs a \"sound\" beside it") }
      }
      return nil
    }
    return CueSound(
      name.text() ?? "?", strikes: strikes?.integer(in: Limits.strikes) ?? 1,
      spacing: spacing?.duration(in: Limits.strikeSpacing) ?? CueSound.standardSpacing, gain: gain)
  }

  private static func cueText(_ field: Field) -> CueText? {
    guard let text = field.text() else { return nil }
    do throws(CueTextError) {
      return try CueText(text)
    } catch {
      return field.fail(error.description)
    }
  }

  private static func moments(_ field: Field) -> [Moment] {
    guard field.value.list != nil else { return moment(field).map { [$0] } ?? [] }
    let moments = (field.list() ?? []).map { moment($0) ?? .start(offset: .zero) }
    if moments.isEmpty { field.complain("must hold at least one moment") }
    return moments
  }

  static func moment(_ field: Field) -> Moment? {
    guard let text = field.value.text else {
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
      set: fields.optional("set").flatMap(set),
      before: fields.optional("before").flatMap(moment),
      after: fields.optional("after").flatMap(moment),
      intensityChanges: fields.optional("intensityChanges")?.bool(),
      severalPhases: fields.optional("severalPhases")?.bool(),
      endsSet: fields.optional("endsSet")?.bool(),
      counted: fields.optional("counted")?.bool())
  }

  /// A word, the number of a set, a list of numbers, or an interval of sets.
  private static func set(_ field: Field) -> SetCondition? {
    switch field.value.content {
    case .number: return field.integer(in: Limits.sets).map { .numbers([$0]) }
    case .list: return .numbers((field.list() ?? []).map { $0.integer(in: Limits.sets) ?? 1 })
    case .object:
      guard let fields = FieldReader(field, everyKeys) else { return nil }
      let interval = fields.required("every", "of how many sets one is meant")?.integer(in: Limits.sets)
      let from = fields.optional("from").map { $0.integer(in: Limits.sets) ?? 1 }
      return .every(interval ?? 1, from: from ?? interval ?? 1)
    case .text, .bool, .null:
      let word = field.word(among: SetCondition.words.map { $0.word })
      return SetCondition.words.first { $0.word == word }?.condition
    }
  }

  private static func intensities(_ field: Field) -> [Intensity]? {
    guard field.value.list != nil else { return field.choice(Intensity.self).map { [$0] } }
    return (field.list() ?? []).map { $0.choice() ?? .high }
  }
}
