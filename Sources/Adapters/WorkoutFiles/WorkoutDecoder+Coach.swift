import StrictJSON
import WorkoutModel

extension WorkoutDecoder {
  private static let coachKeys = FieldKeys("a coach", ["every"], synonyms: ["interval": "every", "period": "every"])

  /// The coach of the workout, a group or a phase: whether there is one, or the least time between two calls.
  static func coach(_ field: Field) -> Coach? {
    switch field.value.content {
    case .bool(let isOn): return isOn ? .standard : .off
    case .object:
      guard let fields = FieldReader(field, coachKeys) else { return nil }
      let every = fields.required("every", "write the least time between two calls, such as \"30s\", or true for that")
      return every?.duration(in: Limits.coachInterval).map { .on(every: $0) }
    default: return field.mismatch("true, false, or an object such as { \"every\": \"30s\" }")
    }
  }
}
