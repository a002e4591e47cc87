import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel

/// Whoever makes phrases has them ready where nothing happens but time and *done*: random workouts and rules.
@Suite struct `An undisturbed run` {
  /// A workout of every shape with rules of every kind, the back-timed ones above all.
  private struct Maker {
    var random: SplitMix64

    mutating func workout() throws -> Workout {
      let style = Style.allCases[random.below(Style.allCases.count)]
      var workout = Workout(name: "Random", style: style, nodes: nodes(depth: 0))
      workout.cues = try (0..<random.below(4)).map { _ in try rule() }
      return workout
    }

    private mutating func nodes(depth: Int) -> [Node] {
      (0..<1 + random.below(3)).map { _ in depth < 2 && random.below(3) == 0 ? .group(group(depth)) : .phase(phase()) }
    }

    private mutating func group(_ depth: Int) -> SetGroup {
      let nodes = nodes(depth: depth + 1)
      switch random.below(4) {
      case 0:
        let steady = Node.phase(Phase("Steady", .low, .after(.fixed(.seconds(3)))))
        return SetGroup(.total(.milliseconds(10_000 + random.below(40_000))), nodes: [steady] + nodes)
      case 1: return SetGroup(.interval(sets: 2, every: .seconds(1000)), nodes: nodes)
      default: return SetGroup(.sets(1 + random.below(3)), nodes: nodes)
      }
    }

    private mutating func phase() -> Phase {
      let names = ["A", "Work", "Kettlebell swings", "🔥", "Half kneeling windmill, the left side first"]
      let length = Duration.milliseconds(random.below(4) == 0 ? random.below(6000) : random.below(30_000))
      let ends: [PhaseEnd] = [
        .after(.fixed(length)), .after(.fixed(length)), .after(.fixed(length)), .open(reps: 1, cap: length),
        .open(reps: nil, cap: nil),
      ]
      let says: [String?] = [nil, nil, "Now, then {next}", "Go"]
      return Phase(
        names[random.below(names.count)], Intensity.allCases[random.below(Intensity.allCases.count)],
        ends[random.below(ends.count)], say: says[random.below(says.count)])
    }

    private mutating func rule() throws -> CueRule {
      let offset = Duration.milliseconds(random.below(9000) - 4500)
      let moments: [Moment] = [
        .start(offset: offset), .end(offset: offset), .half(offset: offset),
        .every(.milliseconds(1500 + random.below(9000))),
        .end(offset: .zero), .start(offset: .zero),
      ]
      let texts = [
        "{phase}, {remaining}", "{next} comes", "{elapsed} gone", "Set {set} of {sets}", "{remaining} left", "💪",
      ]
      let anchors = Anchor.allCases
      var rule = CueRule(
        on: anchors[random.below(anchors.count)], at: moments[random.below(moments.count)],
        say: try CueText(texts[random.below(texts.count)]), align: random.below(2) == 0 ? .start : .end)
      if random.below(3) == 0 { rule.sound = CueSound("bell") }
      return rule
    }
  }

  @Test func `says only words that were named ahead, and fails none`() throws {
    var said = 0
    for seed in UInt64(1)...400 {
      var maker = Maker(random: SplitMix64(seed: seed))
      let workout = try maker.workout()
      guard let timeline = try? Timeline(workout) else { continue }
      var named: Set<String> = []
      let doneAfter = Duration.milliseconds(1000 + Int(seed % 7) * 3700)
      let rehearsal = Rehearsal(timeline, doneAfter: doneAfter) { text in
        named.insert(text)
        return .length(.milliseconds(250 + text.unicodeScalars.count * 67))
      }
      var strangers: [String] = []
      var run = rehearsal
      run.run { reaction in
        for effect in reaction.effects {
          guard case .speak(let text, _, _) = effect.kind else { continue }
          said += 1
          if !named.contains(text) { strangers.append(text) }
        }
        for event in reaction.events {
          guard case .cueSettled(let cue) = event.kind, cue.outcome == .failed else { continue }
          strangers.append("\(cue.say ?? "") failed: \(cue.cause ?? "")")
        }
      }
      #expect(strangers.isEmpty, "seed \(seed)")
    }
    #expect(said > 5000)
  }
}
