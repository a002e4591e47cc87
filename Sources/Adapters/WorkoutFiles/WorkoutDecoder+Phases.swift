import StrictJSON
import WorkoutModel

extension WorkoutDecoder {
  private static let phaseKeys = FieldKeys(
    "a phase",
    [
      "name", "intensity", "duration", "surprise", "open", "until", "reps", "cap", "atLeast", "tempo", "say", "cues",
      "ambient", "track", "skip", "sides", "change", "target", "coach", "notes", "metronome", "overtime", "stages",
    ],
    synonyms: [
      "title": "name", "time": "duration", "length": "duration", "seconds": "duration", "secs": "duration",
      "type": "intensity", "kind": "intensity", "repetitions": "reps", "text": "say", "speak": "say",
      "limit": "cap", "minimum": "atLeast", "min": "atLeast",
      "goal": "target", "power": "target", "note": "notes", "comment": "notes", "rules": "cues",
      "coaching": "coach", "beat": "metronome", "beats": "metronome", "click": "metronome",
    ],
    misplaced: [
      "heartRate": "belongs to \"until\": write \"until\": { \"heartRate\": \"< 120\" }",
      "cadence": "belongs to \"until\": write \"until\": { \"cadence\": \"> 90\" }",
      "hold": "belongs to \"until\": write \"until\": { \"heartRate\": \"< 120\", \"hold\": \"5s\" }",
      "bpm": "belongs to \"metronome\": write \"metronome\": { \"bpm\": 180 }",
      "sets": "belongs to a set group: write { \"sets\": 8, \"phases\": [ … ] } around the phases to repeat",
      "rounds": "belongs to a set group: write { \"sets\": 8, \"phases\": [ … ] } around the phases to repeat",
      "work": "is a phase of its own: write { \"name\": \"Work\", \"duration\": \"20s\" }",
      "rest": "is a phase of its own: write { \"name\": \"Rest\", \"intensity\": \"rest\", \"duration\": \"10s\" }",
      "for": "belongs to a set group: a phase has \"duration\"",
      "every": "belongs to a set group: a phase has \"duration\"",
      "order": "belongs to a set group: it is the order of its phases",
      "pick": "belongs to a set group: it is how many of its phases are drawn",
      "between": "belongs to a set group: it is run between two of its phases or sets",
    ])

  private static let stageKeys = FieldKeys(
    "a stage", ["at", "intensity"], synonyms: ["when": "at", "color": "intensity"])

  static func phase(_ field: Field) -> Phase {
    guard let fields = FieldReader(field, phaseKeys) else { return Phase("?", .high, .after(.fixed(.zero))) }
    return Phase(
      fields.required("name", "a phase needs a name").map { texts($0, placeholder: "?") } ?? "?",
      fields.optional("intensity")?.choice() ?? .high,
      end(fields),
      reps: fields.optional("reps").map(reps),
      say: fields.optional("say").map { texts($0, placeholder: "") },
      cues: fields.optional("cues").map(cues) ?? [],
      ambient: fields.optional("ambient").map(phaseAmbient) ?? .inherited,
      track: fields.optional("track").map { $0.text() ?? "?" },
      skip: fields.optional("skip").flatMap(skip),
      sides: sides(fields),
      notes: fields.optional("notes").map { texts($0, placeholder: "") },
      metronome: fields.optional("metronome").flatMap(metronome),
      target: fields.optional("target").map { texts($0, placeholder: "?").map { Target($0) } },
      coach: fields.optional("coach").flatMap(coach),
      overtime: overtime(fields),
      stages: fields.optional("stages").map(stages) ?? [])
  }

  /// `first`, `last`, or the numbers of the sets that skip a node.
  static func skip(_ field: Field) -> SkippedSets? {
    switch field.value.content {
    case .number: return field.integer(in: Limits.sets).map { .numbers([$0]) }
    case .list: return .numbers((field.list() ?? []).map { $0.integer(in: Limits.sets) ?? 1 })
    case .text: return field.word(among: ["first", "last"]).map { $0 == "first" ? .first : .last }
    default: return field.mismatch("\"first\", \"last\", the number of a set or a list of numbers")
    }
  }

