package import WorkoutEngine
import WorkoutModel

/// A run and its reference model: the input of all laws.
public struct RunRecord: Sendable {
  /// The scenario of the run.
  public let scenario: Scenario
  /// The reference of the workout.
  public let oracle: Oracle
  /// The inputs and outputs of the session.
  public package(set) var trace: Trace
  /// The state of the reference model after each step.
  let states: [ReferenceState]
  /// The reference model at the end.
  let last: ReferenceModel
  /// The settled cues, in order.
  let facts: [CueFact]
  /// The final state of a session with the same actions but without wake-ups; `nil` if none was run.
  package var unticked: EngineState?
  /// Whether the events differ from those of the same run without changes to the wall clock.
  package var dependsOnWallClock = false
  /// The index of the last fact of each cue of the plan, by its place; -1 if there is none.
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

  /// The phases that the session must have visited.
  var visits: [PhaseVisit] { last.visits.visits }

  /// The facts about a cue of the plan, newest first.
  func facts(of place: Int) -> some Sequence<CueFact> {
    // Captures the facts alone; capturing `self` would copy the whole record.
    let facts = facts
    let newest = newest[place]
    return sequence(state: newest) { next -> CueFact? in
      guard next >= 0 else { return nil }
      defer { next = facts[next].before }
      return facts[next]
    }
  }

  /// The instant at which a cue had to begin on a visit of its phase; `nil` if the visit alone doesn't determine it.
  func due(of cue: PlannedCue, on visit: Int) -> Duration? {
    guard let position = plannedPosition(of: cue, on: visit) else { return nil }
    // Words that were moved beyond their phase are due in a later one.
    var visit = visit
    while visits[visit].leaving == .time, let to = visits[visit].to, position > to, visit + 1 < visits.count {
      visit += 1
    }
    return last.visits.instant(of: position, in: visit)
  }

  /// The position of a cue in the plan on a visit of its phase; `nil` if earlier actions of the user determine it.
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
  /// Whether nothing up to a step can change the course of the plan: no user action, interruption, suspend or failure
  /// of speech.
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
  /// The instant from which beats of the phase count; `nil` while the timer is stopped.
  let phaseOrigin: Duration?
  /// The current visit, by its index.
  let visit: Int
  /// Whether the workout was paused before this step.
  let hasPaused: Bool
  /// Whether the session has left a phase other than by time, or the length of one was changed.
  let hasMoved: Bool
}

/// A settled cue and the step in which it was reported; a class, because all laws read all facts.
final class CueFact: Sendable {
  let report: CueReport
  let step: Int
  /// The cue's place in the plan; `nil` if the plan doesn't have it.
  let place: Int?
  /// The visit of its phase to which it belongs; `nil` if its phase has not been visited.
  let visit: Int?
  /// The index of the previous fact about the same cue; -1 if there is none.
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

/// Reads a trace step by step and advances the reference model alongside.
struct RunRecordReader {
  private let oracle: Oracle
  private let trace: Trace
  private(set) var model: ReferenceModel
  private(set) var states: [ReferenceState] = []
  private(set) var facts: [CueFact] = []
  private(set) var newest: [Int]
  /// The reference model after each step whose stored session was restored later.
  private var stored: [Int: ReferenceModel] = [:]
  /// The visit in which the session reports to be.
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

  /// The visit to which a cue belongs; a cue that begins before its phase belongs to no earlier visit of that phase.
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
