import WorkoutEngine
import WorkoutModel

/// Goes through a trace step by step and computes the truth beside it.
struct EvidenceReader {
  private let oracle: Oracle
  private let trace: Trace
  private(set) var truth: Truth
  private(set) var truths: [TruthPoint] = []
  private(set) var facts: [CueFact] = []
  private(set) var newest: [Int]
  /// The truth after the steps after which a session was stored that was restored later.
  private var stored: [Int: Truth] = [:]
  /// The visit that the session itself says it is in.
  private var pointer = -1

  init(_ scenario: Scenario, _ oracle: Oracle, _ trace: Trace) {
    self.oracle = oracle
    self.trace = trace
    truth = oracle.truth(under: scenario.whenSuspended)
    newest = Array(repeating: -1, count: oracle.cues.count)
    truths.reserveCapacity(trace.steps.count)
    facts.reserveCapacity(oracle.cues.count + 8)
  }

  mutating func read() {
    let steps = trace.steps
    let kept = Set(steps.indices.compactMap { steps[$0].restoration?.step })
    for index in steps.indices {
      let now = steps[index].now
      truth.visits.step = index
      switch steps[index].input {
      case .action(let action): truth.take(action, at: now)
      case .restored(let restoration):
        if let before = stored[restoration.step] {
          truth.restore(to: before, at: restoration.storedAt, now: now)
          pointer += 1
        }
      }
      if !kept.isEmpty, kept.contains(index) { stored[index] = truth }
      truths.append(
        TruthPoint(
          mode: truth.mode, elapsed: truth.elapsed, position: truth.position, remaining: truth.remaining,
          phaseStart: truth.cursor?.start, visit: truth.visits.visits.count - 1))
      for event in steps[index].events { take(event, index) }
    }
  }

  private mutating func take(_ event: EngineEvent, _ step: Int) {
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

  /// The latest visit of a phase, as far as the session has come.
  private func latestVisit(of segment: SegmentID) -> Int? {
    let visits = truth.visits.visits
    var visit = min(pointer, visits.count - 1)
    while visit >= 0, visits[visit].segment != segment { visit -= 1 }
    return visit >= 0 ? visit : nil
  }
}

extension TraceStep {
  /// The restart that it was told of.
  var restoration: Restoration? { if case .restored(let restoration) = input { restoration } else { nil } }
}
