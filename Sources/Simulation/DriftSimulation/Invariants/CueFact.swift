import SessionReporting
import WorkoutEngine
import WorkoutModel

/// A settled cue beside what the plan of the run's own log has in its place.
final class CueFact: Sendable {
  let report: CueReport
  let step: Int
  /// What becomes of it where the host is awake.
  let planned: PlanOfLog.Cue
  /// When its sound began, not before its host could start it; `nil` if it didn't.
  let start: Duration?
  /// How late it began, or was passed over.
  let late: Duration
  /// The words that are true so late.
  let words: [Phrase?]
  /// The innermost set at that instant; `nil` outside all.
  let presentSet: Int?
  /// Whether its words would meet others that it must not disturb.
  let isBlocked: Bool

  fileprivate init(
    _ report: CueReport, step: Int, _ planned: PlanOfLog.Cue, start: Duration?, late: Duration, words: [Phrase?],
    presentSet: Int?, isBlocked: Bool
  ) {
    (self.report, self.step, self.planned) = (report, step, planned)
    (self.start, self.late, self.words) = (start, late, words)
    (self.presentSet, self.isBlocked) = (presentSet, isBlocked)
  }

  var warning: ScheduledWarning { planned.warning }
  /// Whether a sound began.
  var isStarted: Bool { report.at != nil }
  /// Whether it was passed over.
  var isMissed: Bool { report.isMissed }
}

extension ScheduledWarning {
  /// The maximum lateness of a cue that is on time.
  static let onTime = Duration.milliseconds(50)

  /// The maximum lateness; `nil` without limit.
  ///
  /// Countdown and transition 500 ms, warning, info and bell 1 s, start half of what it announces but at most 5 s,
  /// completion without limit.
  var longestDelay: Duration? {
    switch cueClass {
    case .countdown, .transition: .milliseconds(500)
    case .warning, .info, .bell: .seconds(1)
    case .start: min(.seconds(5), anchor.length.map { $0 / 2 } ?? .seconds(5))
    case .completion: nil
    }
  }

  /// Whether its words lead up to a moment, such as the count of an end.
  var leadsToEnd: Bool { speech != nil && rule.announcesEnd }
}

/// Compares the settled cues of a trace with the plan of its log.
struct FactReader {
  private let scenario: Scenario
  private let oracle: Oracle
  private let speech: SpeechLog
  private(set) var facts: [CueFact] = []
  /// What the plan doesn't have, or has and the run lacks.
  private(set) var deviations: [(step: Int, text: String)] = []
  /// Where a session has come to a place and plans otherwise than one that begins there.
  private(set) var arrivals: [(step: Int, text: String)] = []
  /// Where another session reports, or plays on, something else, because of its host's wake-ups.
  private(set) var dependencies: [(step: Int, text: String)] = []

  init(_ scenario: Scenario, _ oracle: Oracle, _ speech: SpeechLog) {
    (self.scenario, self.oracle, self.speech) = (scenario, oracle, speech)
    facts.reserveCapacity(oracle.cues.count + 8)
  }

  /// Reads a trace; returns the state of the session of its log at the end.
  mutating func read(_ trace: Trace) -> EngineState {
    var plan = PlanOfLog(scenario, oracle, trace)
    for index in trace.steps.indices {
      let step = trace.steps[index]
      let planned = plan.follow(step, index)
      compare(step, index, planned)
      if let text = Timeless(step).difference(from: planned.timeless) { dependencies.append((index, text)) }
      guard !step.isTick else { continue }
      // What belongs to more than the phase isn't repeated at its place, which the session reports.
      let settled = planned.cues.map(\.report).filter { report in
        report.outcome != .duplicate || report.cue.node != plan.engine.segment?.node
      }
      let text = plan.engine.differenceFromFreshPlan(since: planned.before, besides: settled.map(\.cue))
      if let text { arrivals.append((index, text)) }
    }
    return plan.engine.state
  }

