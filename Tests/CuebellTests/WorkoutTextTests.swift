import Cuebell
import DriftSimulation
import Testing

@Suite struct `The text of a workout` {
  @Test func `tells it whole, whatever it contains`() throws {
    for seed in UInt64(1)...300 {
      let workout = WorkoutGenerator().workout(seed: seed)
      #expect(try Workout(json: workout.json) == workout, "seed \(seed)")
    }
  }

  @Test func `that is wrong is refused with every mistake and its place`() {
    let error = #expect(throws: WorkoutFileError.self) {
      try Workout(json: #"{ "name": "W", "phases": [{ "nmae": "A", "duration": -1 }] }"#)
    }
    let lines = [
      #"workout:1:29: phases[0].nmae: unknown key; did you mean "name"?"#,
      "workout:1:54: phases[0].duration: must be 0s…24h, got -1 seconds",
    ]
    #expect(error?.description == lines.joined(separator: "\n"))
  }
}
