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

  /// The end of words whose place in the plan, with a pause around it, overlaps a call between two positions.
  private func wordsEnd(from onset: Duration, to end: Duration) -> Duration? {
    func overlaps(_ begin: Duration, _ stop: Duration) -> Bool {
      begin < end + SpokenInterval.pause && stop + SpokenInterval.pause > onset
    }
    if let said = state.facts.speaking.first(where: { overlaps($0.onset, $0.end) }) { return said.end }
    return scheduler.queue.lazy.compactMap { $0.speech }.first { overlaps($0.onset, $0.end) }?.end
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
    let phrase = rules.phrase(of: call, about: target.signal)
    let failure = phrase.flatMap { durations.failures[$0] }
    let substitute = failure.map { _ in CueSound(BuiltInSound.beep.rawValue) }
    let sound = phrase == nil ? Coach.sound : substitute
    let progress = progress(at: instant)
    state.coaching.record(call, of: target.signal, at: progress.elapsed)
    let key = CueKey(
      rule: rule, node: context.id.node, sets: context.setNumbers, number: state.coaching.count)
    let set = context.innermost.map { context.sets[$0].set }
    let cue = CueReport(
      cue: key, kind: .coach, phase: context.words.name, set: set, plannedSet: set, due: instant, mark: instant,
      at: instant, outcome: failure == nil ? .onTime : .failed, cause: failure.map(CueCause.unspoken),
      sound: sound?.name, strikes: 1, phrase: phrase, elapsed: progress.elapsed, position: progress.position)
    if let phrase {
      let words = SpokenInterval(of: cue, in: context, for: durations.length(of: phrase))
      state.facts.add(words, at: progress.position)
    }
    let call = OverdueCall(
      report: CoachReport(
        call: call, signal: target.signal, value: state.signals[target.signal]?.value,
        limits: limits(of: target, in: context, at: instant), cue: cue),
      sound: sound, segment: context.id)
    if instant < hearing.from { overdueCalls.append(call) } else { say(call, at: instant) }
  }

  /// Says what a late host couldn't say in time, unless it is so late that other words may begin.
  mutating func settleOverdueCalls(at instant: Duration) {
    let calls = overdueCalls
    overdueCalls = []
    for call in calls { say(call, at: instant) }
  }

  private mutating func say(_ call: OverdueCall, at instant: Duration) {
    var report = call.report
    let late = instant - report.cue.due
    // Words of the plan that are late themselves may still be heard.
    let end = report.cue.phrase.map { position + durations.length(of: $0) }
    let isTaken = end.map { end in state.facts.speaking.contains { $0.isHeard(from: position, to: end) } } ?? false
    if late > SpokenInterval.pause || call.segment != segment || isTaken {
      (report.cue.at, report.cue.outcome, report.cue.cause) = (nil, .skipped, gapCause)
    } else {
      report.cue.at = instant
      if report.cue.outcome == .onTime, late > ScheduledWarning.tolerance {
        (report.cue.outcome, report.cue.cause) = (.late, gapCause)
      }
      if let sound = call.sound {
        emit(.playSound(Effect.Sound(sound, cue: report.cue.cue, align: .start)), at: instant)
      }
      if let phrase = report.cue.phrase, report.cue.outcome != .failed {
        let gain = timeline.workout.voiceGain
        emit(.speak(Effect.Words(phrase, gain: gain, cue: report.cue.cue, align: .start)), at: instant)
        state.facts.hear(report.cue.cue, late: late)
      }
    }
    self.report(.coached(report), at: instant)
  }
}

/// A call of the coach that was due before a sound could begin.
struct OverdueCall: Sendable {
  var report: CoachReport
  let sound: CueSound?
  let segment: SegmentID
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
  fileprivate var shownLength: Duration? { phase.isOpen || phase.isSurprise ? nil : cursor.length }
}
