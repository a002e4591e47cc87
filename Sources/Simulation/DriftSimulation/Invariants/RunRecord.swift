package import WorkoutEngine
import WorkoutModel

/// A run and its reference model: the input of all laws.
public struct RunRecord: Sendable {
  /// The scenario of the run.
  public let scenario: Scenario
  /// The reference of the workout, in which open phases end as in the run.
  public let oracle: Oracle
  /// The inputs and outputs of the session.
  public package(set) var trace: Trace
  /// The state of the reference model after each step.
  let states: [ReferenceState]
  /// The reference model after the last step.
  let last: ReferenceModel
  /// The phases that the session must have visited.
  let visits: [PhaseVisit]
  /// The names of the visited phases.
  let names: [String]
  /// The settled cues, in order.
  let facts: [CueFact]
  let signals: SignalHistory
  /// The words that are heard.
  let speech: SpeechLog
  /// The final state of a session with the same actions but without wake-ups; `nil` if none was run.
  package var unticked: EngineState?
  /// Whether the events differ from those of the same run without changes to the wall clock.
  package var dependsOnWallClock = false
  /// The index of the last fact of each cue of the plan, by its place; -1 if there is none.
  private let newest: [Int]

  /// Computes the reference model of a run.
  public init(_ scenario: Scenario, _ oracle: Oracle, _ trace: Trace) {
    var oracle = oracle
    signals = SignalHistory(scenario.measures ? trace.steps : [])
    var reader = ReferenceReader(scenario, oracle)
    reader.read(trace.steps)
    if let lengths = oracle.openLengths(in: reader.model.visits.visits, upTo: reader.model.position) {
      oracle = oracle.ending(lengths)
      reader = ReferenceReader(scenario, oracle)
      reader.read(trace.steps)
    }
    self.scenario = scenario
    self.oracle = oracle
    self.trace = trace
    (states, last, visits) = (reader.states, reader.model, reader.model.visits.visits)
    names = visits.map { [oracle] in oracle.timeline.phase(of: $0.segment).name }
    var facts = FactReader(oracle, reader)
    facts.read(trace.steps)
    (self.facts, newest) = (facts.facts, facts.newest)
    let states = states
    speech = SpeechLog(trace.steps, oracle.durations, scenario.whenSuspended) { index in
      index > 0 && states[index].differs(from: states[index - 1])
    }
  }

  /// The facts about a cue of the plan, newest first.
  func facts(of place: Int) -> some Sequence<CueFact> { facts(backFrom: newest[place]) }

  /// The earlier facts about the cue of a fact, newest first.
  func facts(before fact: CueFact) -> some Sequence<CueFact> { facts(backFrom: fact.before) }

  private func facts(backFrom newest: Int) -> some Sequence<CueFact> {
    // Captures the facts alone; capturing `self` would copy the whole record.
    let facts = facts
    return sequence(state: newest) { next -> CueFact? in
      guard next >= 0 else { return nil }
      defer { next = facts[next].before }
      return facts[next]
    }
  }

  /// The visit of a phase to which an event of a step belongs. A later one at the same instant begins by an action,
  /// which follows what time does.
  func visit(of id: SegmentID, at instant: Duration, in step: Int) -> PhaseVisit? {
    let begun = visits.lazy.filter { $0.segment == id && $0.enteredAt <= instant && $0.firstStep <= step }
    return begun.first { $0.lastStep.map { $0 >= step } ?? true } ?? begun.last
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
    let (start, end) = (visits[visit].start, visits[visit].end)
    guard visits[visit].edits == 0 else { return nil }
    if start == cue.segmentStart, end == cue.segmentEnd, !visits[visit].isShifted {
      // After a jump it is unknown what the phases before took, on which the lengths of those that follow may depend.
      let knowsWhatFollows = oracle.phase(visits[visit].segment)?.took == visits[visit].cursor.took
      return cue.isContextual && !knowsWhatFollows ? nil : cue.due
    }
    guard cue.isPredictable, cue.on == .phase, !cue.isTimedByValues, !cue.isContextual else { return nil }
    let isSameLength = end.map { $0 - start } == cue.segmentEnd.map { $0 - cue.segmentStart }
    if isSameLength { return start + cue.offset }
    let mark = start + (cue.mark - cue.segmentStart)
    return cue.isMeasuredFromStart && end.map({ mark < $0 }) ?? true ? start + cue.offset : nil
  }
}

extension RunRecord {
  /// Whether nothing up to a step can change the course of the plan: no user action but the planned ends of open
  /// phases, no interruption, suspend or failure of speech.
  func isUndisturbed(upTo step: Int) -> Bool {
    !states[step].hasMoved && !trace.steps[...step].contains(where: \.isDisturbance)
  }

  /// The time for which a session promises the cues of an open phase.
  static let foresight = Duration.seconds(20)

  /// The reference of the workout in which open phases end as up to a step, as if the run had ended with it: on a later
  /// visit the user may have ended a phase otherwise, or said so at another instant.
  func oracle(asOf step: Int) -> Oracle {
    let state = states[step]
    guard let cursor = state.cursor, visits.indices.contains(state.visit) else { return oracle }
    var seen = Array(visits[...state.visit])
    seen[state.visit].reopen(isDone: cursor.isEndedByUser)
    return oracle.openLengths(in: seen, upTo: state.position).map { oracle.ending($0) } ?? oracle
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

extension Oracle {
  /// The lengths of the open phases when the user said that they were done, in visits up to a position; `nil` if the
  /// plan has the same.
  ///
  /// What the user hasn't ended continues as long as the clock lets it, or as long as a session plans ahead from that
  /// position.
  fileprivate func openLengths(in visits: [PhaseVisit], upTo position: Duration) -> [SegmentID: Duration]? {
    if isExact { return nil }
    var lengths: [SegmentID: Duration] = [:]
    for visit in visits where timeline.isUsers(visit.segment) {
      let lasted = (visit.to ?? position) - visit.start
      switch visit.leaving {
      case .done: lengths[visit.segment] = visit.doneAfter ?? lasted
      case .time: lengths[visit.segment] = Limits.totalLength
      case nil, .stop:
        let further = lasted + RunRecord.foresight
        lengths[visit.segment] = visit.doneAfter ?? (visit.end == nil ? further : Limits.totalLength)
      case .forward, .elsewhere, .crash: break
      }
    }
    let isPlanned = lengths.allSatisfy { id, length in
      if let planned = dones[id] { return planned.after == length }
      return length == Limits.totalLength && phase(id) != nil
    }
    return isPlanned ? nil : lengths
  }
}

/// The state of the reference model after a step.
struct ReferenceState: Equatable, Sendable {
  let mode: ReferenceModel.Mode
  let elapsed: Duration
  let position: Duration
  let remaining: Duration?
  /// What anybody is to know of it.
  let shownRemaining: Duration?
  /// The instant from which beats of the phase count; `nil` while the timer is stopped.
  let phaseOrigin: Duration?
  /// The place in the plan.
  let cursor: Cursor?
  /// The current visit, by its index.
  let visit: Int
  /// The end of the last fade of the playback.
  let fadeEnd: Duration
  /// The numbers of moves that can be undone and redone.
  let undoable: Int
  let redoable: Int
  /// Whether the workout was paused before this step.
  let hasPaused: Bool
  /// Whether the session has left a phase other than by time or as planned, or the length of one was changed.
  let hasMoved: Bool
  /// The start of the current phase in the plan.
  var phaseStart: Duration? { cursor?.start }

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
