import DriftSimulation
import Synchronization
import Testing
import WorkoutEngine
import WorkoutModel

/// A workout whose plan is too long to be held is judged part by part.
@Suite struct `A divided plan` {
  /// Seeds of workouts. The last one speaks for minutes without a pause, so its words depend on all before them.
  private static let seeds = Array(UInt64(1)...400) + [2500]

  /// The random workout of a seed, held as a whole and in small parts; `nil` if only the user ends some of its phases.
  private static func simulations(_ seed: UInt64) throws -> (whole: Simulation<Engine>, divided: Simulation<Engine>)? {
    let whole = try #require(RandomWorkouts.simulation(seed: seed))
    let (timeline, durations) = (whole.oracle.timeline, whole.oracle.durations)
    guard Oracle.mayDivide(timeline.workout) else { return nil }
    let divided = Simulation(Oracle(timeline, durations: durations, partSize: 8))
    return divided.oracle.isDivided ? (whole, divided) : nil
  }

  @Test func `agrees with the engine, and names the same cues as the whole one`() throws {
    var (plans, cues) = (0, 0)
    for seed in Self.seeds {
      guard let (whole, divided) = try Self.simulations(seed) else { continue }
      plans += 1
      cues += whole.oracle.cues.count
      #expect(divided.oracle.complaints.isEmpty, "seed \(seed): \(divided.oracle.complaints.prefix(3))")
      #expect(divided.oracle.cueCount == whole.oracle.cues.count && divided.oracle.cues.isEmpty, "seed \(seed)")
      #expect(divided.oracle.length == whole.oracle.length && divided.oracle.isExact, "seed \(seed)")
      for kind in CueKind.allCases {
        let sets = whole.oracle.sets(of: kind)
        #expect(divided.oracle.sets(of: kind) == sets, "seed \(seed)")
        for name in (sets + [nil]).map({ CueName(kind, set: $0) }) {
          #expect(divided.oracle.first(name)?.key == whole.oracle.first(name)?.key, "seed \(seed): \(name)")
        }
      }
    }
    print("\(plans) plans with \(cues) cues")
    #expect(plans > 100 && cues > 5000)
  }

  @Test func `leads to the same verdicts and the same steps`() throws {
    var (runs, stretches) = (0, 0)
    for seed in Self.seeds {
      guard let (whole, divided) = try Self.simulations(seed) else { continue }
      let generator = ScenarioGenerator(whole.oracle, workout: "w")
      for number in seed * 4..<seed * 4 + 4 {
        let scenario = generator.scenario(seed: number)
        #expect(ScenarioGenerator(divided.oracle, workout: "w").scenario(seed: number) == scenario)
        let expected = whole.judge(scenario)
        var steps: [TraceStep] = []
        let verdict = divided.judge(scenario) { trace in
          steps += trace.steps
          stretches += 1
        }
        runs += 1
        let place: Comment = "workout \(seed), scenario \(number)"
        #expect(verdict.violations == expected.violations && verdict.passed, "\(place): \(verdict.violations)")
        #expect(steps == expected.trace.steps, place)
        #expect(verdict.cues == expected.cues && verdict.changed == expected.changed, place)
        #expect(verdict.trace.finalState == expected.trace.finalState, place)
        #expect(verdict.trace.unreached == expected.trace.unreached, place)
      }
    }
    print("\(runs) runs in \(stretches) stretches")
    #expect(stretches > runs * 2)
  }

  /// Workouts whose words refer to phases beyond the end of a part, and whose words are moved across it.
  private static let ticks = CueRule(on: .phase, at: .every(.s(1)), sound: CueSound("tick"))
  private static let reaching: [[CueRule]] = [
    [CueRule(on: .workout, at: .every(.s(300)), say: text("{next} next"), align: .end)],
    [
      CueRule(on: .phase, at: .start(offset: .zero), say: text("{phase}, then {next}")),
      CueRule(on: .phase, at: .end(offset: .s(-1)), say: text("That was a long piece of work"), cueClass: .info),
    ],
    [
      CueRule(
        on: .workout, at: .every(.s(3)), say: text("word word word word wordabcd"), cueClass: .warning,
        condition: Condition(intensity: [.high])),
      CueRule(on: .set, at: .start(offset: .zero), say: text("Set {set}")),
    ],
  ]

  private static func text(_ text: String) -> CueText? { try? CueText(text) }

