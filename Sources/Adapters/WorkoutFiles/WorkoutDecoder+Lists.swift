import StrictJSON
import WorkoutModel

/// Decodes values that differ from set to set.
extension WorkoutDecoder {
  private static let listKeys = FieldKeys(
    "a list by the sets of a group", ["by", "of"],
    synonyms: ["group": "by", "name": "by", "values": "of", "list": "of"])
  private static let growingRepsKeys = FieldKeys("a growing number of reps", ["from", "by"])
  private static let growingIntervalKeys = FieldKeys("a growing interval", ["from", "by"])
  private static let growingRateKeys = FieldKeys("a growing number of beats a minute", ["from", "by"])

  /// One text, or a list of texts that are used in turn.
  static func texts(_ field: Field, placeholder: String) -> PerSet<String> {
    values(field, "text", placeholder: placeholder) { $0.text() }
  }

  /// A number, a list of numbers, or one that grows from set to set.
  static func reps(_ field: Field) -> Reps {
    guard let object = field.value.object, !isList(object) else {
      return .perSet(values(field, "number", placeholder: 1) { $0.integer(in: Limits.reps) })
    }
    guard let fields = FieldReader(field, growingRepsKeys) else { return 1 }
    let from = fields.required("from", "the number in the first set")?.integer(in: Limits.reps)
    let growth = fields.required("by", "how many more, or fewer, each later set has: 1, -2")?
      .integer(in: Limits.repsGrowth)
    return .progression(from: from ?? 1, by: growth ?? 0)
  }

  /// A rate, a list of rates, or one that grows from set to set.
  static func rate(_ field: Field) -> Metronome.Pace {
    switch field.value.content {
    case .list:
      let rates = list(field, "number", placeholder: 60) { beatsPerMinute($0, in: Limits.beatMillionths) }
      return rates.isList ? .perSet(rates) : .perMinute(rates.value(inSet: 0))
    case .object:
      guard let fields = FieldReader(field, growingRateKeys) else { return .perMinute(60) }
      let from = fields.required("from", "the beats a minute in the first set")
      let growth = fields.required("by", "how many more, or fewer, each later set has: 4, -2.5")
      return .progression(
        from: from.flatMap { beatsPerMinute($0, in: Limits.beatMillionths) } ?? 60,
        by: growth.flatMap { beatsPerMinute($0, in: Limits.beatGrowth) } ?? 0)
    default: return .perMinute(beatsPerMinute(field, in: Limits.beatMillionths) ?? 60)
    }
  }

  private static func beatsPerMinute(_ field: Field, in range: ClosedRange<Int64>) -> BeatsPerMinute? {
    guard case .number(let number) = field.value.content else { return field.mismatch("a number of beats a minute") }
    let unit = BeatsPerMinute.unit
    let millionths = field.exact(
      number, times: unit, in: range, tooFine: "\(number.summary) beats a minute are finer than a millionth",
      outside: Complaint.range(Int(range.lowerBound / unit)...Int(range.upperBound / unit), got: number.summary)
    ) { $0 }
    return millionths.map(BeatsPerMinute.init(millionths:))
  }

  /// The interval of every set, a list of intervals, or one that grows from set to set.
  static func interval(_ field: Field) -> SetInterval {
    let placeholder = Limits.shortestInterval
    switch field.value.content {
    case .list: return .perSet((field.list() ?? []).map { $0.duration(in: Limits.setInterval) ?? placeholder })
    case .object:
      guard let fields = FieldReader(field, growingIntervalKeys) else { return .fixed(placeholder) }
      let from = fields.required("from", "the interval of the first set")?.duration(in: Limits.setInterval)
      let growth = fields.required("by", "what each later set has more, or less: \"5s\", \"-5s\"")?
        .duration(in: Limits.growth)
      return .progression(from: from ?? placeholder, by: growth ?? .zero)
    default: return .fixed(field.duration(in: Limits.setInterval) ?? placeholder)
    }
  }

  /// Whether an object is meant as a list by the sets of a group, not as a value that grows.
  private static func isList(_ object: JSONObject) -> Bool {
    object["of"] != nil || (object["by"]?.text != nil && object["from"] == nil)
  }

  /// One value, a list of values, or a list by the sets of a group with a name.
  private static func values<Value>(
    _ field: Field, _ noun: String, placeholder: Value, _ value: (Field) -> Value?
  ) -> PerSet<Value> {
    switch field.value.content {
    case .list: return list(field, noun, placeholder: placeholder, value)
    case .object:
      guard let fields = FieldReader(field, listKeys) else { return PerSet(placeholder) }
      let group = fields.required("by", "the name of the group whose sets take the list in turn")?.text()
      let values = fields.required("of", "the list that is taken in turn").map {
        list($0, noun, placeholder: placeholder, value).values
      }
      return PerSet(list: values ?? [placeholder], by: group ?? "?") ?? PerSet(placeholder)
    default: return PerSet(value(field) ?? placeholder)
    }
  }

  private static func list<Value>(
    _ field: Field, _ noun: String, placeholder: Value, _ value: (Field) -> Value?
  ) -> PerSet<Value> {
    guard let elements = field.list("a list") else { return PerSet(placeholder) }
    let values = elements.map { value($0) ?? placeholder }
    return PerSet(list: values) ?? PerSet(field.fail("must hold at least one \(noun)") ?? placeholder)
  }
}
