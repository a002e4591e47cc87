import WorkoutModel

/// The repetitions of a phase and the sets around it, in words.
package enum PlaceText {
  /// A group around a phase.
  package typealias Group = (name: String?, set: Int, sets: Int?)

  /// "10 reps", "1 rep"; in a phase with a tempo "rep 3 of 10".
  package static func reps(_ reps: Int, _ repetition: Int? = nil) -> String {
    repetition.map { "rep \($0) of \(reps)" } ?? Counted.of(reps, "rep", "reps")
  }

  /// "round 1 of 3", "set 3 of 8": the groups in order, by their names if they have one, without those of one set.
  package static func groups(_ groups: [Group]) -> [String] {
    let counted = groups.filter { $0.sets != 1 }
    return counted.enumerated().map { index, group in
      let word = group.name ?? (index == counted.count - 1 ? "set" : "round")
      return "\(word) \(group.set)\(group.sets.map { " of \($0)" } ?? "")"
    }
  }

  /// `12 reps · round 1 of 3 · set 3 of 8`.
  static func full(_ phase: ObservedPhase, _ repetition: Int?, _ separator: String) -> String {
    let reps = phase.reps.map { [Self.reps($0, repetition)] } ?? []
    return (reps + Self.groups(phase.groups.map { ($0.name, $0.set, $0.sets) })).joined(separator: " \(separator) ")
  }

  /// `12x 1/3 3/8`.
  static func short(_ phase: ObservedPhase, _ repetition: Int?) -> String {
    let groups = phase.groups.filter { $0.sets != 1 }.map { group in
      "\(group.set)\(group.sets.map { "/\($0)" } ?? "")"
    }
    let reps = phase.reps.map { reps in [repetition.map { "\($0)/\(reps)x" } ?? "\(reps)x"] } ?? []
    return (reps + groups).joined(separator: " ")
  }
}
