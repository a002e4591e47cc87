import WorkoutEngine
import WorkoutModel

/// A run beside the plan of its own log and the reference model: the input of all laws.
package struct TraceRecord: Sendable {
  /// The scenario of the run.
  package let scenario: Scenario
  /// The reference of the workout.
  package let oracle: Oracle
  /// The inputs and outputs of the session.
  package var trace: Trace
  /// The state of the reference model after each step.
  let states: [ReferenceState]
  /// The reference model after the last step.
  let last: ReferenceModel
  /// The phases that the session must have visited.
  let visits: [PhaseVisit]
  /// The settled cues that the plan of the log has, in order.
  let facts: [CueFact]
  /// Where the settled cues differ from that plan.
  let deviations: [(step: Int, text: String)]
  /// Where that plan differs from one of a session that begins at its place.
  let arrivals: [(step: Int, text: String)]
  /// Where another session reports, or plays on, something else, because of its host's wake-ups.
  let dependencies: [(step: Int, text: String)]
  /// The state of the session that the log tells at the end.
  let told: EngineState
  let signals: SignalHistory
  /// The words that are heard.
  let speech: SpeechLog
  /// Whether the events differ from those of the same run without changes to the wall clock.
  package var dependsOnWallClock = false

  /// Computes the plan and the reference model of a run.
  package init(_ scenario: Scenario, _ oracle: Oracle, _ trace: Trace) {
    var reader = ReferenceReader(scenario, oracle)
    reader.read(trace.steps)
    let states = reader.states
    let speech = SpeechLog(trace.steps, oracle.durations, scenario.whenSuspended) { index in
      index > 0 && states[index].differs(from: states[index - 1])
    }
    var facts = FactReader(scenario, oracle, speech)
    told = facts.read(trace)
    (self.scenario, self.oracle, self.trace, self.states, self.speech) = (scenario, oracle, trace, states, speech)
    (last, visits, signals) = (reader.model, reader.model.visits.visits, reader.model.signals)
    (self.facts, deviations, arrivals) = (facts.facts, facts.deviations, facts.arrivals)
    dependencies = facts.dependencies
  }

  /// The visit of a phase to which an event of a step belongs. A later one at the same instant begins by an action,
  /// which follows what time does.
  func visit(of id: SegmentID, at instant: Duration, in step: Int) -> PhaseVisit? {
    let begun = visits.lazy.filter { $0.segment == id && $0.enteredAt <= instant && $0.firstStep <= step }
    return begun.first { $0.lastStep.map { $0 >= step } ?? true } ?? begun.last
  }
}

/// The state of the reference model after a step.
struct ReferenceState: Equatable, Sendable {
  let mode: ReferenceModel.Mode
  let elapsed: Duration
  let position: Duration
  /// What anybody is to know of the rest of the plan, and all of it.
  let shownRemaining: Duration?
  let remaining: Duration?
  /// The instant from which beats of the phase count; `nil` while the timer is stopped.
  let phaseOrigin: Duration?
  /// The place in the plan.
  let cursor: Cursor?
  /// The current visit, by its index.
  let visit: Int
  /// The end of the last fade of the playback.
  let fadeEnd: Duration
  let end: ReferenceModel.End?
  /// The numbers of moves that can be undone and redone.
  let undoable: Int
  let redoable: Int
  let volume: Double
  let isAudible: Bool
  /// Whether another program has the sound.
  let isInterrupted: Bool
  /// The start of the current phase in the plan.
  var phaseStart: Duration? { cursor?.start }
  /// Whether nothing of the current phase is left.
  var isAtEnd: Bool { cursor?.end == position }
  /// The instant of the end of the plan if time runs on; `nil` where it is stopped or unknown.
  var endIfRunning: Duration? {
    guard let phaseOrigin, let phaseStart, let remaining else { return nil }
    return phaseOrigin + (position + remaining - phaseStart)
  }

  init(_ model: ReferenceModel) {
    (mode, elapsed, position) = (model.mode, model.elapsed, model.position)
    (shownRemaining, remaining) = (model.shownRemaining, model.remaining)
    (phaseOrigin, cursor, visit) = (model.phaseOrigin, model.cursor, model.visits.visits.count - 1)
    (fadeEnd, end, undoable, redoable) = (model.fadeEnd, model.end, model.past.count, model.future.count)
    (volume, isAudible, isInterrupted) = (model.volume, model.isAudible, model.interruptions.count > 0)
  }

  /// Whether the session does something else, or is elsewhere.
  func differs(from other: ReferenceState) -> Bool { mode != other.mode || visit != other.visit }
}

extension TraceStep {
  /// The restart that the step reports; `nil` if it reports none.
  var restoration: Restoration? { if case .restored(let restoration) = input { restoration } else { nil } }

  /// The changes of the plan that it reports.
  var notes: [PlanNote] { events.compactMap { if case .planNoted(let note) = $0.kind { note } else { nil } } }

  /// The part of the reported sleep whose time wasn't counted before; `nil` if the step reports none.
  var sleep: (start: Duration, length: Duration)? {
    guard case .suspended(let gap) = action else { return nil }
    return (max(previous, now - gap), gap)
  }

  /// Whether it may change the course of the plan: a user action besides the end of an open phase, an interruption, a
  /// suspend, a restart or a failure of speech.
  var isDisturbance: Bool {
    switch action {
    case .start, .prepared, .tick, .done, .lifecycle, .audioLost, .audioRestored, .measure: false
    default: true
    }
  }
}
