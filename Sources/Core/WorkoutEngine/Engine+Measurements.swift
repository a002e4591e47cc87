import WorkoutModel

/// Measurements of sensors: they change the values of signals, and the words that mention one.
extension Engine {
  /// Whether words mention the value of a signal, so that a measurement may change them.
  public var mentionsSignals: Bool { rules.mentionsSignals }

  mutating func measure(_ signal: Signal, _ value: Int, from source: String?) -> ActionResult {
    if playback.isOver { return .refused(PlaybackState.isOverText) }
    let range = signal.range
    guard range.contains(value) else {
      return .refused("\(signal.rawValue) must be \(range.lowerBound) to \(range.upperBound)")
    }
    if let refusal = state.signals[signal, default: MeasuredSignal()].add(value, from: source, at: now) {
      return .refused(refusal)
    }
    reportValue(of: signal, after: value, at: now)
    followTargets(at: now)
    followUntil(at: now)
    return .accepted
  }

  /// The next instant at which a measurement ceases to count.
  var nextMeasurementEnd: Duration? { state.signals.values.lazy.compactMap(\.nextUpdate).min() }

  /// The next instant from which no words keep an earlier value.
  var nextRateEnd: Duration? {
    rules.mentionsSignals ? (state.signals[.heartRate]?.earlier.first).map { $0.until + SpokenRates.lead } : nil
  }

  /// Follows the values of signals whose measurements have aged.
  mutating func updateSignals(at instant: Duration) {
    for signal in Signal.allCases where state.signals[signal]?.update(at: instant) == true {
      reportValue(of: signal, at: instant)
    }
    followTargets(at: instant)
    followValues()
    followUntil(at: instant)
  }

  private mutating func reportValue(of signal: Signal, after measurement: Int? = nil, at instant: Duration) {
    let isForLogs = state.signals[signal]?.isReportDue(at: instant) ?? false
    guard let measured = state.signals[signal] else { return }
    let report = MeasurementReport(
      signal, measurement: measurement, value: measured.value,
      zone: measured.value.flatMap { policies.body.zone(of: $0, signal) }, since: measured.since, isForLogs: isForLogs)
    self.report(.measured(report), at: instant)
  }

  /// Plans the words again if the value that some mention has changed.
  mutating func followValues() {
    guard rules.mentionsSignals, !isOver, expander.rates != state.spokenRates else { return }
    renewExpander()
    let waiting = waitingCues.map { (old: $0, new: cue(WaitingCue($0))) }
    replanHere(waiting: waiting.compactMap { $0.new ?? ($0.old.mentionsRate ? nil : $0.old) })
    let gap = LeftOut(reason: TextGap.noHeartRate.reason)
    let unknown = waiting.filter { $0.new == nil && $0.old.mentionsRate }.map { cue, _ in
      gap.note(key: cue.key, kind: cue.kind, mark: cue.mark, due: cue.due, rule: cue.rule)
    }
    notes.add(unknown, at: position, end: context?.workoutEnd)
  }
}

extension ScheduledWarning {
  fileprivate var mentionsRate: Bool { rule.say?.placeholders.contains(.heartRate) ?? false }
}

extension EngineState {
  /// The heart rate in words.
  var spokenRates: SpokenRates { SpokenRates(signals[.heartRate], lead: timer.lead) }
}
