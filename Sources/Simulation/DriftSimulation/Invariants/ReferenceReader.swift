import WorkoutEngine
import WorkoutModel

/// Reads the steps of a run one by one, and advances the reference model alongside.
struct ReferenceReader {
  private(set) var model: ReferenceModel
  /// The state of the model after each step.
  private(set) var states: [ReferenceState] = []
  /// The model after each step whose stored session is restored later.
  private var stored: [Int: ReferenceModel] = [:]

  init(_ scenario: Scenario, _ oracle: Oracle) {
    model = oracle.initialModel
    model.policy = scenario.whenSuspended
    model.body = scenario.body
  }

  mutating func read(_ steps: [TraceStep]) {
    states.reserveCapacity(steps.count)
    let kept = Set(steps.compactMap { $0.restoration?.step })
    for index in steps.indices {
      model.visits.step = index
      read(steps[index].input, at: steps[index].now)
      if !kept.isEmpty, kept.contains(index) { store(index) }
      states.append(ReferenceState(model))
    }
  }

  private mutating func store(_ index: Int) {
    var model = model
    // A restored model continues the list of visits that it finds.
    model.visits = PhaseVisitLog()
    stored[index] = model
  }

  private mutating func read(_ input: TraceStep.Input, at now: Duration) {
    switch input {
    case .action(let action): model.perform(action, at: now)
    case .restored(let restoration):
      guard let before = stored[restoration.step] else { return }
      model.restore(to: before, at: restoration.storedAt, now: now)
    }
  }
}
