import WorkoutModel

/// Measurements of sensors: they change the values of signals, and the words that mention one.
extension Engine {
  /// Words that are due this soon keep their value, so that there is time to synthesise them.
  private static let wordsLead = Duration.seconds(1)

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

  /// Plans the words again that mention a value which has changed, unless they are about to be spoken.
  mutating func followValues() {
    guard rules.mentionsSignals, !isOver, state.signals.contains(where: { $1.planned != $1.value }) else { return }
    // While no time passes, none are.
    if let lead = timer.lead {
      let soon = now + Self.wordsLead - lead
      guard !scheduler.queue.contains(where: { $0.due < soon && $0.mayMentionSignal }) else { return }
    }
    for signal in state.signals.keys { state.signals[signal]?.planValue() }
    renewExpander()
    replanHere(waiting: waitingCues.map { $0.mayMentionSignal ? cue(WaitingCue($0)) ?? $0 : $0 })
  }
}

extension ScheduledWarning {
  /// Whether its words, or those of a phase in them, may mention a signal.
  fileprivate var mayMentionSignal: Bool {
    guard speech != nil, let text = entry.rule.say else { return false }
    return text.placeholders.contains { [.heartRate, .phase, .next].contains($0) }
  }
}

extension EngineState {
  /// The values that planned words mention.
  var plannedValues: [Signal: Int] { signals.compactMapValues(\.planned) }
}
