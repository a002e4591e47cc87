import WorkoutEngine
import WorkoutModel

/// A settled cue and the step in which it was reported; a class, because all laws read all facts.
final class CueFact: Sendable {
  let report: CueReport
  let step: Int
  /// The cue's place in the plan; `nil` if the plan doesn't have it.
  let place: Int?
  /// The visit of its phase to which it belongs; `nil` if its phase has not been visited.
  let visit: Int?
  /// The visit during which it was settled.
  let present: Int
  /// The index of the previous fact about the same cue; -1 if there is none.
  let before: Int

  init(_ report: CueReport, step: Int, place: Int?, visit: Int?, present: Int, before: Int) {
    self.report = report
    self.step = step
    self.place = place
    self.visit = visit
    self.present = present
    self.before = before
  }

  /// Whether a sound began.
  var isStarted: Bool { report.at != nil }

  /// The time after the end of its phase, set or workout at which it may still begin: a cue at that end is on time a
  /// little later, too, even if the plan has another end.
  func leeway(of cue: PlannedCue, at end: Duration) -> Duration {
    cue.mark == cue.anchor.end || report.mark == end ? PlannedCue.onTime : .zero
  }
}

/// Reads the settled cues of a trace.
struct FactReader {
  private let oracle: Oracle
  private let states: [ReferenceState]
  private let visits: [PhaseVisit]
  private(set) var facts: [CueFact] = []
  private(set) var newest: [Int]
  /// The visit in which the session reports to be; -1 before the first.
  private var pointer = -1

  init(_ oracle: Oracle, _ reader: ReferenceReader) {
    self.oracle = oracle
    (states, visits) = (reader.states, reader.model.visits.visits)
    newest = Array(repeating: -1, count: oracle.cues.count)
    facts.reserveCapacity(oracle.cues.count + 8)
  }

  mutating func read(_ steps: [TraceStep]) {
    for index in steps.indices {
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
      let visit = place.flatMap { self.visit(of: oracle.cues[$0], at: step) }
      facts.append(
        CueFact(consume report, step: step, place: place, visit: visit, present: present(at: step), before: before))
    default: break
    }
  }

  /// The visit to which a cue belongs; a cue that begins before its phase belongs to no earlier visit of that phase.
  private func visit(of cue: PlannedCue, at step: Int) -> Int? {
    // The latest visit of its phase among those that the session has reached.
    let visit = visits[..<(present(at: step) + 1)].lastIndex { $0.segment == cue.segment }
    return cue.offset < .zero && visit != pointer ? nil : visit
  }

  private func present(at step: Int) -> Int { min(pointer, states[step].visit) }
}
