import SessionReporting
import WorkoutModel

/// Logs the parts of a workout that the exchange tree can't represent.
enum UnsupportedFeatures {
  /// Adds one loss for each kind of part, at its first place, with the number of phases or groups that have it.
  static func report(_ workout: Workout, _ log: ExchangeLog) {
    if workout.style != .silent {
      log.warn(.file("style"), that: "the sounds and announcements of \(workout.style)", "are not kept")
    }
    let cues = workout.cues.filter { !ExportTexts.isHeld($0) }.count
    if cues > 0 {
      log.warn(.file("cues"), that: Counted.cues(cues), cues == 1 ? "is not kept" : "are not kept")
    }
    if workout.ambient != nil { log.warn(.file("ambient"), that: "the bed") }
    if workout.voice != Voice() || workout.recordings != nil || !workout.pronounce.isEmpty {
      let path = workout.pronounce.isEmpty ? "voice" : "pronounce"
      log.warn(.file(path), that: "the voice and what it says for words", "are not kept")
    }
    if workout.coach != .off { log.warn(.file("coach"), that: "the coach") }
    var places: [Part: (path: FieldPath, count: Int)] = [:]
    for (path, node) in workout.placedNodes {
      for part in parts(of: node) { places[part, default: (path, 0)].count += 1 }
    }
    for part in Part.allCases {
      guard let (path, count) = places[part] else { continue }
      let what = count == 1 ? "\"\(part.rawValue)\"" : "\"\(part.rawValue)\" in \(count) places"
      log.warn(.file(path.description), that: what)
    }
  }

  /// Kinds of parts of phases and groups; the raw value is the key in the file.
  private enum Part: String, CaseIterable {
    case cues, ambient, track, metronome, coach, reps, tempo, atLeast, until, random, overtime, stages
    case relative = "of"
  }

  private static func parts(of node: Node) -> [Part] {
    let parts: [Part: Bool] =
      switch node {
      case .group(let group):
        [.cues: !group.cues.isEmpty, .metronome: group.metronome != nil, .coach: group.coach?.every != nil]
      case .phase(let phase):
        [
          .cues: !phase.cues.allSatisfy { $0.on == .phase && ExportTexts.isHeld($0) },
          .ambient: phase.ambient != .inherited, .track: phase.track != nil, .metronome: phase.metronome != nil,
          .coach: phase.coach?.every != nil, .overtime: phase.overtime != nil, .stages: !phase.stages.isEmpty,
          .tempo: phase.tempo != nil, .atLeast: phase.atLeast != nil, .until: phase.until != nil,
          .random: phase.drawsLength, .relative: phase.follows, .reps: phase.tempo == nil && phase.reps != nil,
        ]
      }
    return parts.filter(\.value).map(\.key)
  }
}

extension Phase {
  /// Whether its length is drawn; the plan of the first seed is written.
  fileprivate var drawsLength: Bool { if case .after(.random) = end { true } else { false } }

  fileprivate var follows: Bool { if case .after(.relative) = end { true } else { false } }
}
