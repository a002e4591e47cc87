import WorkoutEngine
import WorkoutModel

struct NoBurst: Invariant {
  let number = "I04"
  let law = "After a gap of more than 300 ms only overdue cues of one instant play. Speech never overlaps speech."

  static let gap = Duration.milliseconds(300)

  func violations(in record: TraceRecord) -> [Violation] {
    bursts(record) + record.speech.clashes.map { violation($0.text, at: $0.step) }
  }

  private func bursts(_ record: TraceRecord) -> [Violation] {
    var found: [Violation] = []
    var step = -1
    var due: Duration?
    for fact in record.facts where fact.isStarted {
      if fact.step != step { (step, due) = (fact.step, nil) }
      let now = record.trace.steps[step].soundsFrom
      // A suspend also reports when it began.
      let awake = record.trace.steps[step].sleep?.start ?? record.trace.steps[step].previous
      guard now - awake > Self.gap, fact.report.due < now, record.trace.steps[step].isWakeUp
      else { continue }
      if let due, due != fact.report.due {
        found.append(violation("cues of \(due) and of \(fact.report.due) sound in one breath", at: fact.step))
      }
      due = fact.report.due
    }
    return found
  }
}

extension TraceStep {
  /// Whether the step's action only reports that time has passed, asleep or awake.
  var isWakeUp: Bool {
    switch action {
    case .tick, .suspended: true
    default: false
    }
  }
}