  private mutating func compare(_ step: TraceStep, _ index: Int, _ planned: PlanOfLog.Step) {
    var (open, unplanned) = (planned.cues, planned.unplanned)
    let frozen = step.frozen(under: scenario.whenSuspended)
    for event in step.events {
      guard case .cueSettled(let report) = event.kind else {
        guard let report = event.kind.cue else { continue }
        let place = unplanned.firstIndex { $0.isSame(as: report) }
        if let place { unplanned.remove(at: place) } else { deviate(index, "\(report.cue)", "is in no plan") }
        continue
      }
      let place = open.firstIndex { $0.report.isPlace(of: report, frozen) }
      guard let place else {
        let text = "is \(report.outcome.label), due at \(report.due), where the plan doesn't have it"
        deviate(index, "\(report.kind.label) \(report.cue)", text)
        continue
      }
      facts.append(fact(report, index, step, open.remove(at: place), planned))
    }
    for left in open {
      let report = left.report
      let text = "should be \(report.outcome.label), due at \(report.due), and isn't settled"
      deviate(index, "\(report.kind.label) \(report.cue)", text)
    }
    for left in unplanned { deviate(index, "\(left.cue)", "due at \(left.due) doesn't come") }
  }

  private mutating func deviate(_ step: Int, _ what: String, _ text: String) {
    deviations.append((step, "\(what) \(text)"))
  }

  private func fact(
    _ report: CueReport, _ index: Int, _ step: TraceStep, _ planned: PlanOfLog.Cue, _ plan: PlanOfLog.Step
  ) -> CueFact {
    let start = report.at.map { max($0, step.soundsFrom) }
    let late = (start ?? step.soundsFrom) - report.due
    let isUnsaid = report.isMissed || (report.phrase == nil && planned.report.phrase != nil)
    guard late > ScheduledWarning.onTime || isUnsaid else {
      return CueFact(
        report, step: index, planned, start: start, late: late, words: [planned.report.phrase],
        presentSet: planned.report.set, isBlocked: false)
    }
    let cursor = plan.before.cursor
    let isSpoken = planned.warning.speech != nil
    let lateWords = [nil, cursor].compactMap { place in
      isSpoken ? plan.before.phrase(of: planned.warning, late: late, at: place) : nil
    }
    return CueFact(
      report, step: index, planned, start: start, late: late,
      words: lateWords.isEmpty ? [planned.report.phrase] : lateWords,
      presentSet: cursor?.id.sets.last.map { $0 + 1 },
      isBlocked: isUnsaid && isBlocked(planned.warning, lateWords + [report.phrase], index, step, plan))
  }

  /// Whether words that a cue must not disturb are heard, or will be, where its own would be.
  private func isBlocked(
    _ cue: ScheduledWarning, _ words: [Phrase?], _ index: Int, _ step: TraceStep, _ plan: PlanOfLog.Step
  ) -> Bool {
    guard let planned = cue.speech else { return false }
    let durations = plan.before.durations
    let length = words.reduce(planned.length) { max($0, $1.map(durations.length) ?? .zero) }
    let onset = step.soundsFrom + (planned.onset - cue.due)
    let span = onset..<max(onset + length, onset + .nanoseconds(1))
    func matters(_ key: CueKey) -> Bool {
      key != cue.key && (!cue.leadsToEnd || oracle.announcesEnd(key) || oracle.completes(key))
    }
    if speech.before[index]?.heard(in: span, where: matters) ?? false { return true }
    let begun = step.effects.contains { effect in
      guard let words = Utterances.Span(effect, durations) else { return false }
      return matters(words.cue) && words.start < span.upperBound && words.end > span.lowerBound
    }
    if begun { return true }
    // The places that words have in the plan, however long they turn out to be, or whether they can be spoken.
    let shift = plan.before.now - plan.before.position
    let failed = plan.cues.filter { $0.report.outcome == .failed }.map(\.warning)
    return (plan.before.coming + failed).contains { other in
      guard let words = other.speech, matters(other.key) else { return false }
      return words.onset + shift < span.upperBound && words.onset + words.length + shift > span.lowerBound
    }
  }
}

extension CueReport {
  /// Whether the cue was passed over.
  fileprivate var isMissed: Bool { outcome == .skipped || outcome == .collapsed }

  /// Whether a report has the place of this one of the plan, though the cue may have been late, or frozen time was
  /// left out before.
  fileprivate func isPlace(of other: CueReport, _ frozen: Duration) -> Bool {
    func isOf(_ outcome: Outcome) -> Bool { (self.outcome == outcome) == (other.outcome == outcome) }
    return cue == other.cue && isOf(.cancelled) && isOf(.duplicate) && (due == other.due || due + frozen == other.due)
  }
}

extension CueReport {
  /// Whether both are the same words at the same moment, or the same sound for them.
  fileprivate func isSame(as other: CueReport) -> Bool {
    cue == other.cue && due == other.due && phrase == other.phrase
  }
}
