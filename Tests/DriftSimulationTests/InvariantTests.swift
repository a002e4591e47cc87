import DriftSimulation
import Foundation
import Testing
import WorkoutEngine
import WorkoutModel

/// Each law is silent about a true trace and speaks up about one that was tampered with.
@Suite struct `The laws` {
  /// A way to break one law: a run, and what is changed in it afterwards.
  struct TamperedTrace: Sendable, CustomTestStringConvertible {
    let number: String
    let what: String
    let scenario: Scenario
    let simulation: Simulation<Engine>
    let forge: @Sendable (inout TraceRecord) -> Void
    var testDescription: String { "\(number) \(what)" }

    init(
      _ number: String, _ what: String, _ scenario: Scenario,
      of simulation: Simulation<Engine> = ShippedWorkouts.tabata,
      _ forge: @escaping @Sendable (inout TraceRecord) -> Void
    ) {
      self.number = number
      self.what = what
      self.scenario = scenario
      self.simulation = simulation
      self.forge = forge
    }
  }

  @Test(arguments: TamperedTrace.all)
  func `detect a trace that was tampered with, and accept the original`(forgery: TamperedTrace) throws {
    let (oracle, trace) = (forgery.simulation.oracle, forgery.simulation.run(forgery.scenario))
    let law = try #require(Invariants.all.first { $0.number == forgery.number })
    let honest = TraceRecord(forgery.scenario, oracle, trace)
    let all = Invariants.violations(in: honest)
    #expect(all.isEmpty, "\(all)")
    var record = honest
    forgery.forge(&record)
    // The reference is computed again from the inputs of the session.
    var tampered = TraceRecord(forgery.scenario, oracle, record.trace)
    tampered.dependsOnWallClock = record.dependsOnWallClock
    #expect(!law.violations(in: tampered).isEmpty)
  }

  @Test func `are each tampered with here at least once, and documented`() throws {
    let numbers = Invariants.all.map(\.number)
    #expect(numbers == numbers.sorted() && Set(numbers).count == 19)
    // A trace can't show what another session would have planned; wrong engines do.
    #expect(Set(TamperedTrace.all.map(\.number) + ["I31"]) == Set(numbers))
    let page = try String(contentsOf: ShippedWorkouts.root.appending(path: "docs/SIMULATION.md"), encoding: .utf8)
    for law in Invariants.all { #expect(page.contains("| \(law.number) | \(law.law) |"), "\(law.number)") }
  }

  @Test func `may be chosen by number`() {
    var record = TraceRecord(.of(), ShippedWorkouts.tabata.oracle, ShippedWorkouts.tabata.run(.of()))
    record.trace.steps[20].bed = 2
    record.trace.steps[20].progress = record.trace.steps[19].progress
    let numbers = { (choice: InvariantChoice) in
      Set(Invariants.violations(in: record, of: choice).map(\.number))
    }
    #expect(numbers(.all).isSuperset(of: ["I08", "I22"]))
    #expect(numbers(.some(["I22"])) == ["I22"])
  }
}
