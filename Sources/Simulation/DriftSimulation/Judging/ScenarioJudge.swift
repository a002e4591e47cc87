import WorkoutEngine
import WorkoutModel

/// Judges a run while it goes on, stretch by stretch, each together with the steps around it.
///
/// Other runs of the scenario follow the run: a second one, one without wake-ups, and one without each kind of fault.
/// Unless the plan is divided into parts, the whole run is one stretch.
struct ScenarioJudge<Driver: SessionDriver> {
  /// The name under which a difference between two runs of one scenario is reported.
  private static var determinism: String { "determinism" }
  /// What is held of the run before and after the steps that are judged: laws look back and ahead by the length of a
  /// phrase, of a grace or of a few phases.
  private static var marginTime: Duration { .seconds(60) }
  private static var marginVisits: Int { 4 }

  private let simulation: Simulation<Driver>
  private let scenario: Scenario
  private var run: Runner<Driver>
  private var second: Runner<Driver>
  private var isRepeated = true
  private var unticked: UntickedRun<Driver>
  private var branches: BranchPoints<Driver>
  private var reader: ReferenceReader
  /// The steps that are held, which can no longer change.
  private var steps: [TraceStep] = []
  /// The number of steps before those.
  private var forgotten = 0
  /// The number of held steps that have been judged.
  private var judged = 0
  private var violations: [Violation] = []
  private var excerpt: TraceExcerpt?
  /// The first steps of the run, for violations that have no place.
  private var opening: TraceExcerpt?
  private var cues = CueTally()
  /// For each outcome that is expected, the outcomes of the cues that it means.
  private var settled: [[SettledOutcome]]

  init(_ simulation: Simulation<Driver>, _ scenario: Scenario, comparing: Bool) {
    self.simulation = simulation
    self.scenario = scenario
    run = simulation.runner(of: scenario)
    second = simulation.runner(of: scenario)
    unticked = simulation.untickedRun(of: scenario)
    branches = BranchPoints(scenario, scenario.kinds.filter { comparing || $0 == .wallStep })
    reader = ReferenceReader(scenario, simulation.oracle)
    settled = scenario.expected.outcomes.map { _ in [] }
  }

  /// Runs and judges to the end.
  mutating func verdict(_ observe: ((Trace) -> Void)?) -> Verdict {
    run.trace.steps.reserveCapacity(simulation.oracle.cues.count)
    run.begin()
    second.begin()
    while run.isRunning {
      advance()
      takeSteps()
      reader.read(steps, storedStep: run.store?.step)
      guard let end = run.isRunning ? lastVisit() : nil else {
        if !run.isRunning { judge(upTo: steps.count, observe) }
        continue
      }
      judge(upTo: reader.visits[end].firstStep, observe)
      forget(before: end)
    }
    return finish()
  }

  /// Runs on by the size of a part, or to the end.
  private mutating func advance() {
    let limit = run.lastStep.addingReportingOverflow(simulation.oracle.partSize)
    while run.isRunning, limit.overflow || run.lastStep < limit.partialValue {
      run.advance { branches.record($0, $1) }
    }
  }

  /// Takes the steps of the run that can no longer change.
  private mutating func takeSteps() {
    // The last one may still be extended.
    let count = run.trace.steps.count - (run.isRunning ? 1 : 0)
    if steps.isEmpty, !run.isRunning {
      swap(&steps, &run.trace.steps)
    } else {
      steps += run.trace.steps.prefix(count)
      run.dropSteps(count)
    }
    if !run.isRunning { run.finishTrace() }
  }

  /// The last visit that begins a step well before the last one; `nil` if that step has been judged.
  private func lastVisit() -> Int? {
    guard let now = steps.last?.now else { return nil }
    return visit(before: reader.visits.count, at: now - Self.marginTime) { $0 > judged }
  }

  /// The last visit that begins a step, `marginVisits` before another one and not after an instant.
  private func visit(before next: Int, at instant: Duration, where isMeant: (_ step: Int) -> Bool) -> Int? {
    let visits = reader.visits
    return visits.indices.prefix(max(0, next - Self.marginVisits)).dropFirst().last { visit in
      let step = visits[visit].firstStep
      return step > visits[visit - 1].firstStep && steps[step].now <= instant && isMeant(step)
    }
  }

