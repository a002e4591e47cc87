import DriftSimulation
import Testing
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

/// Runs of random workouts that once broke a law, by a fault of the judge or of the session.
@Suite struct `A right session` {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let workout: String
    let scenario: Scenario

    init(_ what: String, _ workout: String, _ scenario: Scenario) {
      (testDescription, self.workout, self.scenario) = (what, workout, scenario)
    }

    var simulation: Simulation<Engine> {
      get throws {
        let text = "{ \"name\": \"Case\", \(workout) }"
        return Simulation(Oracle(try Timeline(WorkoutReader.read(Array(text.utf8), named: "case.json"))))
      }
    }
  }

  @Test(arguments: Case.mended + Case.measured + Case.unforeseen)
  func `passes`(example: Case) throws {
    let verdict = try example.simulation.judge(example.scenario, comparing: false)
    #expect(verdict.violations == [])
    #expect(verdict.unmet == [])
  }

  /// In the plan of a rehearsal an open phase lasts half a minute, so these two minutes have only three rounds there.
  @Test func `is judged in every round, though the user is faster than a rehearsal`() throws {
    let example = Case(
      "",
      #"""
      "phases": [{ "for": "2m", "phases": [{ "name": "Squats", "open": true }, { "name": "Rest", "duration": "9s" }] }]
      """#,
      .of((5, .done), (20, .done), (35, .done), (50, .done), (65, .done), (80, .done), (95, .done), (110, .done)))
    let simulation = try example.simulation
    let trace = simulation.run(example.scenario)
    #expect(Invariants.violations(in: TraceRecord(example.scenario, simulation.oracle, trace)) == [])
    var forged = TraceRecord(example.scenario, simulation.oracle, trace).trace
    forged.remove { $0.kind == .phaseStart && $0.set == 6 }
    let violations = Invariants.violations(in: TraceRecord(example.scenario, simulation.oracle, forged))
    #expect(violations.contains { $0.number == "I01" }, "\(violations)")
  }
}
