import DriftSimulation
import Testing
import WorkoutEngine
import WorkoutModel

/// Sessions with the defects that timers have: each must be detected.
@Suite struct `A session that gets time wrong` {
  /// What it takes for the time.
  enum Fault: String, CaseIterable, Sendable {
    case countsTicks, usesTheWallClock, knowsNoSleep, leaksPauses
  }

  /// An engine that is given the wrong time.
  struct WrongSession: SessionDriver {
    var engine: Engine
    let fault: Fault
    private var ticks = 0
    private var first: ObservedTime?
    private var paused = Duration.zero
    private var pausedAt: Duration?

    init(_ engine: Engine, _ fault: Fault) {
      self.engine = engine
      self.fault = fault
    }

    var state: EngineState { engine.state }
    var progress: SessionProgress { engine.progress }
    var durations: PhraseDurations { engine.durations }
    var nextDeadline: Duration? { engine.nextDeadline }
    func forecast(until instant: Duration) -> [Effect] { engine.forecast(until: instant) }
    mutating func updateDurations(_ change: (inout PhraseDurations) -> Void) { engine.updateDurations(change) }
    var policies: Policies { engine.policies }
    func replaying(_ log: SessionLog, to end: Duration) throws(ReplayError) -> Self {
      Self(try engine.replaying(log, to: end), fault)
    }
    func paused(clock: Duration) -> Self? { engine.paused(clock: clock).map { Self($0, fault) } }

    mutating func send(_ action: Action, at moment: ObservedTime) -> Engine.Reaction {
      let first = first ?? moment
      self.first = first
      var (action, now) = (action, moment.session)
      switch fault {
      case .countsTicks:
        // Half a second for each wake-up, whenever it comes.
        if action == .tick { ticks += 1 }
        now = .milliseconds(500) * ticks
      case .usesTheWallClock: now = moment.clocks.wall - first.clocks.wall
      case .knowsNoSleep:
        now = moment.clocks.monotonic - first.clocks.monotonic
        if case .suspended = action { action = .tick }
      case .leaksPauses:
        // Of a pause half is taken for time of the workout.
        now = moment.session + paused
        if action == .pause { pausedAt = moment.session }
        if action == .resume, let since = pausedAt {
          paused += (moment.session - since) / 2
          pausedAt = nil
        }
      }
      return engine.send(action, at: now)
    }
  }

  private static let scenarios: [Scenario] = [
    .of(waking: .every(.s(0.5)), (50, .stall(length: .s(20)))),
    .of(waking: .every(.s(0.5)), (50, .wallStep(by: .s(3600)))),
    .of(waking: .every(.s(0.5)), (50, .suspend(length: .s(90)))),
    .of(waking: .every(.s(0.5)), (50, .pause), (60, .resume)),
  ]

  @Test(arguments: Fault.allCases)
  func `is detected by the law that it breaks`(fault: Fault) throws {
    let oracle = ShippedWorkouts.tabata.oracle
    let simulation = Simulation(oracle) { policies in
      WrongSession(Engine(oracle.timeline, policies: policies), fault)
    }
    let violations = Self.scenarios.flatMap { simulation.judge($0, comparing: false).violations }
    #expect(violations.contains { $0.number == "I08" }, "\(violations)")
    for scenario in Self.scenarios { #expect(ShippedWorkouts.tabata.judge(scenario).passed) }
    let dependsOnWallClock = violations.contains { $0.message.hasPrefix("without the steps of the wall clock") }
    #expect(dependsOnWallClock == (fault == .usesTheWallClock))
  }
}