  /// Forgets the steps well before a visit.
  private mutating func forget(before end: Int) {
    let step = reader.visits[end].firstStep
    judged = step
    // The session may be restored to the step after which it was stored.
    let stored = run.store.map { $0.step - forgotten } ?? step
    let last = min(stored, step - TraceExcerpt.before)
    guard let first = visit(before: end, at: steps[step].now - Self.marginTime, where: { $0 <= last }) else { return }
    let count = reader.forget(visits: first, of: steps)
    steps.removeFirst(count)
    judged -= count
    forgotten += count
  }
}

extension ScenarioJudge {
  /// Judges the steps up to an index.
  private mutating func judge(upTo end: Int, _ observe: ((Trace) -> Void)?) {
    let stretch = RunStretch(
      steps: steps[judged..<end], firstStep: forgotten + judged, isLast: !run.isRunning, clock: run.clock)
    branches.compare(with: stretch) { [simulation, scenario] kind in
      var runner = simulation.runner(of: scenario.without(kind))
      runner.begin()
      return runner
    }
    count(stretch)
    if forgotten == 0 { opening = TraceExcerpt(around: 0, of: steps, after: 0) }
    if !run.trace.hasLearned { unticked.follow(stretch) }
    let finalState = stretch.isLast && !run.trace.hasLearned ? unticked.state : nil
    let found = violations(upTo: end, isLast: stretch.isLast, finalState)
    violations += found
    isRepeated = isRepeated && second.repeats(stretch.steps, after: stretch.firstStep, isLast: stretch.isLast)
    if stretch.isLast { compareEnds() }
    if excerpt == nil, let place = violations.map(\.step).filter({ $0 >= forgotten }).min() {
      excerpt = TraceExcerpt(around: place - forgotten, of: steps, after: forgotten)
    }
    guard let observe else { return }
    var trace = run.trace
    (trace.steps, trace.clock) = (Array(stretch.steps), run.clock)
    observe(trace)
  }

  /// The violations of laws in the steps that are judged next.
  private func violations(upTo end: Int, isLast: Bool, _ unticked: EngineState?) -> [Violation] {
    var trace = run.trace
    trace.steps = steps
    let oracle = simulation.oracle.holding(reader.visits)
    var record = RunRecord(scenario, oracle, trace, reader)
    record.unticked = unticked
    record.mayBeDelayed = run.mayBeDelayed
    if isLast { record.dependsOnWallClock = branches.branches.contains { $0.kind == .wallStep && !$0.hasSameEvents } }
    var found = Invariants.violations(in: record, of: scenario.expected.invariants)
    if judged > 0 || !isLast { found.removeAll { !(judged..<end).contains($0.step) } }
    for index in found.indices {
      found[index].at = steps.indices.contains(found[index].step) ? steps[found[index].step].now : nil
      found[index].step += forgotten
    }
    let law = IgnoresWallClock()
    if judged > 0, record.dependsOnWallClock, scenario.expected.invariants.includes(law.number) {
      var difference = law.difference
      difference.at = .zero
      found.append(difference)
    }
    return found
  }

  /// Compares what the run and its repetition are at the end.
  private mutating func compareEnds() {
    second.finishTrace()
    var trace = run.trace
    trace.steps = []
    if isRepeated, second.trace == trace { return }
    var violation = Violation(Self.determinism, "a second run differs", step: 0)
    violation.at = .zero
    violations.append(violation)
  }

  private mutating func count(_ stretch: RunStretch) {
    let expected = scenario.expected.outcomes
    for step in stretch.steps {
      for event in step.events {
        guard case .cueSettled(let cue) = event.kind else { continue }
        cues.add(cue)
        for index in expected.indices where expected[index].cue.means(cue) {
          settled[index].append(SettledOutcome(outcome: cue.outcome, cause: cue.cause))
        }
      }
    }
  }

  private mutating func finish() -> Verdict {
    var trace = run.trace
    trace.steps = steps
    let unmet = scenario.expected.unmet(by: trace, settled)
    if excerpt == nil, !unmet.isEmpty || !violations.isEmpty {
      excerpt = TraceExcerpt(around: steps.count - 1, of: steps, after: forgotten)
    }
    if violations.contains(where: { $0.step == 0 }) { excerpt = opening }
    let changed = branches.branches.map { ($0.kind, $0.isChanged) }
    return Verdict(
      scenario: scenario, trace: trace, cues: cues, violations: Invariants.sorted(violations), excerpt: excerpt,
      unmet: unmet, changed: Dictionary(changed, uniquingKeysWith: { first, _ in first }))
  }
}
