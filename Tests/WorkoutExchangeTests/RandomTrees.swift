import WorkoutModel

/// Workouts made from seeds, with what other programs know and what they don't.
struct RandomTrees {
  var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func workout() -> Workout {
    var workout = Workout(
      name: pick(["Legs", "VO₂ max & more", "A \"b\" <c>", "3x hard; soft", "5x", "- 30s", "category: a"]),
      nodes: nodes(depth: 0))
    if random.below(3) == 0 { workout.description = "What, when; and why = now" }
    if random.below(4) == 0 { workout.author = "Ana Ünal" }
    if random.below(4) == 0 { workout.tags = ["hiit", "a|b"] }
    if random.below(3) == 0 {
      let words = CueText(pieces: [.words(pick(["Breathe", "Half, then \"go\"", "<b>up</b>"]))])
      workout.cues = [CueRule(on: .workout, at: .start(offset: .seconds(1 + random.below(9))), say: words)]
    }
    return workout
  }

  private mutating func nodes(depth: Int) -> [Node] {
    (0...random.below(4)).map { _ in
      guard depth < 2, random.below(3) == 0 else { return .phase(phase(inGroup: depth > 0)) }
      let name = random.below(2) == 0 ? pick(["Circuit", "Block, 2", "2024", "- 10s"]) : nil
      return .group(SetGroup(.sets(1 + random.below(5)), name: name, nodes: nodes(depth: depth + 1)))
    }
  }

  private mutating func phase(inGroup: Bool) -> Phase {
    let isOpen = random.below(8) == 0
    let length = Duration.milliseconds(random.below(4) == 0 ? 1 + random.below(90_000) : 1000 * (1 + random.below(300)))
    var phase = Phase(
      PerSet(pick(["Work", "Rest", "Get ready", "12 squats, slow", "Über \"x\"", "20s all out", "-"])),
      Intensity.allCases[random.below(Intensity.allCases.count)],
      isOpen ? .open(cap: random.below(2) == 0 ? length : nil) : .after(.fixed(length)))
    if random.below(2) == 0 {
      phase.target = PerSet(
        Target(
          pick([
            "95%", "62.5%", "88-94%", "ramp 50-75%", "220w", "Z4", "80% HR", "140-150bpm", "5:30/km pace", "90rpm",
            "100% 85-95rpm", "all out", "60% pace", "Z2 HR", "Z1 pace", "ramp 75-50%",
          ])))
    }
    if random.below(5) == 0 { phase.notes = "Slowly; \"down\"" }
    if random.below(6) == 0 { phase.say = "And now, go" }
    if inGroup, random.below(5) == 0 { phase.skip = .last }
    return phase
  }

  private mutating func pick(_ texts: [String]) -> String { texts[random.below(texts.count)] }
}
