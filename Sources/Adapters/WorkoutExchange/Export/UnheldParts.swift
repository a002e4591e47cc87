import WorkoutModel

/// Logs the parts of a workout that the exchange tree can't represent.
enum UnheldParts {
  /// Adds one loss for each kind of part, at its first place, with the number of phases or groups that have it.
  static func tell(_ workout: Workout, _ log: inout ExchangeLog) {
    if workout.style != .silent {
      log.lose(ExchangeRemark(.file, "style", that: "the sounds and announcements of \(workout.style)", "are not kept"))
    }
    let cues = workout.cues.filter { !ExportTexts.isHeld($0) }.count
    if cues > 0 {
      log.lose(ExchangeRemark(.file, "cues", that: Self.count(cues, "cue"), cues == 1 ? "is not kept" : "are not kept"))
    }
    if workout.ambient != nil { log.lose(ExchangeRemark(.file, "ambient", that: "the bed", "is not kept")) }
    if workout.voice != Voice() || workout.recordings != nil || !workout.pronounce.isEmpty {
      let path = workout.pronounce.isEmpty ? "voice" : "pronounce"
      log.lose(ExchangeRemark(.file, path, that: "the voice and what it says for words", "are not kept"))
    }
    var parts: [Part: (path: FieldPath, count: Int)] = [:]
    walk(workout.nodes, at: FieldPath.root.key("phases")) { part, path in
      parts[part, default: (path, 0)].count += 1
    }
    for part in Part.allCases {
      guard let (path, count) = parts[part] else { continue }
      let what = count == 1 ? "\"\(part.rawValue)\"" : "\"\(part.rawValue)\" in \(count) places"
      log.lose(ExchangeRemark(.file, path.description, that: what, "is not kept"))
    }
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }

  /// Kinds of parts of phases and groups; the raw value is the key in the file.
  private enum Part: String, CaseIterable {
    case cues, ambient, track, metronome, reps, tempo
  }

  private static func walk(_ nodes: [Node], at path: FieldPath, _ found: (Part, FieldPath) -> Void) {
    for (index, node) in nodes.enumerated() {
      let path = path.index(index)
      switch node {
      case .group(let group):
        if !group.cues.isEmpty { found(.cues, path) }
        if group.metronome != nil { found(.metronome, path) }
        walk(group.nodes, at: path.key("phases"), found)
      case .phase(let phase):
        if !phase.cues.allSatisfy({ $0.on == .phase && ExportTexts.isHeld($0) }) { found(.cues, path) }
        if phase.ambient != .inherited { found(.ambient, path) }
        if phase.track != nil { found(.track, path) }
        if phase.metronome != nil { found(.metronome, path) }
        if phase.tempo != nil { found(.tempo, path) } else if phase.reps != nil { found(.reps, path) }
      }
    }
  }
}
