package import WorkoutEngine
import WorkoutModel

/// A run beside the truth about it: all that the laws are judged by.
public struct Evidence: Sendable {
  /// What was to happen.
  public let scenario: Scenario
  /// What is true of the workout.
  public let oracle: Oracle
  /// What the session was told and what it said.
  public package(set) var trace: Trace
  /// The truth after each step.
  let truths: [TruthPoint]
  /// The truth at the end.
  let last: Truth
  /// What became of cues, in order.
  let facts: [CueFact]
  /// The state at the end of a session that was never woken in between; `nil` where none was run.
  package var unticked: EngineState?
  /// The run without what was done to the wall clock; `nil` where nothing was.
  package var withoutWallSteps: Trace?
  /// The last fact of each cue of the plan by its place, and for each fact the one before.
  private let newest: [Int]

  /// Computes the truth about a run.
  public init(_ scenario: Scenario, _ oracle: Oracle, _ trace: Trace) {
    self.scenario = scenario
    self.oracle = oracle
    self.trace = trace
    var reader = EvidenceReader(scenario, oracle, trace)
    reader.read()
    (truths, facts, last, newest) = (reader.truths, reader.facts, reader.truth, reader.newest)
  }

  /// The phases that the session must have gone through.
  var visits: [Visit] { last.visits.visits }

  /// What became of a cue of the plan, the newest first.
  func facts(of place: Int) -> some Sequence<CueFact> {
    // The facts alone: all the rest of the evidence would be handed on with each of them.
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
    foreseen(cue, on: visit).flatMap { last.visits.instant(of: $0, in: visit) }
  }

  /// Where a cue lay in the plan on a visit of its phase; `nil` where what the user did before decides that.
  func foreseen(_ cue: PlannedCue, on visit: Int) -> Duration? {
    let visit = visits[visit]
    guard visit.edits == 0, cue.isMeasuredFromStart || !cue.isOpen else { return nil }
    if visit.start == cue.segmentStart, visit.end == cue.segmentEnd, !visit.isShifted { return cue.due }
    guard cue.on == .phase else { return nil }
    if cue.isMeasuredFromStart { return visit.start + cue.offset }
    let isSameLength = visit.end.map { $0 - visit.start } == cue.segmentEnd.map { $0 - cue.segmentStart }
    return isSameLength ? visit.start + cue.offset : nil
  }
}

extension Evidence {
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
      case .back, .restartPhase, .undo, .redo, .extend, .jump: true
      default: false
      }
    }
  }
}

/// The truth after a step.
struct TruthPoint: Equatable, Sendable {
  let mode: Truth.Mode
  let elapsed: Duration
  let position: Duration
  let remaining: Duration?
  let phaseStart: Duration?
  /// The phase that the session is in, by its place among the visits.
  let visit: Int
}

/// What became of a cue, and where in the run; shared, as all laws look at all of them.
final class CueFact: Sendable {
  let report: CueReport
  let step: Int
  /// The cue's place in the plan; `nil` where the plan doesn't have it.
  let place: Int?
  /// The visit of its phase that it belongs to; `nil` where its phase has not been visited.
  let visit: Int?
  /// The fact before it about the same cue; -1 where there is none.
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
