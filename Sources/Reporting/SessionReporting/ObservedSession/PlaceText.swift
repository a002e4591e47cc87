import WorkoutEngine
import WorkoutModel

/// The repetitions of a phase and the sets around it, in words.
package enum PlaceText {
  package typealias Group = (name: String?, set: Int, sets: Int?)

  /// "10 reps", "1 rep"; in a phase with a tempo "rep 3 of 10".
  package static func reps(
    _ reps: Int, _ repetition: Int? = nil, _ words: ScreenWords = ScreenWords()
  ) -> String {
    repetition.map { words("rep", ["n": "\($0)", "of": "\(reps)"]) } ?? words("reps", count: reps)
  }

  /// "round 1 of 3", "set 3 of 8": the groups in order, by their names if they have one, without those of one set.
  package static func groups(_ groups: [Group], _ words: ScreenWords = ScreenWords()) -> [String] {
    let counted = groups.filter { $0.sets != 1 }
    return counted.enumerated().map { index, group in
      let word = group.name ?? words[index == counted.count - 1 ? "set" : "round"]
      guard let sets = group.sets else { return "\(word) \(group.set)" }
      return words("countOf", ["name": word, "n": "\(group.set)", "of": "\(sets)"])
    }
  }

  /// `12 reps · round 1 of 3 · set 3 of 8`.
  static func full(
    _ phase: ObservedPhase, _ repetition: Int?, _ separator: String, _ words: ScreenWords
  ) -> String {
    let reps = phase.reps.map { [Self.reps($0, repetition, words)] } ?? []
    let groups = Self.groups(phase.groups.map { ($0.name, $0.set, $0.sets) }, words)
    return (reps + groups).joined(separator: " \(separator) ")
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

extension RoundCount {
  /// "Circuit: 5 rounds", or "5 rounds done"; safe to print.
  func text(_ words: ScreenWords = ScreenWords()) -> String {
    guard let name else { return words("roundsDone", count: count) }
    return "\(SafeText.filtered(name)): \(words("roundCount", count: count))"
  }
}
