import WorkoutEngine
import WorkoutModel

struct NoBurst: Invariant {
  let number = "I04"
  let law = "After a gap of more than 300 ms only overdue cues of one instant play. Speech never overlaps speech."

  static let gap = Duration.milliseconds(300)

  func violations(in record: RunRecord) -> [Violation] { bursts(record) + overlaps(record) }

  private func bursts(_ record: RunRecord) -> [Violation] {
    var found: [Violation] = []
    var step = -1
    var due: Duration?
    for fact in record.facts where fact.isStarted {
      if fact.step != step { (step, due) = (fact.step, nil) }
      let now = record.trace.steps[step].now
      guard now - record.awake(before: step) > Self.gap, fact.report.due < now, record.trace.steps[step].isWakeUp
      else { continue }
      if let due, due != fact.report.due {
        found.append(violation("cues of \(due) and of \(fact.report.due) sound in one breath", at: fact.step))
      }
      due = fact.report.due
    }
    return found
  }

  private func overlaps(_ record: RunRecord) -> [Violation] {
    var speaking = Utterances(record.oracle.durations)
    var found: [Violation] = []
    let steps = record.trace.steps
    for index in steps.indices {
      if steps[index].restoration != nil { speaking = Utterances(record.oracle.durations) }
      // The device slept as long as the host, so pending speech is delayed by `gap`.
      if case .suspended(let gap) = steps[index].action, record.scenario.whenSuspended == .freeze {
        speaking.postpone(by: gap, from: steps[index].now - gap)
      }
      for effect in steps[index].effects {
        switch effect.kind {
        case .silence: speaking.cut(at: effect.due)
        case .speak(let phrase, _, _, let align):
          if let clash = speaking.add(phrase, effect.due, align) { found.append(violation(clash, at: index)) }
        default: break
        }
      }
    }
    return found
  }
}

/// The current and pending utterances.
private struct Utterances {
  private struct Span {
    let phrase: Phrase
    var start: Duration
    var end: Duration
  }

  /// Speech that begins up to 50 ms late counts as on time, and ends later by the same amount.
  private static let allowance = InTime.onTime
  private var spans: [Span] = []
  private let durations: PhraseDurations

  init(_ durations: PhraseDurations) { self.durations = durations }

  mutating func cut(at instant: Duration) {
    spans.removeAll { $0.start >= instant }
    for index in spans.indices { spans[index].end = min(spans[index].end, instant) }
  }

  /// Delays the utterances that are current at an instant, or later.
  mutating func postpone(by gap: Duration, from instant: Duration) {
    for index in spans.indices where spans[index].end > instant {
      if spans[index].start > instant { spans[index].start += gap }
      spans[index].end += gap
    }
  }

  /// Adds an utterance at its due time; returns a description of the overlap, if there is one.
  mutating func add(_ phrase: Phrase, _ due: Duration, _ align: Alignment) -> String? {
    let length = durations.length(of: phrase)
    let start = align == .end ? due - length : due
    spans.removeAll { $0.end + .seconds(10) < start }
    let clash = spans.first { $0.start + Self.allowance < start + length && start + Self.allowance < $0.end }
    spans.append(Span(phrase: phrase, start: start, end: start + length))
    return clash.map { "\"\(phrase)\" from \(start) on meets \"\($0.phrase)\" from \($0.start) to \($0.end)" }
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

extension RunRecord {
  /// The session time last reported to the session before a step; a suspend also reports when it began.
  fileprivate func awake(before step: Int) -> Duration {
    let step = trace.steps[step]
    guard case .suspended(let gap) = step.action else { return step.previous }
    return max(step.previous, step.now - gap)
  }
}
