import StrictJSON
import WorkoutModel

extension WorkoutWriter {
  static func length(_ length: PhaseLength) -> JSONOutput {
    switch length {
    case .fixed(let duration): return text(duration)
    case .perSet(let durations): return .list(durations.map(text))
    case .progression(let from, let growth): return .object(["from": text(from), "by": text(growth)])
    case .track: return .text("track")
    case .tempo(let tempo): return .text(tempo.description)
    case .random(let length):
      var fields: JSONFields = ["random": JSONOutput.list([text(length.shortest), text(length.longest)])]
      if !length.isSurprise { fields.add("surprise", false) }
      return .object(fields)
    case .relative(let length):
      var fields: JSONFields = ["of": length.name]
      if length.millionths != RelativeLength.unit {
        fields.add("times", .raw(DecimalText.shortest(length.millionths, per: RelativeLength.unit)))
      }
      return .object(fields)
    }
  }

  static func interval(_ interval: SetInterval) -> JSONOutput {
    switch interval {
    case .fixed(let length): text(length)
    case .perSet(let lengths): .list(lengths.map(text))
    case .progression(let from, let growth): .object(["from": text(from), "by": text(growth)])
    }
  }

  private static func text(_ duration: Duration) -> JSONOutput { .text(DurationText.write(duration)) }
}
