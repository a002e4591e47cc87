import DriftSimulation
import StrictJSON
import Testing
import WorkoutEngine
import WorkoutModel

/// What a check warns of isn't heard, and most of what isn't heard is warned of.
@Suite struct `A warning about cues` {
  /// What a rule does in a rehearsal.
  private struct RuleResult {
    var sounds = false
    var speaks = false
  }

  /// The rules of a workout by their places among all rules, each moment on its own.
  private static func places(of timeline: Timeline) -> [(path: FieldPath, moment: Int?, rule: CueRule)] {
    let workout = timeline.workout
    var places: [(path: FieldPath, moment: Int?, rule: CueRule)] = []
    func add(_ rules: [CueRule], at path: FieldPath) {
      for (index, rule) in rules.enumerated() {
        for moment in rule.moments.indices {
          places.append((path.key("cues").index(index), rule.further.isEmpty ? nil : moment, rule))
        }
      }
    }
    add(workout.styleRules, at: FieldPath.root.key("style"))
    add(workout.cues, at: .root)
    let outline = timeline.outline
    var paths: [Int: FieldPath] = [:]
    for placed in timeline.phases {
      var (node, steps) = (placed.node, placed.path.steps)
      // The remainder of an interval and the change of sides have no place of their own.
      guard case .index = steps.last else { continue }
      while node > 0, paths[node] == nil {
        paths[node] = FieldPath(steps)
        (node, steps) = (outline[node - 1].parent, steps.dropLast(2))
      }
    }
    for node in outline { add(node.cues, at: paths[node.node] ?? .root) }
    return places
  }

  private static func heard(_ timeline: Timeline) -> [Int: RuleResult] {
    var heard: [Int: RuleResult] = [:]
    var rehearsal = Rehearsal(timeline, doneAfter: .seconds(15))
    rehearsal.run { reaction in
      for case .cueSettled(let cue) in reaction.events.map(\.kind) {
        heard[cue.cue.rule, default: RuleResult()].sounds = true
        if cue.say != nil { heard[cue.cue.rule, default: RuleResult()].speaks = true }
      }
    }
    return heard
  }

  @Test func `is true of a thousand random workouts, and few silent rules have none`() throws {
    let generator = WorkoutGenerator()
    var (warned, missed) = (0, 0)
    for seed in UInt64(1)...1000 {
      let timeline = try Timeline(generator.workout(seed: seed))
      let heard = Self.heard(timeline)
      let problems = Set(timeline.ineffective.map(\.path))
      var rules: [FieldPath: (isSilent: Bool, isMute: Bool, rule: CueRule)] = [:]
      for (index, place) in Self.places(of: timeline).enumerated() {
        let own = heard[index] ?? RuleResult()
        if let moment = place.moment, own.sounds {
          #expect(!problems.contains(place.path.key("at").index(moment)), "seed \(seed) \(place.path)")
        }
        let before = rules[place.path]
        rules[place.path] = (
          !own.sounds && before?.isSilent ?? true, !own.speaks && before?.isMute ?? true, place.rule
        )
      }
      for (path, found) in rules where path.steps.first != .key("style") {
        let isWarned = problems.contains(path)
        let isMute = found.rule.say != nil && found.isMute
        let areWordsWarned = problems.contains(path.key("say"))
        #expect(found.isSilent || !isWarned, "seed \(seed) \(path)")
        #expect(isMute || !areWordsWarned, "seed \(seed) \(path)")
        guard found.isSilent || isMute else { continue }
        if isWarned || areWordsWarned { warned += 1 } else { missed += 1 }
      }
    }
    // What is missed depends on lengths of words, on the user, on a draw or on other words.
    #expect(warned > missed * 2, "\(warned) of \(warned + missed)")
  }
}
