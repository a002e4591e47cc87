import WorkoutModel

/// Measurements of sensors: they change the values of signals, and the words that mention one.
extension Engine {
  /// Words that are due this soon keep their value, so that there is time to synthesise them.
  private static let wordsLead = Duration.seconds(1)
  /// Words that have begun longer ago are in no new plan.
  private static let begunLimit = Duration.seconds(60)

  /// Whether words mention the value of a signal, so that a measurement may change them.
  public var mentionsSignals: Bool { rules.mentionsSignals }

  mutating func measure(_ signal: Signal, _ value: Int, from source: String?) -> ActionResult {
    if playback.isOver { return .refused(PlaybackState.isOverText) }
    // A sensor without contact has measured nothing.
    if value == signal.noContact { return .accepted }
    let range = signal.range
    guard range.contains(value) else {
      return .refused("\(signal.rawValue) must be \(range.lowerBound) to \(range.upperBound)")
    }
    if let refusal = state.signals[signal, default: MeasuredSignal()].add(value, from: source, at: now) {
      return .refused(refusal)
    }
    reportValue(of: signal, after: value, at: now)
    followTargets(measured: signal, at: now)
    followUntil(measured: signal, at: now)
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

  /// Plans the words again that mention a value which has changed; those about to be spoken keep theirs.
  mutating func followValues() {
    guard rules.mentionsSignals, !isOver else { return }
    let hasChanged = state.plannedValues != state.knownValues
    guard hasChanged || !state.keptValues.isEmpty else { return }
    let (former, planned) = (state.keptValues, state.plannedValues)
    state.keptValues = keptValues
    guard hasChanged || changed(former) != changed(state.keptValues) else { return }
    for signal in state.signals.keys { state.signals[signal]?.planValue() }
    let leftOut = notes.removeLeftOut(from: position) { [rules] in rules.mayMentionSignal(rule: $0.rule) }
    replanWords()
    doWithoutLateValues(former, planned)
    keepNotes(leftOut)
  }

  /// Keeps the notes about cues that were left out and aren't planned either now, because with the values of now their
  /// words would have had to begin before.
  private mutating func keepNotes(_ leftOut: [NoteQueue.Pending]) {
    if leftOut.isEmpty { return }
    let planned = Set(scheduler.queue.map(\.key))
    // The others will be noted again when the plan gets there.
    let end = scheduler.plannedUpTo ?? SpeechArbitrator.never
    notes.keep(leftOut.filter { !planned.contains($0.note.key) && ($0.isKept || max($0.note.mark, $0.note.due) < end) })
  }

  /// A cue that has yet to begin does without a value that has become known too late for the beginning of its words.
  private mutating func doWithoutLateValues(_ former: [CueKey: KeptValues], _ planned: [Signal: Int]) {
    var late: Set<CueKey> = []
    for cue in scheduler.queue where cue.due < position && cue.entry.mayMentionSignal {
      let values = former[cue.key]?.values ?? planned
      guard state.plannedValues.contains(where: { values[$0.key] == nil }) else { continue }
      state.keptValues[cue.key] = KeptValues(values: values, until: now, lateIn: position..<max(position, cue.mark))
      late.insert(cue.key)
    }
    if late.isEmpty { return }
    notes.remove(where: late.contains)
    replanWords()
  }

  private mutating func replanWords() {
    renewExpander(known: expander.known)
    let waiting = waitingCues
    replanHere(waiting: waiting.compactMap(renewed), beside: wordsInProgress.intervals, without: begunHere)
    let unknown = waiting.filter { renewed($0) == nil }.map { cue in
      let content = expander.content(cue.key, of: cue.entry, at: cue.mark, in: cue.anchor, cue.context)
      return LeftOut(reason: TextGap.noHeartRate.reason)
        .note(key: cue.key, kind: cue.kind, mark: cue.mark, content: content)
    }
    notes.add(unknown, at: position, end: context?.workoutEnd)
  }

  /// A cue that waits for other words, with the values of now; `nil` if its words need one that is unknown.
  private func renewed(_ cue: ScheduledWarning) -> ScheduledWarning? {
    guard cue.mayMentionSignal, let onset = cue.speech?.onset else { return cue }
    guard let phrase = cue.phrase(late: .zero, in: cue.context, expander) else { return nil }
    return cue.speaking(at: onset, for: durations.length(of: phrase), saying: phrase)
  }

  /// The kept values that differ from those in the other planned words.
  private func changed(_ kept: [CueKey: KeptValues]) -> [CueKey: KeptValues] {
    kept.filter { [planned = state.plannedValues] in $0.value.values != planned }
  }

  /// Has a cue that begins keep its values, so that a new plan finds it in the same words.
  mutating func keepValues(of cue: ScheduledWarning) {
    guard cue.entry.mayMentionSignal, rules.mentionsSignals else { return }
    let last = max(cue.mark, position) + Self.begunLimit
    // Those that had changed before were true until then.
    let until = state.keptValues[cue.key]?.until ?? now
    state.keptValues[cue.key] = KeptValues(values: expander.values(for: cue.key), until: until, begunUpTo: last)
  }

  /// Drops the values that words don't keep any more, because the user has moved and they come again.
  mutating func dropFormerValues() {
    let kept = state.keptValues.filter(keeps)
    guard kept.count < state.keptValues.count else { return }
    state.keptValues = kept
    renewExpander(known: expander.known)
  }

  private func hasPlannedRate(_ kept: KeptValues) -> Bool {
    kept.values[.heartRate] == state.signals[.heartRate]?.planned
  }

  /// Whether the words of a cue that has begun have a value that ceased to be true more than a second before `due`, as
  /// in a sleep that doesn't count.
  func hasOldValue(_ cue: ScheduledWarning, due: Duration) -> Bool {
    guard let speech = cue.speech, let kept = state.keptValues[cue.key], !hasPlannedRate(kept),
      due >= kept.until + Self.wordsLead
    else { return false }
    let renewed = CueExpander(rules, durations, state.edits, state.plannedValues)
    return cue.phrase(late: .zero, in: cue.context, renewed) != speech.phrase
  }

  private func keeps(_ key: CueKey, _ kept: KeptValues) -> Bool {
    if let late = kept.lateIn { return late.contains(position) }
    return kept.begunUpTo.map { position < $0 } ?? false
      && (state.ledger.hasPlayed(key) || overdue.contains { $0.cue.key == key })
  }

  /// The former values that words keep.
  private var keptValues: [CueKey: KeptValues] {
    var kept = state.keptValues.filter(keeps)
    // Those in words that have begun are true as long as nothing else is known.
    for (key, begun) in kept where begun.begunUpTo != nil && hasPlannedRate(begun) { kept[key]?.until = now }
    // While no time passes, no words are about to be spoken.
    guard let lead = timer.lead else { return kept }
    for (key, former) in state.keptValues where kept[key] == nil && former.endingAt.map({ position < $0 }) ?? false {
      // A sleep that doesn't count may have delayed their beginning.
      let due = scheduler.queue.first { $0.key == key }?.due
      if due.map({ $0 + lead < former.until + Self.wordsLead }) ?? true { kept[key] = former }
    }
    let values = state.knownValues
    let limit = now + Self.wordsLead - lead
    let aboutToBegin = scheduler.queue.prefix { $0.due < limit }.filter(\.mayMentionSignal).map {
      (key: $0.key, due: $0.due, mark: $0.mark)
    }
    // Those that gave way to them keep theirs, too: with other lengths they might begin first.
    let givingWay = notes.givingWay(before: limit).filter { rules.mayMentionSignal(rule: $0.key.rule) }
    for (key, due, mark) in aboutToBegin + givingWay where kept[key] == nil {
      var former = state.keptValues[key] ?? KeptValues(values: state.plannedValues, until: now)
      guard former.values != values, due + lead < former.until + Self.wordsLead else { continue }
      former.endingAt = due < mark ? mark : nil
      kept[key] = former
    }
    return kept
  }
}

extension ScheduledWarning {
  /// Whether it has words that may mention a signal.
  fileprivate var mayMentionSignal: Bool { speech != nil && entry.mayMentionSignal }
}

extension CompiledRules.Entry {
  /// Whether its words, or those of a phase in them, may mention a signal.
  var mayMentionSignal: Bool {
    rule.say?.placeholders.contains { [.heartRate, .phase, .next].contains($0) } ?? false
  }
}

extension EngineState {
  /// The signals that words may mention.
  private static let mentioned: [Signal] = [.heartRate]

  /// The values that planned words mention.
  var plannedValues: [Signal: Int] { values(\.planned) }

  /// The values that words would mention if they were planned now.
  fileprivate var knownValues: [Signal: Int] { values(\.value) }

  private func values(_ value: (MeasuredSignal) -> Int?) -> [Signal: Int] {
    Self.mentioned.reduce(into: [:]) { values, signal in values[signal] = signals[signal].flatMap(value) }
  }

  /// The values in words that have begun.
  var valuesOfBegun: [CueKey: KeptValues] {
    keptValues.filter { $0.value.begunUpTo != nil && ledger.hasPlayed($0.key) }
  }
}
