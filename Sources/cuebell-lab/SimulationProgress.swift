import DriftSimulation
import SessionReporting
import Synchronization
import WorkoutEngine
import WorkoutModel

/// The scenarios that have been judged, of how many, and how far the others have come.
final class SimulationProgress: Sendable {
  private let whole: Int
  private let done = Atomic<Int>(0)
  private let running = Mutex<[RunningScenario]>([])

  init(of whole: Int) { self.whole = whole }

  func judge(_ scenario: Scenario, _ simulation: Simulation<Engine>, twice: Bool) -> Verdict {
    let place = RunningScenario(scenario, simulation.oracle.length)
    running.withLock { $0.append(place) }
    defer {
      running.withLock { $0.removeAll { $0 === place } }
      done.add(1, ordering: .relaxed)
    }
    var followed = simulation
    followed.observe = { place.reach($0) }
    return followed.judge(scenario, twice: twice)
  }

  var text: ProgressText {
    let done = done.load(ordering: .relaxed)
    let running = running.withLock { $0 }
    let last = done + 1 == whole ? running.first.map { ", \($0.text)" } ?? "" : ""
    let part = (Double(done) + running.map(\.part).reduce(0, +)) / Double(whole)
    return ProgressText("\(done) of \(Counted.of(whole, "scenario", "scenarios"))\(last)", part: part)
  }
}

/// A scenario that is being judged: run several times, each time on from where the virtual clock can't differ.
private final class RunningScenario: Sendable {
  private let place = Mutex((run: 0, reached: Duration.zero))
  private let runs: Int
  private let length: Duration

  init(_ scenario: Scenario, _ length: Duration) {
    // Two whole runs are compared, and there is one without each kind of fault.
    runs = 2 + scenario.kinds.count
    self.length = max(length, .nanoseconds(1))
  }

  func reach(_ time: Duration) {
    place.withLock { place in
      if time < place.reached { place.run += 1 }
      place.reached = time
    }
  }

  var part: Double {
    let place = place.withLock { $0 }
    return min((Double(place.run) + min(place.reached / length, 1)) / Double(runs), 1)
  }

  /// The virtual time of the present run.
  var text: String {
    "at \(ClockText.short(min(place.withLock { $0.reached }, length))) of \(ClockText.short(length))"
  }
}
