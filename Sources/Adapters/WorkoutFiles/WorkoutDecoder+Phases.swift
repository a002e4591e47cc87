import WorkoutModel

extension WorkoutDecoder {
  private static let phaseKeys = FieldKeys(
    "a phase",
    [
      "name", "intensity", "duration", "open", "reps", "cap", "say", "cues", "ambient", "track", "skip", "notes",
    ],
    synonyms: [
      "title": "name", "time": "duration", "length": "duration", "seconds": "duration", "secs": "duration",
      "type": "intensity", "kind": "intensity", "repetitions": "reps", "text": "say", "speak": "say",
      "limit": "cap", "note": "notes", "comment": "notes", "rules": "cues",
    ],
    misplaced: [
      "sets": "belongs to a set group: write { \"sets\": 8, \"phases\": [ … ] } around the phases to repeat",
      "for": "belongs to a set group: a phase has \"duration\"",
      "every": "belongs to a set group: a phase has \"duration\"",
    ])
  private static let progressionKeys = FieldKeys("a growing duration", ["from", "by"])

  static func phase(_ field: Field) -> Phase {
    guard let fields = FieldReader(field, phaseKeys) else { return Phase("?", .high, .after(.fixed(.zero))) }
    return Phase(
      fields.required("name", "a phase needs a name")?.text() ?? "?",
      fields.optional("intensity")?.choice() ?? .high,
      end(fields),
      say: fields.optional("say").map { $0.text() ?? "" },
      cues: fields.optional("cues").map(cues) ?? [],
      ambient: fields.optional("ambient").map(phaseAmbient) ?? .inherited,
      track: fields.optional("track").map { $0.text() ?? "?" },
      skip: fields.optional("skip")?.choice(),
      notes: fields.optional("notes")?.text())
  }

  private static func phaseAmbient(_ field: Field) -> PhaseAmbient {
    if field.isNull { return .silent }
    return ambient(field).map { .bed($0) } ?? .inherited
  }

  private static func end(_ fields: FieldReader) -> PhaseEnd {
    let reps = fields.optional("reps").map { $0.integer(in: Limits.reps) ?? Limits.reps.lowerBound }
    let cap = fields.optional("cap").map { $0.duration(in: Limits.phaseLength) ?? .zero }
    if let open = fields.optional("open") {
      if open.bool() == false {
        open.complain("must be true: leave it out for a phase that ends by its \"duration\"")
      } else if fields.has("duration") {
        open.complain("a phase has either \"duration\" or \"open\", not both")
      }
      return .open(reps: reps, cap: cap)
    }
    if !fields.seemsToHave("open") {
      for key in ["reps", "cap"] { fields.optional(key)?.complain("needs \"open\": true beside it") }
    }
    if let duration = fields.optional("duration") { return .after(length(duration)) }
    if !fields.seemsToHave("duration"), !fields.seemsToHave("open"), !fields.has("reps"), !fields.has("cap") {
      fields.miss(["duration", "open"], "a phase needs \"duration\", or \"open\": true to end when the user says so")
    }
    return .after(.fixed(.zero))
  }

  /// How long a phase lasts, in one of the four ways to say so.
  private static func length(_ field: Field) -> PhaseLength {
    switch field.value.content {
    case .text("track"): return .track
    case .list: return .perSet((field.list() ?? []).map { $0.duration(in: Limits.phaseLength) ?? .zero })
    case .object: return progression(field)
    case .text, .number, .null, .bool: return .fixed(field.duration(in: Limits.phaseLength) ?? .zero)
    }
  }

  private static func progression(_ field: Field) -> PhaseLength {
    guard let fields = FieldReader(field, progressionKeys) else { return .fixed(.zero) }
    let from = fields.required("from", "the duration in the first set")?.duration(in: Limits.phaseLength)
    let growth = fields.required("by", "what each later set has more, or less: \"5s\", \"-5s\"")?
      .duration(in: Limits.growth)
    return .progression(from: from ?? .zero, by: growth ?? .zero)
  }
}
