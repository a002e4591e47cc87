import DriftSimulation
import Testing
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

/// What an author is asked to record must be all that a session can say.
@Suite struct `The phrases of a plan` {
  /// A text with one sign for each number.
  private func numberless(_ text: String) -> String { text.replacing(/[0-9]+/, with: "#") }

  @Test(arguments: 0..<2)
  func `have every phrase that is said, whatever the user and the machine do`(hundred: UInt64) throws {
    let generator = WorkoutGenerator()
    // A longer phase has moments that it hadn't, a jump reaches sets for which a group has no time, and nobody knows
    // what is measured.
    let kinds = Fault.Kind.allCases.filter { ![.extend, .jumpToSet, .measure].contains($0) }
    var said = 0
    for seed in (hundred * 100 + 1)...(hundred * 100 + 100) {
      let oracle = Oracle(try Timeline(generator.workout(seed: seed)))
      let listed = Set(oracle.timeline.phrases().map { Phrase(numberless($0.text), voice: $0.voice) })
      let scenarios = ScenarioGenerator(oracle, workout: "w.json", kinds: kinds)
      for run in (seed * 5)...(seed * 5 + 4) {
        var scenario = scenarios.scenario(seed: run)
        scenario.signals = [:]
        for event in Simulation(oracle).run(scenario).events {
          guard case .cueSettled(let cue) = event.kind, let phrase = cue.phrase else { continue }
          said += 1
          // Times and numbers follow from what the user does, too, and what comes next where a group has a limit.
          if phrase.text.contains(/(gone|left)$|, then/) { continue }
          let pattern = Phrase(numberless(phrase.text), voice: phrase.voice)
          #expect(listed.contains(pattern), "seed \(seed), run \(run): \(phrase), of \(listed.map(\.text).sorted())")
        }
      }
    }
    #expect(said > 1000, "\(said)")
  }

  private func phrases(_ text: String) throws -> [Phrase] {
    try Timeline(try WorkoutReader.read(Array(text.utf8), named: "w.json")).phrases()
  }

  @Test func `are each there once, in the order in which they come, those of other voices as well`() throws {
    let phrases = try phrases(
      """
      { "name": "W", "style": "silent", "cues": [
        { "on": "phase", "at": "end-3s", "count": 3 }, { "on": "phase", "at": "start", "say": "{phase}" },
        { "on": "set", "at": "start+2s", "say": "set {set}", "voice": { "rate": 200 } }
      ], "phases": [{ "sets": 2, "phases": [{ "name": "A", "duration": 9 }, { "name": "B", "duration": 9 }] }] }
      """)
    let fast = Voice(rate: 200)
    #expect(phrases == ["A", Phrase("set 1", voice: fast), "3", "2", "1", "B", Phrase("set 2", voice: fast)])
  }

  @Test func `have those behind an open phase, which only the user ends, and those of half an hour in it`() throws {
    let phrases = try phrases(
      """
      { "name": "W", "style": "silent", "cues": [
        { "on": "phase", "at": "every 10m", "say": "{elapsed}" }, { "on": "phase", "at": "start", "say": "{phase}" }
      ], "phases": [{ "name": "A", "open": true }, { "name": "B", "duration": 9 }] }
      """)
    #expect(phrases == ["A", "10 minutes", "20 minutes", "B"])
  }
}
