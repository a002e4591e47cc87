import WorkoutModel

/// Settles cues: each has one outcome, which is reported, and isn't played again.
extension Engine {
  /// Reports the outcome of a cue; `instant` is when it plays, if it does.
  mutating func settle(
    _ cue: ScheduledWarning, _ outcome: Outcome, due: Duration, at instant: Duration? = nil, cause: CueCause?,
    phrase: Phrase?
  ) {
    if outcome != .cancelled, let note = cue.silence { report(.planNoted(note.shifted(by: due - cue.due)), at: now) }
    let progress = progress
    counts.count(outcome)
    reaction.settled.append(cue)
    report(
      .cueSettled(
        CueReport(
          cue: cue.key, kind: cue.entry.kind, phase: cue.context.words.name, set: currentSet(of: cue, at: now),
          plannedSet: cue.plannedSet, due: due, mark: due + (cue.mark - cue.due), at: instant, outcome: outcome,
          cause: cause, sound: cue.sound?.name, strikes: cue.sound?.strikes ?? 1, phrase: phrase,
          elapsed: progress.elapsed, position: progress.position)),
      at: now)
  }

  /// The words of a cue take up their time, unless a pause left them unspoken; they aren't heard yet.
  mutating func takeUpTime(_ cue: ScheduledWarning) {
    // The words of a cue that is refused, because a move led to where they began, are in progress already.
    guard let speech = cue.speech, maySound, !state.facts.hasWords(cue.key, mark: cue.mark) else { return }
    state.facts.add(SpokenInterval(cue, speech, saying: speech.phrase, late: nil, overrun: .zero), at: position)
  }

  /// The words of a cue are heard, `late` after their time.
  mutating func hear(_ cue: ScheduledWarning, saying phrase: Phrase, late: Duration) {
    guard let planned = cue.speech, maySound else { return }
    // Words with a value that end at a moment end there, however long they are.
    let endsAtMark = planned.isMeasured && cue.align == .end && late == .zero
    let overrun = endsAtMark ? .zero : durations.overrun(of: phrase, beyond: planned.phrase, of: planned.length)
    state.facts.hear(SpokenInterval(cue, planned, saying: phrase, late: late, overrun: overrun))
  }

  /// Records that the moment of a cue, due at `due`, has come. If it `isRefused`, it doesn't refuse another.
  mutating func record(_ cue: ScheduledWarning, due: Duration, isRefused: Bool) {
    state.facts.record(
      Fact(
        cue.key, in: cue.context.id, mark: cue.mark, offset: cue.offset, due: due, isRefused: isRefused,
        hasWords: cue.speech != nil))
  }

  /// Why the cue may not be played again; `nil` if it may be played. Inlined, because a call would copy the session.
  @inline(__always) func refusal(of cue: ScheduledWarning, due: Duration) -> CueCause? {
    state.facts.refusal(
      of: cue.key, mark: cue.mark, hasWords: cue.speech != nil, due: due, inLastSet: cue.isInLastSet)
  }

  /// Settles as cancelled the cues planned for the rest of this phase, or up to `offset` after its start, because the
  /// user leaves it.
  mutating func cancelRest(before offset: Duration? = nil, except kept: [ScheduledWarning] = [], cause: CueCause) {
    let kept = Set(kept.map { $0.key })
    let left = restOfPhase().filter { cue in
      !kept.contains(cue.key) && offset.map { cue.offset < $0 } ?? true
    }
    cancel(left, cause: cause)
  }

  mutating func cancel(_ cues: [ScheduledWarning], cause: CueCause) {
    for cue in cues {
      // A paused session would play it that much later if it resumed now.
      settle(
        cue, .cancelled, due: now + (cue.due - position), cause: cause,
        phrase: plannedPhrase(of: cue, values(for: cue, at: now)))
    }
  }
}
