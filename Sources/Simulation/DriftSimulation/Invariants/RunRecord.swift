package import WorkoutEngine
import WorkoutModel

/// A run beside its reference model: the input of all laws.
public struct RunRecord: Sendable {
  /// What happened to the session and its host.
  public let scenario: Scenario
  /// The reference of the workout.
  public let oracle: Oracle
  /// The inputs and outputs of the session.
  public package(set) var trace: Trace
  /// The state of the reference model after each step.
  let states: [ReferenceState]
  /// The reference model at the end.
  let last: ReferenceModel
  /// What became of cues, in order.
  let facts: [CueFact]
  /// The state at the end of a session that was never woken in between; `nil` if none was run.
  package var unticked: EngineState?
  /// Whether the run without what was done to the wall clock has other events.
  package var dependsOnWallClock = false
  /// The last fact of each cue of the plan by its place, and for each fact the one before.
  private let newest: [Int]

  /// Computes the reference model of a run.
  public init(_ scenario: Scenario, _ oracle: Oracle, _ trace: Trace) {
    self.scenario = scenario
    self.oracle = oracle
    self.trace = trace
    var reader = RunRecordReader(scenario, oracle, trace)
    reader.read()
    (states, facts, last, newest) = (reader.states, reader.facts, reader.model, reader.newest)
  }

  /// The phases that the session must have gone through.
  var visits: [PhaseVisit] { last.visits.visits }

  /// What became of a cue of the plan, the newest first.
  func facts(of place: Int) -> some Sequence<CueFact> {
    // Captures the facts alone; capturing `self` would pass on the whole run record with each of them.
    let facts = facts
    let newest = newest[place]
    return sequence(state: newest) { next -> CueFact? in
      guard next >= 0 else { return nil }
      defer { next = facts[next].before }
      return facts[next]
    }
  }

  /// The instant at which a cue had to begin on a visit of its phase, if the visit made it foreseeable.
  func due(of cue: PlannedCue, on visit: Int) -> Duration? {
    guard let position = plannedPosition(of: cue, on: visit) else { return nil }
    // Words that others have moved beyond their phase are due in one that followed.
    var visit = visit
    while visits[visit].leaving == .time, let to = visits[visit].to, position > to, visit + 1 < visits.count {
      visit += 1
    }
    return last.visits.instant(of: position, in: visit)
  }

  /// Where a cue lay in the plan on a visit of its phase; `nil` if what the user did before decides that.
  func plannedPosition(of cue: PlannedCue, on visit: Int) -> Duration? {
    let visit = visits[visit]
    guard visit.edits == 0, cue.isPredictable else { return nil }
    if visit.start == cue.segmentStart, visit.end == cue.segmentEnd, !visit.isShifted { return cue.due }
    guard cue.on == .phase, !cue.isTimedByValues, !cue.isContextual else { return nil }
    let isSameLength = visit.end.map { $0 - visit.start } == cue.segmentEnd.map { $0 - cue.segmentStart }
    if isSameLength { return visit.start + cue.offset }
    let mark = visit.start + (cue.mark - cue.segmentStart)
    return cue.isMeasuredFromStart && visit.end.map({ mark < $0 }) ?? true ? visit.start + cue.offset : nil
  }
}

extension RunRecord {
  /// Whether the user and the system have let the session be so far: what the host does is no disturbance of the plan.
  func isUndisturbed(upTo step: Int) -> Bool {
    trace.steps[...step].allSatisfy { step in
      switch step.action {
      case .start, .prepared, .tick, .lifecycle, .audioLost, .audioRestored: true
      default: false
      }
    }
  }

  /// Whether the user moved or changed the plan between two facts, so that a cue may come again.
  func wentElsewhere(between first: CueFact, _ second: CueFact) -> Bool {
    trace.steps[first.step...second.step].contains { step in
      switch step.action {
      case .back, .restartPhase, .undo, .redo, .extend, .jump, .jumpToSet, .seek: true
      default: false
      }
    }
  }
}

