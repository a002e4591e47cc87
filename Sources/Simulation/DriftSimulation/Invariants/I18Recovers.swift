import SessionReporting
import WorkoutEngine
import WorkoutModel

struct Recovers: Invariant {
  let number = "I18"
  let law = "After the last fault no cue is late or missed, and a running workout reaches its end."

  func violations(in record: RunRecord) -> [Violation] {
    var found: [Violation] = []
    let steps = record.trace.steps
    if !record.trace.isCut, record.last.mode == .running, record.last.cursor?.end != nil {
      found.append(violation("nothing would ever wake it again", at: steps.count - 1))
    }
    guard let quiet = record.faultsEndAt, let first = steps.firstIndex(where: { $0.at > quiet }) else { return found }
    let recovered = max(steps[first].now, record.lateWordsEnd(upTo: first))
    for fact in record.facts where fact.step > first && fact.report.due > recovered {
      switch fact.report.outcome {
      case .onTime, .failed, .cancelled, .duplicate: break
      case .late, .skipped, .collapsed:
        // A sound may be longer than the words before its moment, which have lost their value.
        if fact.report.say == nil, record.endsValue(fact) { continue }
        found.append(
          violation("\(fact.report.cue) is \(fact.report.outcome.words) although no fault is left", at: fact.step))
      }
    }
    return found
  }
}

extension RunRecord {
  /// Whether the words of a cue end at its moment and mention a value.
  fileprivate func endsValue(_ fact: CueFact) -> Bool {
    fact.place.map { oracle.cues[$0].rule.align == .end } ?? false && oracle.says(.heartRate, fact.report.cue)
  }

  /// The end of the words that begin late up to a step, for which others may give way.
  func lateWordsEnd(upTo step: Int) -> Duration {
    let ends = facts.prefix { $0.step <= step }.compactMap { fact -> Duration? in
      guard fact.report.outcome == .late, let at = fact.report.at, let phrase = fact.report.phrase else { return nil }
      return at + PlannedCue.speechDelay + oracle.durations.length(of: phrase)
    }
    return ends.max() ?? .zero
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
