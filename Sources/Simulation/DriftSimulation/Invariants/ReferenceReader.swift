import WorkoutEngine
import WorkoutModel

/// Reads the steps of a run one by one, and advances the reference model alongside.
struct ReferenceReader {
  private(set) var model: ReferenceModel
  /// The state of the model after each step.
  private(set) var states: [ReferenceState] = []
  /// The model after each step whose stored session is restored later.
  private var stored: [Int: ReferenceModel] = [:]
  private var hasPaused = false

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
      addState()
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

  private mutating func addState() {
    states.append(
      ReferenceState(
        mode: model.mode, elapsed: model.elapsed, position: model.position, remaining: model.remaining,
        shownRemaining: model.shownRemaining,
        phaseOrigin: model.phaseOrigin, cursor: model.cursor, visit: model.visits.visits.count - 1,
        fadeEnd: model.fadeEnd, undoable: model.past.count, redoable: model.future.count,
        hasPaused: hasPaused, hasMoved: model.visits.hasMoved))
    if model.mode.isPaused { hasPaused = true }
  }
}