/// The state of the reference model after a step.
struct ReferenceState: Equatable, Sendable {
  let mode: ReferenceModel.Mode
  let elapsed: Duration
  let position: Duration
  let remaining: Duration?
  let phaseStart: Duration?
  /// The instant from which beats of the phase count, where time runs.
  let phaseOrigin: Duration?
  /// The phase that the session is in, by its place among the visits.
  let visit: Int
  /// Whether the workout was paused before this step.
  let hasPaused: Bool
  /// Whether the session has left a phase other than by time, or the length of one was changed.
  let hasMoved: Bool
}

/// What became of a cue, and where in the run; shared, as all laws look at all of them.
final class CueFact: Sendable {
  let report: CueReport
  let step: Int
  /// The cue's place in the plan; `nil` if the plan doesn't have it.
  let place: Int?
  /// The visit of its phase that it belongs to; `nil` if its phase has not been visited.
  let visit: Int?
  /// The fact before it about the same cue; -1 if there is none.
  let before: Int

  init(_ report: CueReport, step: Int, place: Int?, visit: Int?, before: Int) {
    self.report = report
    self.step = step
    self.place = place
    self.visit = visit
    self.before = before
  }

  /// Whether a sound began.
  var isStarted: Bool { report.at != nil }
}

/// Goes through a trace step by step and advances the reference model beside it.
struct RunRecordReader {
  private let oracle: Oracle
  private let trace: Trace
  private(set) var model: ReferenceModel
  private(set) var states: [ReferenceState] = []
  private(set) var facts: [CueFact] = []
  private(set) var newest: [Int]
  /// The reference model after each step at which a session was stored that was restored later.
  private var stored: [Int: ReferenceModel] = [:]
  /// The visit that the session itself says it is in.
  private var pointer = -1
  private var hasPaused = false

  init(_ scenario: Scenario, _ oracle: Oracle, _ trace: Trace) {
    self.oracle = oracle
    self.trace = trace
    model = oracle.model(under: scenario.whenSuspended)
    newest = Array(repeating: -1, count: oracle.cues.count)
    states.reserveCapacity(trace.steps.count)
    facts.reserveCapacity(oracle.cues.count + 8)
  }

  mutating func read() {
    let steps = trace.steps
    let kept = Set(steps.indices.compactMap { steps[$0].restoration?.step })
    for index in steps.indices {
      let now = steps[index].now
      model.visits.step = index
      switch steps[index].input {
      case .action(let action): model.perform(action, at: now)
      case .restored(let restoration):
        if let before = stored[restoration.step] {
          model.restore(to: before, at: restoration.storedAt, now: now)
          pointer += 1
        }
      }
      if !kept.isEmpty, kept.contains(index) { stored[index] = model }
      states.append(
        ReferenceState(
          mode: model.mode, elapsed: model.elapsed, position: model.position, remaining: model.remaining,
          phaseStart: model.cursor?.start, phaseOrigin: model.phaseOrigin, visit: model.visits.visits.count - 1,
          hasPaused: hasPaused, hasMoved: model.visits.hasMoved))
      if case .paused = model.mode { hasPaused = true }
      for event in steps[index].events { read(event, index) }
    }
  }

  private mutating func read(_ event: EngineEvent, _ step: Int) {
    switch event.kind {
    case .phaseStarted: pointer += 1
    case .cueSettled(let report):
      let place = oracle.place(of: report.cue)
      let before = place.map { newest[$0] } ?? -1
      if let place { newest[place] = facts.count }
      let visit = place.flatMap { self.visit(of: oracle.cues[$0]) }
      facts.append(CueFact(report, step: step, place: place, visit: visit, before: before))
    default: break
    }
  }

  /// The visit that a cue belongs to; one that begins before its phase belongs to no earlier visit of that.
  private func visit(of cue: PlannedCue) -> Int? {
    let visit = latestVisit(of: cue.segment)
    return cue.offset < .zero && visit != pointer ? nil : visit
  }

  /// The latest visit of a phase among those that the session has reached.
  private func latestVisit(of segment: SegmentID) -> Int? {
    let visits = model.visits.visits
    var visit = min(pointer, visits.count - 1)
    while visit >= 0, visits[visit].segment != segment { visit -= 1 }
    return visit >= 0 ? visit : nil
  }
}

extension TraceStep {
  /// The restart that the step reports; `nil` if it reports none.
  var restoration: Restoration? { if case .restored(let restoration) = input { restoration } else { nil } }
}
