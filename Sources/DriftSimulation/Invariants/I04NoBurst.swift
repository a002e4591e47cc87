import WorkoutEngine
import WorkoutModel

/// After any gap one announcement, not all that was missed.
struct NoBurst: Invariant {
  let number = "I04"
  let name = "no burst"
  let law = "After a gap the overdue cues of one instant sound, those of all others don't; speech never meets speech."

  static let gap = Duration.milliseconds(300)

  func violations(in evidence: Evidence) -> [Violation] { bursts(evidence) + overlaps(evidence) }

  private func bursts(_ evidence: Evidence) -> [Violation] {
    var found: [Violation] = []
    var step = -1
    var due: Duration?
    for fact in evidence.facts where fact.isStarted {
      if fact.step != step { (step, due) = (fact.step, nil) }
      let (now, previous) = (evidence.trace.steps[step].now, evidence.trace.steps[step].previous)
      guard now - previous > Self.gap, fact.report.due < now, evidence.trace.steps[step].isWakeUp else { continue }
      if let due, due != fact.report.due {
        found.append(violation("cues of \(due) and of \(fact.report.due) sound in one breath", at: fact.step))
      }
      due = fact.report.due
    }
    return found
  }

  private func overlaps(_ evidence: Evidence) -> [Violation] {
    var speaking = Utterances(evidence.oracle.lexicon)
    var found: [Violation] = []
    let steps = evidence.trace.steps
    for index in steps.indices {
      if steps[index].restoration != nil { speaking = Utterances(evidence.oracle.lexicon) }
      for effect in steps[index].effects {
        switch effect.kind {
        case .silence: speaking.cut(at: effect.due)
        case .speak(let text, _, let align):
          if let clash = speaking.add(text, effect.due, align) { found.append(violation(clash, at: index)) }
        default: break
        }
      }
    }
    return found
  }
}

/// What is being said, and will be.
private struct Utterances {
  private struct Span {
    let text: String
    let start: Duration
    var end: Duration
  }

  /// What begins up to 50 ms late counts as on time, and ends so much later.
  private static let allowance = InTime.onTime
  private var spans: [Span] = []
  private let lexicon: Lexicon

  init(_ lexicon: Lexicon) { self.lexicon = lexicon }

  mutating func cut(at instant: Duration) {
    spans.removeAll { $0.start >= instant }
    for index in spans.indices { spans[index].end = min(spans[index].end, instant) }
  }

  /// Says something at its time; returns what is wrong with that.
  mutating func add(_ text: String, _ due: Duration, _ align: Alignment) -> String? {
    let length = lexicon.length(of: text)
    let start = align == .end ? due - length : due
    spans.removeAll { $0.end + .seconds(10) < start }
    let clash = spans.first { $0.start + Self.allowance < start + length && start + Self.allowance < $0.end }
    spans.append(Span(text: text, start: start, end: start + length))
    return clash.map { "\"\(text)\" from \(start) on meets \"\($0.text)\" from \($0.start) to \($0.end)" }
  }
}

extension TraceStep {
  /// Whether the session was only told that time has passed, asleep or awake.
  var isWakeUp: Bool {
    switch action {
    case .tick, .suspended: true
    default: false
    }
  }
}
