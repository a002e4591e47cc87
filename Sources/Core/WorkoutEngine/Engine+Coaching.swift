import WorkoutModel

/// The coach: where a measured signal stays outside the target of the phase, it says so between the words of the plan.
///
/// The plan doesn't know it. A call that doesn't fit before the next words waits, and falls silent if the plan changes
/// and others begin.
extension Engine {
  mutating func beginCoaching(at instant: Duration) {
    state.coaching.arrive(at: timer.elapsed(at: instant))
    followTargets(at: instant)
  }

  /// Compares the values of the signals with the target of the phase.
  mutating func followTargets(measured: Signal? = nil, at instant: Duration) {
    guard let context, context.coach != nil, !isOver else { return }
    let elapsed = timer.elapsed(at: instant)
    for target in targets(of: context) {
      let limits = limits(of: target, in: context, at: instant)
      let isBack = state.coaching.follow(
        target.signal, state.signals[target.signal], isNew: measured == target.signal, limits: limits, at: elapsed)
      if isBack, maySound, replay == nil { tell(.inside, of: target, at: instant) }
    }
  }

  /// The next instant at which the coach may have something to say, or a ramp changes; `lead` is from a position to its
  /// instant.
  func nextCoaching(in context: SegmentContext, _ lead: Duration) -> Duration? {
    let passed = position - context.cursor.start
    let change = targets(of: context).compactMap { target in
      state.signals[target.signal]?.value == nil ? nil : target.nextChange(after: passed, of: context.shownLength)
    }.min()
    let call = nextCall(in: context).flatMap { place(of: $0, in: context) }.map { $0 + lead }
    let changed = change.map { context.cursor.start + $0 + lead }
    return [call, changed].compactMap { $0.map { max($0, now) } }.min()
  }

  /// Says what is due, if it can be heard before the next words of the plan.
  mutating func coach(at instant: Duration) {
    followTargets(at: instant)
    guard let context, let due = nextCall(in: context) else { return }
    scheduler.extend(to: position + length(of: due) + SpokenInterval.pause, expander)
    if due.at <= timer.elapsed(at: instant), place(of: due, in: context) == position {
      tell(due.call, of: due.target, at: instant)
    }
  }

  private func targets(of context: SegmentContext) -> [SignalTarget] {
    context.coach.map { SignalTarget.all(of: $0.parts, for: policies.body) } ?? []
  }

  private func limits(of target: SignalTarget, in context: SegmentContext, at instant: Duration) -> ClosedRange<Int> {
    target.limits(after: timer.position(at: instant) - context.cursor.start, of: context.shownLength)
  }

  private func nextCall(in context: SegmentContext) -> Coaching.Due? {
    // A log that is replayed tells when he spoke.
    guard let coach = context.coach, replay == nil else { return nil }
    return state.coaching.next(targets(of: context), every: coach.every, expected: policies.expectsSensors) {
      state.signals[$0]?.value
    }
  }

  private func length(of due: Coaching.Due) -> Duration {
    rules.phrase(of: due.call, about: due.target.signal).map(durations.length) ?? .zero
  }

  /// The first position at which a call is heard between the planned words; `nil` if the phase is over too soon then.
  private func place(of due: Coaching.Due, in context: SegmentContext) -> Duration? {
    let length = length(of: due)
    var onset = position + max(due.at - timer.elapsed(at: now), .zero)
    let last = context.cursor.end.map { $0 - Coach.closing - length }
    // The times are those planned, because what the coach knows must not depend on how late a host is.
    while last.map({ onset <= $0 }) ?? true {
      guard let end = wordsEnd(from: onset, to: onset + length) else { return onset }
      onset = end + SpokenInterval.pause
    }
    return nil
  }

  private mutating func tell(_ call: CoachCall, of target: SignalTarget, at instant: Duration) {
    guard let context, let rule = rules.coach else { return }
    state.coaching.record(call, of: target.signal, at: timer.elapsed(at: instant))
    let key = CueKey(rule: rule, node: context.id.node, sets: context.setNumbers, number: state.coaching.count)
    let phrase = rules.phrase(of: call, about: target.signal)
    let (cue, sound) = takeUpTime(
      for: phrase, of: key, .coach, sound: phrase == nil ? Coach.sound : nil, in: context, at: instant)
    let report = CoachReport(
      call: call, signal: target.signal, value: state.signals[target.signal]?.value,
      limits: limits(of: target, in: context, at: instant), cue: cue)
    begin(UnplannedWords(event: .coached(report), sound: sound, segment: context.id), at: instant)
  }
}

extension Engine {
  func coachPhrases(upTo position: Duration) -> [Phrase] {
    guard rules.coach != nil else { return [] }
    var (phrases, next) = ([Phrase](), context)
    while let context = next, context.cursor.start <= position {
      phrases += rules.coachPhrases(of: context)
      next = context.following.map(expander.context(of:))
    }
    return phrases
  }
}

extension CompiledRules {
  /// What the coach may say about the target of a phase.
  func coachPhrases(of context: SegmentContext) -> [Phrase] {
    (context.coach?.parts ?? []).compactMap { $0.measure.signal }.flatMap { signal in
      [CoachCall(signal, isLow: true), CoachCall(signal, isLow: false), .unknown].compactMap {
        phrase(of: $0, about: signal)
      }
    }
  }

  func phrase(of call: CoachCall, about signal: Signal) -> Phrase? {
    phrases.words(of: call, about: signal).map { words in
      var phrase = Phrase("")
      phrase.append(words, inEnglish: !phrases.isTranslated)
      return phrase
    }
  }
}

extension SegmentContext {
  /// The length as everybody may know it from the start; `nil` if the user ends the phase.
  var shownLength: Duration? { phase.isOpen || phase.isSurprise ? nil : cursor.length }
}