  @Test(arguments: reaching.indices, [30, 300])
  func `knows what follows its parts, and what was moved into them`(rules: Int, length: Int) throws {
    func phase(_ name: String, _ intensity: Intensity) -> Node {
      .phase(Phase(PerSet(name), intensity, .after(.fixed(.seconds(length)))))
    }
    let count = 300 / length
    let sets: [Node] = [
      .group(SetGroup(.sets(4 * count), nodes: [phase("Work", .high)])),
      .group(SetGroup(.sets(count), nodes: [phase("Rest", .rest)])),
    ]
    let nodes: [Node] = [phase("Warm-up", .low), .group(SetGroup(.sets(6), nodes: sets))]
    let workout = Workout(name: "W", style: .silent, cues: [Self.ticks] + Self.reaching[rules], nodes: nodes)
    let timeline = try Timeline(workout)
    let (whole, divided) = (Simulation(Oracle(timeline)), Simulation(Oracle(timeline, partSize: 400)))
    #expect(divided.oracle.isDivided && divided.oracle.complaints.isEmpty, "\(divided.oracle.complaints.prefix(3))")
    let generator = ScenarioGenerator(whole.oracle, workout: "w")
    for seed in UInt64(1)...4 {
      let scenario = generator.scenario(seed: seed)
      let (expected, verdict) = (whole.judge(scenario), divided.judge(scenario))
      #expect(verdict.violations == expected.violations && verdict.cues == expected.cues, "seed \(seed)")
    }
  }

  @Test(arguments: `A session that gets time wrong`.Fault.allCases)
  func `shows a wrong session where the whole one does`(fault: `A session that gets time wrong`.Fault) throws {
    let work = Node.phase(Phase("Work", .high, .after(.fixed(.s(20)))))
    let rest = Node.phase(Phase("Rest", .rest, .after(.fixed(.s(10)))))
    let timeline = try Timeline(Workout(name: "W", nodes: [.group(SetGroup(.sets(60), nodes: [work, rest]))]))
    func simulation(partSize: Int) -> Simulation<WrongSession> {
      Simulation(Oracle(timeline, partSize: partSize)) { WrongSession(Engine(timeline, policies: $0), fault) }
    }
    let scenario = Scenario.of(
      waking: .every(.s(0.5)), (301.3, .suspend(length: .s(40))), (900, .wallStep(by: .s(-60))), (1200.5, .pause),
      (1210, .resume))
    let (expected, verdict) = (simulation(partSize: .max).judge(scenario), simulation(partSize: 40).judge(scenario))
    #expect(!verdict.passed)
    let firsts = [expected, verdict].map { $0.violations.first { $0.number == "I08" } }
    #expect(firsts[0] == firsts[1] && firsts[0]?.at != nil, "\(firsts)")
    #expect(verdict.excerpt?.first == expected.excerpt?.first && verdict.excerpt?.steps == expected.excerpt?.steps)
  }

  @Test(arguments: [Int.max, 40])
  func `shows that a run can't be repeated`(partSize: Int) throws {
    let work = Node.phase(Phase("Work", .high, .after(.fixed(.s(20)))))
    let timeline = try Timeline(Workout(name: "W", nodes: [.group(SetGroup(.sets(120), nodes: [work]))]))
    let count = Atomic(0)
    let simulation = Simulation(Oracle(timeline, partSize: partSize)) { policies in
      let number = count.add(1, ordering: .relaxed).oldValue
      return ForgetfulSession(engine: Engine(timeline, policies: policies), ignoresSkips: number % 2 == 1)
    }
    let verdict = simulation.judge(.of((1000, .skip)))
    #expect(verdict.violations.map(\.number) == ["determinism"], "\(verdict.violations)")
    #expect(verdict.excerpt?.first == 0 && verdict.excerpt?.steps.isEmpty == false)
  }
}

/// An engine of which every second one ignores skips, so that a run can't be repeated.
private struct ForgetfulSession: SessionDriver {
  var engine: Engine
  let ignoresSkips: Bool

  var state: EngineState { engine.state }
  var progress: SessionProgress { engine.progress }
  var durations: PhraseDurations { engine.durations }
  var nextDeadline: Duration? { engine.nextDeadline }
  func forecast(until instant: Duration) -> [Effect] { engine.forecast(until: instant) }
  mutating func updateDurations(_ change: (inout PhraseDurations) -> Void) { engine.updateDurations(change) }
  func snapshot(of digest: String) -> EngineSnapshot { engine.snapshot(of: digest) }
  func restored(from snapshot: EngineSnapshot, of digest: String) throws(SnapshotError) -> Self {
    Self(engine: try engine.restored(from: snapshot, of: digest), ignoresSkips: ignoresSkips)
  }
  mutating func send(_ action: Action, at moment: ObservedTime) -> Engine.Reaction {
    engine.send(action == .skip && ignoresSkips ? .tick : action, at: moment.session)
  }
}

private typealias WrongSession = `A session that gets time wrong`.WrongSession
