import StrictJSON
package import WorkoutModel

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
      var fields: JSONFields = ["of": length.name.json]
      if length.millionths != RelativeLength.unit {
        fields.add("times", .raw(DecimalText.shortest(length.millionths, per: RelativeLength.unit)))
      }
      return .object(fields)
    }
  }

  static func addOvertime(of phase: Phase, to fields: inout JSONFields) {
    switch phase.overtime {
    case .unlimited: fields.add("overtime", true)
    case .limited(let limit): fields.add("overtime", text(limit))
    case nil: break
    }
    let stages = phase.stages.map { stage -> JSONOutput in
      .object(["at": stage.at.description.json, "intensity": stage.intensity.rawValue.json])
    }
    if !stages.isEmpty { fields.add("stages", .list(stages)) }
  }

  private static func text(_ duration: Duration) -> JSONOutput { .text(DurationText.write(duration)) }
}

extension SetInterval {
  /// The interval in the form of a length of phases, which is written alike.
  package var length: PhaseLength {
    switch self {
    case .fixed(let length): .fixed(length)
    case .perSet(let lengths): .perSet(lengths)
    case .progression(let from, let growth): .progression(from: from, by: growth)
    }
  }
}
