import DriftSimulation
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `An oracle` {
  @Test func `agrees with the plan of every shipped workout`() {
    for name in ["tabata", "emom-10", "amrap-12", "pyramid", "stretching", "box-breathing", "boxing-3x3"] {
      let oracle = ShippedWorkouts.oracle(name)
      #expect(oracle.complaints.isEmpty, "\(name): \(oracle.complaints)")
      #expect(!oracle.cues.isEmpty)
    }
  }

  @Test func `has the place of each cue by its rule, and how late it may be`() throws {
    let oracle = ShippedWorkouts.tabata.oracle
    let completion = try #require(oracle.first(CueName(.setCompletion, set: 3)))
    #expect(completion.mark == .s(97) && completion.due < completion.mark && completion.grace == .s(1))
    #expect(oracle.first(CueName(.countdown))?.grace == .s(0.15))
    #expect(oracle.first(CueName(.transition))?.grace == .s(0.5))
    #expect(oracle.first(CueName(.phaseStart, set: 1))?.grace == .s(5))
    #expect(oracle.first(CueName(.completion))?.grace == nil)
    #expect(oracle.first(CueName(.setCompletion, set: 9)) == nil)
    #expect(oracle.length == .s(300) && oracle.isExact)
  }

  @Test func `agrees with the plan of random workouts from the whole grammar`() throws {
    var (cues, changes) = (0, 0)
    for seed in UInt64(1)...2000 {
      let oracle = try #require(RandomWorkouts.simulation(seed: seed)).oracle
      cues += oracle.cues.count
      changes += oracle.cues.count { $0.due != $0.mark }
      #expect(oracle.complaints.isEmpty, "seed \(seed): \(oracle.complaints.prefix(3))")
    }
    #expect(cues > 20_000 && changes > 5000, "\(cues) cues, \(changes) that don't begin at their moment")
  }

  @Test func `knows that open phases make a plan that may be another in each run`() {
    #expect(!ShippedWorkouts.emom.oracle.isExact && !ShippedWorkouts.emom.oracle.doneInstants.isEmpty)
  }
}
