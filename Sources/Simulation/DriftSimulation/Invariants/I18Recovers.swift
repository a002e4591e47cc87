import SessionReporting
import WorkoutEngine
import WorkoutModel

struct Recovers: Invariant {
  let number = "I18"
  let law = "A dead session is restored. After the last fault no cue is late or missed, and a running workout ends."

  func violations(in record: TraceRecord) -> [Violation] {
    var found: [Violation] = []
    let steps = record.trace.steps
    if let error = record.trace.notRestored {
      found.append(violation("it could not be restored: \(error.explanation)", at: steps.count - 1))
    }
    if !record.trace.isCut, record.last.mode == .running, record.last.cursor?.end != nil {
      found.append(violation("nothing would ever wake it again", at: steps.count - 1))
    }
    guard let quiet = record.faultsEndAt, let first = steps.firstIndex(where: { $0.at > quiet }) else { return found }
    let recovered = max(steps[first].now, record.lateWordsEnd(upTo: first))
    for fact in record.facts where fact.step > first && fact.report.due > recovered {
      switch fact.report.outcome {
      case .onTime, .failed, .cancelled, .duplicate: break
      case .late, .skipped, .collapsed:
        found.append(
          violation("\(fact.report.cue) is \(fact.report.outcome.label) although no fault is left", at: fact.step))
      }
    }
    return found
  }
}

extension TraceRecord {
  /// The end of the words that begin late up to a step, for which others may give way.
  func lateWordsEnd(upTo step: Int) -> Duration {
    let sleeps = (0...step).filter { frozen(in: $0) > .zero }
    var last = Duration.zero
    for fact in facts.prefix(while: { $0.step <= step }) where fact.report.outcome == .late {
      for effect in trace.steps[fact.step].effects {
        guard var words = Utterances.Span(effect, oracle.durations), words.cue == fact.report.cue else { continue }
        // The device sleeps with its host, so what it has yet to play comes that much later.
        for sleep in sleeps where sleep > fact.step && words.end > trace.steps[sleep].previous {
          words.end += frozen(in: sleep)
        }
        last = max(last, words.end)
      }
    }
    return last
  }

  /// The true time after which no fault can delay cues; `nil` if there is none.
  var faultsEndAt: Duration? {
    if scenario.host.jitter != nil || scenario.host.waking != .deadline { return nil }
    var quiet = Duration.zero
    for record in trace.faults {
      let fault = scenario.script[record.line].fault
      guard fault.definition.mayDelayCues else { continue }
      guard let end = fault.end(from: record.at) else { return nil }
      // A delayed or lost wake-up may be made up for a little later.
      quiet = max(quiet, fault.until == nil ? end : end + WakeTimer.retry)
    }
    return quiet
  }
}
