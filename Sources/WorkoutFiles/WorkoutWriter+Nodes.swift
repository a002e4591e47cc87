import WorkoutModel

extension WorkoutWriter {
  static func nodes(_ nodes: [Node]) -> JSONOutput {
    let written: [JSONOutput] = nodes.map { node in
      switch node {
      case .phase(let phase): self.phase(phase)
      case .group(let group): self.group(group)
      }
    }
    return .list(written, isTall: true)
  }

  private static func group(_ group: SetGroup) -> JSONOutput {
    var members = Members()
    members.add("name", group.name)
    switch group.repetition {
    case .sets(let sets):
      members.add("sets", .number("\(sets)"))
    case .total(let time):
      members.add("for", time)
    case .interval(let sets, let interval):
      members.add("sets", .number("\(sets)"))
      members.add("every", interval)
    }
    if !group.cues.isEmpty { members.add("cues", .list(group.cues.map(rule), isTall: true)) }
    members.add("phases", nodes(group.nodes))
    return .object(members.all, isTall: true)
  }

  private static func phase(_ phase: Phase) -> JSONOutput {
    var members = Members()
    members.add("name", phase.name)
    members.add("intensity", phase.intensity.rawValue)
    switch phase.end {
    case .after(let length):
      members.add("duration", self.length(length))
    case .open(let reps, let cap):
      members.add("open", true)
      if let reps { members.add("reps", .number("\(reps)")) }
      members.add("cap", cap)
    }
    members.add("say", phase.say)
    if !phase.cues.isEmpty { members.add("cues", .list(phase.cues.map(rule))) }
    switch phase.ambient {
    case .inherited: break
    case .silent: members.add("ambient", .null)
    case .bed(let ambient): members.add("ambient", self.ambient(ambient))
    }
    members.add("track", phase.track)
    members.add("skip", phase.skip?.rawValue)
    members.add("notes", phase.notes)
    return .object(members.all)
  }

  private static func length(_ length: PhaseLength) -> JSONOutput {
    switch length {
    case .fixed(let duration): return text(duration)
    case .perSet(let durations): return .list(durations.map(text))
    case .progression(let from, let growth): return .object([("from", text(from)), ("by", text(growth))])
    case .track: return .text("track")
    }
  }

  private static func text(_ duration: Duration) -> JSONOutput { .text(DurationText.write(duration)) }
}
