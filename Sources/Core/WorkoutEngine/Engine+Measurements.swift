import WorkoutModel

/// Measurements of sensors: they change the values of signals. Words that mention one have the value that is known when
/// they begin; the plan leaves time for the longest.
extension Engine {
  /// Whether words mention the value of a signal, so that a measurement may change them.
  package var mentionsSignals: Bool { rules.mentionsSignals || awaitsWords }

  mutating func measure(_ signal: Signal, _ value: Int, from source: String?) -> ActionResult {
    if playback.isOver { return .refused(.over) }
    // A sensor without contact has measured nothing.
    if value == signal.noContact { return .accepted }
    guard signal.range.contains(value) else { return .refused(.valueOutOfRange(signal)) }
    if let refusal = state.signals[signal, default: MeasuredSignal()].add(value, from: source, at: now) {
      return .refused(refusal)
    }
    reportValue(of: signal, after: value, at: now)
    followTargets(measured: signal, at: now)
    followUntil(measured: signal, at: now)
    return .accepted
  }

  /// The next instant at which a measurement ceases to count.
  var nextMeasurementEnd: Duration? { state.signals.values.lazy.compactMap { $0.nextUpdate }.min() }

  /// Follows the values of signals whose measurements have aged.
  mutating func updateSignals(at instant: Duration) {
    for signal in Signal.allCases where state.signals[signal]?.update(at: instant) == true {
      reportValue(of: signal, at: instant)
    }
    followTargets(at: instant)
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
}

extension CompiledRules.Entry {
  /// Whether its words, or those of a phase in them, may mention a signal.
  var mayMentionSignal: Bool {
    rule.say?.placeholders.contains { [.heartRate, .phase, .next].contains($0) } ?? false
  }
}
