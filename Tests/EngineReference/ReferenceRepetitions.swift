import WorkoutEngine
import WorkoutModel

extension ReferenceExpansion {
  /// The rules for phases with a tempo: each part of nonzero length begins with its sound, each repetition with its
  /// number. They follow all others, including the announcement.
  func repetitions() -> [PlacedRule] {
    var tempos: [Int: Tempo] = [:]
    for laid in layout.phases {
      if case .after(.tempo(let tempo)) = laid.phase.end { tempos[laid.id.node] = tempo }
    }
    return tempos.sorted { $0.key < $1.key }.flatMap { node, tempo -> [PlacedRule] in
      let sounding = tempo.parts.indices.filter { tempo.parts[$0] > .zero }
      var heard = sounding.map { part -> (Duration, CueSound?) in
        (tempo.parts[..<part].reduce(.zero, +), Self.sound(ofPart: part))
      }
      heard.append((.zero, nil))
      return heard.enumerated().map { place, cue in
        let rule = CueRule(
          on: .phase, at: .every(tempo.length), sound: cue.1, cueClass: cue.1 == nil ? .countdown : .bell)
        return PlacedRule(
          index: rules.count + 1 + place, rule: rule, owner: node, kind: .interval, repetition: cue.0)
      }
    }
  }

  /// The ends of the words that announce phases where they begin; the numbers of repetitions come after them.
  func namesAtStart(_ cues: [ReferenceCue]) -> [SegmentID: Duration] {
    var ends: [SegmentID: Duration] = [:]
    for cue in cues {
      guard cue.rule.on == .phase, cue.rule.at == .start(offset: .zero), cue.rule.condition.counted == nil,
        cue.rule.say?.placeholders.contains(.phase) ?? false, let speech = cue.speech, speech.length > .zero
      else { continue }
      ends[cue.home.id] = max(ends[cue.home.id] ?? .zero, speech.onset + speech.length)
    }
    return ends
  }

  private static func sound(ofPart part: Int) -> CueSound {
    switch part {
    case 0: CueSound("woodblock", gain: -6)
    case 1: CueSound("tick", gain: -6)
    case 2: CueSound("beep", gain: -6)
    default: CueSound("tick", strikes: 2, spacing: .milliseconds(200), gain: -6)
    }
  }
}
