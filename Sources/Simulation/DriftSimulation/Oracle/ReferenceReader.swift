import WorkoutEngine
import WorkoutModel

/// Reads the steps of a run one by one, and advances the reference model alongside.
struct ReferenceReader {
  private(set) var model: ReferenceModel
  /// The state of the model after each step that is held.
  private(set) var states: [ReferenceState] = []
  /// The run before the first step that is held.
  private(set) var history = RunHistory()
  /// The model after each step whose stored session may be restored later.
  private var stored: [Int: ReferenceModel] = [:]
  private var hasPaused = false

  init(_ scenario: Scenario, _ oracle: Oracle) { model = oracle.model(under: scenario.whenSuspended) }

  /// The visits of phases that are held.
  var visits: [PhaseVisit] { model.visits.visits }

  /// Reads the steps that have not been read; `storedStep` is the one after which the session was last stored, counted
  /// from the start of the run.
  mutating func read(_ steps: [TraceStep], storedStep: Int? = nil) {
    let first = states.count
    states.reserveCapacity(steps.count)
    var kept: Set<Int> = []
    if let storedStep { kept.insert(storedStep - history.steps) }
    for step in steps[first...] {
      if let restoration = step.restoration { kept.insert(restoration.step - history.steps) }
    }
    for index in first..<steps.count {
      read(steps[index], index)
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

  private mutating func read(_ step: TraceStep, _ index: Int) {
    model.visits.step = index
    switch step.input {
    case .action(let action): model.perform(action, at: step.now)
    case .restored(let restoration):
      guard let before = stored[restoration.step - history.steps] else { return }
      model.restore(to: before, at: restoration.storedAt, now: step.now)
    }
  }

  private mutating func addState() {
    states.append(
      ReferenceState(
        mode: model.mode, elapsed: model.elapsed, position: model.position, remaining: model.remaining,
        phaseStart: model.cursor?.start, phaseOrigin: model.phaseOrigin, visit: model.visits.visits.count - 1,
        hasPaused: hasPaused, hasMoved: model.visits.hasMoved))
    if case .paused = model.mode { hasPaused = true }
  }

  /// Forgets the steps before a visit, which must begin in the first step that is kept; returns their number.
  mutating func forget(visits count: Int, of steps: [TraceStep]) -> Int {
    let first = model.visits.visits[count].firstStep
    for step in steps[..<first] { history.add(step) }
    history.forget(visits: count)
    model.visits.forget(count)
    states = states[first...].map { $0.counting(visitsFrom: count) }
    stored = stored.reduce(into: [:]) { kept, entry in
      if entry.key >= first { kept[entry.key - first] = entry.value }
    }
    return first
  }
}
