package import StrictJSON
package import WorkoutModel

/// A workout as its author has written it, built-in words and all: phases, and groups with what is in them, instead of
/// each set in turn.
package struct WrittenPlan {
  private let nodes: [Node]

  package init(of workout: Workout) { nodes = workout.nodes }

  /// An object for each phase and group; times are nanoseconds.
  package var fields: [JSONFields] { nodes.map { Self.fields($0, sets: 1) } }

  private static func fields(_ node: Node, sets: Int?) -> JSONFields {
    switch node {
    case .phase(let phase): Self.fields(phase, sets).adding(phase.skip, phase.sides)
    case .group(let group): Self.fields(group).adding(group.skip, group.sides)
    }
  }

  /// A phase: each of its names once, with built-in words in braces, and what ends it.
  private static func fields(_ phase: Phase, _ sets: Int?) -> JSONFields {
    var fields: JSONFields = ["names": names(phase.written.name).json]
    fields.add("intensity", phase.intensity.rawValue)
    let last = max(0, (sets ?? 1) - 1)
    switch phase.end {
    case .after(.fixed(let length)): fields.add("lengths", [length])
    case .after(.perSet(let lengths)): fields.add("lengths", lengths)
    case .after(.progression(let from, let growth)): fields.add("range", [from, from + growth * last])
    case .after(.random(let length)): fields.add("range", [length.shortest, length.longest])
    case .after(.relative(let length)): fields.add("asLongAs", length.name)
    case .after(.track), .after(.tempo): break
    case .open(let cap, _, let until):
      fields.add("open", true)
      fields.add("cap", ifAny: cap)
      fields.add("until", ifAny: until?.fields)
    }
    switch phase.reps {
    case .perSet(let counts): fields.add("reps", counts.values)
    case .progression(let from, let growth): fields.add("repsRange", [from, from + growth * last])
    case nil: break
    }
    fields.add("target", ifAny: phase.target?.values.first?.description)
    return fields
  }

  /// A group: its name, how often or for how long it is repeated, and its parts.
  private static func fields(_ group: SetGroup) -> JSONFields {
    var fields: JSONFields = ["name": (group.template ?? group.name).json]
    fields.add("sets", ifAny: group.repetition.sets)
    switch group.repetition {
    case .capped(_, let cap): fields.add("cap", cap)
    case .total(let total), .totalInterval(let total, _): fields.add("for", total)
    case .sets, .interval: break
    }
    if case .fixed(let every)? = group.repetition.every { fields.add("every", every) }
    if group.order != .given { fields.add("order", group.order.rawValue) }
    fields.add("pick", ifAny: group.pick)
    fields.add("parts", group.nodes.map { Self.fields($0, sets: group.repetition.sets) })
    fields.add("between", ifAny: group.between.map { Self.fields($0, sets: group.repetition.sets) })
    return fields
  }

  private static func names(_ names: PerSet<String>) -> [String] {
    var seen: Set<String> = []
    return names.values.filter { seen.insert($0).inserted }
  }
}

extension JSONFields {
  /// The fields with the sets that leave a part out, and whether it runs once for each side.
  fileprivate func adding(_ skip: SkippedSets?, _ sides: Sides?) -> JSONFields {
    var fields = self
    switch skip {
    case .first: fields.add("skip", "first")
    case .last: fields.add("skip", "last")
    case .numbers(let numbers): fields.add("skip", numbers)
    case nil: break
    }
    if sides != nil { fields.add("sides", true) }
    return fields
  }
}