  /// The sides of a phase or group, and the time to change them.
  static func sides(_ fields: FieldReader) -> Sides? {
    let change = fields.optional("change")
    guard let field = fields.optional("sides") else {
      if !fields.seemsToHave("sides") { change?.complain("needs \"sides\" beside it") }
      return nil
    }
    let length = change.map { $0.duration(in: Limits.phaseLength) ?? .zero }
    switch field.value.content {
    case .list: return Sides((field.list() ?? []).map { $0.text() ?? "?" }, change: length)
    case .bool(true): return Sides(change: length)
    case .bool(false):
      return field.fail("must be true or a list of texts: leave it out for a phase without sides")
    default: return field.mismatch("true, or a list of texts such as [\"left\", \"right\"]")
    }
  }

  /// How a phase goes on after its planned end, which it must have.
  private static func overtime(_ fields: FieldReader) -> Overtime? {
    guard let field = fields.optional("overtime") else { return nil }
    if !["duration", "cap", "tempo"].contains(where: fields.seemsToHave) {
      field.complain("needs \"duration\" or \"cap\" beside it: it begins when that is over")
    }
    switch field.value.content {
    case .bool(true): return .unlimited
    case .bool(false): return field.fail("must be true or a duration: leave it out for a phase that ends by itself")
    default: return field.duration(in: Limits.overtime).map { .limited($0) }
    }
  }

  private static func stages(_ field: Field) -> [PhaseStage] {
    (field.list("a list of stages") ?? []).compactMap { field -> PhaseStage? in
      guard let fields = FieldReader(field, stageKeys) else { return nil }
      let at = fields.required("at", "write a moment such as \"end-1m\"").flatMap(moment)
      let intensity = fields.required("intensity", "write the one that is shown from then on")?.choice(Intensity.self)
      return PhaseStage(at: at ?? .start(offset: .zero), intensity: intensity ?? .high)
    }
  }

  private static func phaseAmbient(_ field: Field) -> PhaseAmbient {
    if field.isNull { return .silent }
    return ambient(field).map { .bed($0) } ?? .inherited
  }

  private static func end(_ fields: FieldReader) -> PhaseEnd {
    let cap = fields.optional("cap").map { $0.duration(in: Limits.phaseLength) ?? .zero }
    let atLeast = fields.optional("atLeast").map { $0.duration(in: Limits.phaseLength) ?? .zero }
    let ends = ["duration", "open", "until", "tempo"].filter(fields.has)
    if ends.count > 1, let second = fields.optional(ends[1]) {
      second.complain(
        "a phase has only one of \"duration\", \"open\", \"until\" and \"tempo\", this one has \"\(ends[0])\" too")
    }
    if let until = fields.optional("until") { return .open(cap: cap, atLeast: atLeast, until: self.until(until)) }
    if let open = fields.optional("open") {
      if open.bool() == false {
        open.complain("must be true: leave it out for a phase that ends by its \"duration\"")
      }
      return .open(cap: cap, atLeast: atLeast)
    }
    if !fields.seemsToHave("open"), !fields.seemsToHave("until") {
      for key in ["cap", "atLeast"] { fields.optional(key)?.complain("needs \"open\": true or \"until\" beside it") }
    }
    if let tempo = fields.optional("tempo") {
      return self.tempo(tempo).map { .after(.tempo($0)) } ?? .after(.fixed(.zero))
    }
    if let duration = fields.optional("duration") { return .after(length(duration, fields.optional("surprise"))) }
    if ["duration", "open", "until", "tempo"].allSatisfy({ !fields.seemsToHave($0) }),
      !["cap", "atLeast"].contains(where: fields.has)
    {
      fields.miss(
        ["duration", "open", "until", "tempo"],
        "a phase needs \"duration\", or \"open\": true to end when the user says so, or \"tempo\" and \"reps\"")
    }
    return .after(.fixed(.zero))
  }

  private static func tempo(_ field: Field) -> Tempo? {
    guard let text = field.value.text else {
      return field.mismatch("a tempo such as \"3-1-2-0\": seconds of lowering, pause, lifting and pause")
    }
    if let tempo = Tempo(text) { return tempo }
    let most = Limits.tempoPart.upperBound.components.seconds
    return field.fail(
      "\(field.value.summary) is not a tempo: write the seconds of lowering, pause, lifting and pause, as in "
        + "\"3-1-2-0\", in steps of 0.5, each at most \(most), not all of them 0")
  }
}
