import StrictJSON
import WorkoutModel

extension WorkoutDecoder {
  private static let progressionKeys = FieldKeys("a growing duration", ["from", "by"])
  private static let randomKeys = FieldKeys(
    "a random duration", ["random", "surprise"], synonyms: ["between": "random", "range": "random"])
  private static let relativeKeys = FieldKeys(
    "a duration as long as another phase's", ["of", "times"], synonyms: ["as": "of", "factor": "times"])

  /// The length of a phase, in one of its forms; `surprise` may also stand beside it.
  static func length(_ field: Field, _ surprise: Field?) -> PhaseLength {
    var length: PhaseLength
    switch field.value.content {
    case .text("track"): length = .track
    case .list: length = .perSet((field.list() ?? []).map { $0.duration(in: Limits.phaseLength) ?? .zero })
    case .object(let object): length = self.length(field, object)
    case .text, .number, .null, .bool: length = .fixed(field.duration(in: Limits.phaseLength) ?? .zero)
    }
    guard let surprise else { return length }
    guard case .random(var random) = length else {
      surprise.complain("needs a random \"duration\" beside it, such as { \"random\": [\"3s\", \"9s\"] }")
      return length
    }
    random.isSurprise = surprise.bool() ?? true
    length = .random(random)
    return length
  }

  /// The form whose keys an object has, or seems to have.
  private static func length(_ field: Field, _ object: JSONObject) -> PhaseLength {
    func means(_ keys: FieldKeys) -> Bool {
      object.members.contains { member in
        keys.names.contains(member.key) || keys.synonyms[member.key.lowercased()] != nil
          || Suggestion.nearest(to: member.key, among: keys.names) != nil
      }
    }
    if object["from"] == nil, object["by"] == nil {
      if means(randomKeys) { return random(field) }
      if means(relativeKeys) { return relative(field) }
    }
    return progression(field)
  }

  private static func progression(_ field: Field) -> PhaseLength {
    guard let fields = FieldReader(field, progressionKeys) else { return .fixed(.zero) }
    let from = fields.required("from", "the duration in the first set")?.duration(in: Limits.phaseLength)
    let growth = fields.required("by", "what each later set has more, or less: \"5s\", \"-5s\"")?
      .duration(in: Limits.growth)
    return .progression(from: from ?? .zero, by: growth ?? .zero)
  }

  private static func random(_ field: Field) -> PhaseLength {
    guard let fields = FieldReader(field, randomKeys) else { return .fixed(.zero) }
    let isSurprise = fields.optional("surprise")?.bool() ?? true
    let expected = "two durations, such as [\"3s\", \"9s\"]"
    guard let range = fields.required("random", "the shortest and the longest duration"),
      let bounds = range.list(expected)
    else { return .fixed(.zero) }
    guard bounds.count == 2 else { return range.fail("must be \(expected), has \(bounds.count)") ?? .fixed(.zero) }
    let lengths = bounds.map { $0.duration(in: Limits.phaseLength) ?? .zero }
    return .random(RandomLength(lengths[0], lengths[1], isSurprise: isSurprise))
  }

  private static func relative(_ field: Field) -> PhaseLength {
    guard let fields = FieldReader(field, relativeKeys) else { return .fixed(.zero) }
    let times = fields.optional("times").map { millionths($0) ?? RelativeLength.unit } ?? RelativeLength.unit
    guard let name = fields.required("of", "the name of the phase that it is as long as")?.text() else {
      return .fixed(.zero)
    }
    return .relative(RelativeLength(of: name, millionths: times))
  }

  private static func millionths(_ field: Field) -> Int? {
    guard case .number(let number) = field.value.content else { return field.mismatch("a number such as 1.5") }
    return field.exact(
      number, times: Int64(RelativeLength.unit), in: Limits.timesMillionths,
      tooFine: "\(number.summary) is finer than a millionth",
      outside: Complaint.range(Limits.times, got: number.summary)
    ) { Int($0) }
  }
}
