import StrictJSON
import WorkoutModel

extension WorkoutDecoder {
  private static let groupKeys = FieldKeys(
    "a set group",
    [
      "name", "sets", "for", "every", "cap", "order", "pick", "skip", "sides", "change", "metronome", "coach", "cues",
      "between", "phases",
    ],
    synonyms: [
      "repeat": "sets", "repeats": "sets", "rounds": "sets", "times": "sets", "steps": "phases",
      "intervals": "phases", "exercises": "phases", "title": "name", "rules": "cues",
      "coaching": "coach", "beat": "metronome", "beats": "metronome", "click": "metronome",
    ],
    misplaced: [
      "bpm": "belongs to \"metronome\": write \"metronome\": { \"bpm\": 180 }",
      "duration": "a set group lasts as long as its phases; write \"for\" to repeat them for a time",
      "atLeast": "belongs to an open phase: a set group may have \"cap\"",
      "intensity": "belongs to a phase; this node has \"phases\" and so is a set group",
      "say": "belongs to a phase; a set group is named with \"name\" and spoken of in \"cues\"",
    ])

  /// The nodes of a list; an invalid one becomes a placeholder.
  static func nodes(_ field: Field) -> [Node] {
    (field.list("a list of phases and set groups") ?? []).map(node)
  }

  private static func node(_ field: Field) -> Node {
    guard let object = field.value.object else {
      field.complain("must be an object: a phase or a set group in { }, got \(field.value.summary)")
      return .phase(Phase("?", .high, .after(.fixed(.zero))))
    }
    return isGroup(object) ? .group(group(field)) : .phase(phase(field))
  }

  /// Whether a node is meant as a set group: it has `phases`, or another key that only groups have.
  private static func isGroup(_ object: JSONObject) -> Bool {
    if object["phases"] != nil { return true }
    if ["duration", "open", "tempo"].contains(where: { object[$0] != nil }) { return false }
    if object["sets"] != nil || object["for"] != nil || object["every"] != nil { return true }
    return object.members.contains { member in
      member.value.list != nil
        && (groupKeys.synonyms[member.key] ?? Suggestion.nearest(to: member.key, among: ["cues", "phases"])) == "phases"
    }
  }

  private static func group(_ field: Field) -> SetGroup {
    guard let fields = FieldReader(field, groupKeys) else { return SetGroup(.sets(1), nodes: []) }
    let phases = fields.required("phases", "a set group needs a list of at least one phase")
    return SetGroup(
      repetition(fields),
      name: fields.optional("name").map { $0.text() ?? "?" },
      order: fields.optional("order")?.choice() ?? .given,
      pick: fields.optional("pick").map { $0.integer(in: 1...Limits.nodes) ?? 1 },
      skip: fields.optional("skip").flatMap(skip),
      sides: sides(fields),
      cues: fields.optional("cues").map(cues) ?? [],
      nodes: phases.map(nodes) ?? [],
      between: fields.optional("between").map(node),
      metronome: fields.optional("metronome").flatMap(metronome),
      coach: fields.optional("coach").flatMap(coach))
  }

  private static func repetition(_ fields: FieldReader) -> Repetition {
    let sets = fields.optional("sets").map { $0.integer(in: Limits.sets) ?? 1 }
    let interval = fields.optional("every").map(interval)
    let cap = fields.optional("cap")
    if let time = fields.optional("for") {
      if ["sets", "cap"].contains(where: fields.has) {
        time.complain(
          "cannot be combined with \"sets\" or \"cap\": a set group has either a time or a number of sets")
      }
      let total = time.duration(in: Limits.groupTime) ?? Limits.shortestInterval
      return interval.map { .totalInterval(total: total, every: $0) } ?? .total(total)
    }
    if !fields.seemsToHave("sets"), !fields.seemsToHave("for") {
      let all = ["sets", "for"]
      if fields.has("every") {
        fields.miss(all, "\"every\" needs \"sets\" beside it, how many sets there are, or \"for\", how long they go on")
      } else if fields.has("cap") {
        fields.miss(all, "\"cap\" needs \"sets\" beside it; to repeat the phases for a time, write \"for\"")
      } else {
        fields.miss(all, "a set group needs \"sets\", how often, or \"for\", how long its phases are repeated")
      }
    }
    if let interval {
      cap?.complain("cannot be combined with \"every\", which says already when the sets end")
      return .interval(sets: sets ?? 1, every: interval)
    }
    if let cap { return .capped(sets: sets ?? 1, cap: cap.duration(in: Limits.groupTime) ?? Limits.shortestInterval) }
    return .sets(sets ?? 1)
  }
}
