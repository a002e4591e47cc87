import WorkoutModel

extension CuePlayer {
  /// Records and reports the outcome of a cue; `instant` is when it plays, if it does. `delay` is the part of `due`
  /// that the ledger leaves out, because only a host that was woken late knows of it.
  mutating func settle(
    _ cue: ScheduledWarning, _ outcome: Outcome, due: Duration, delay: Duration = .zero, at instant: Duration?,
    cause: String?, phrase: Phrase?, _ environment: CueEnvironment, _ recorder: inout SessionRecorder
  ) {
    let late = outcome == .failed || phrase == nil ? nil : instant.map { $0 - due }
    record(cue, outcome, due: due - delay, late: late, phrase: phrase, environment)
    let now = environment.now
    let progress = SessionProgress(at: now, environment.timer, in: environment.context)
    let report = CueReport(
      cue: cue.key, kind: cue.entry.kind, phase: cue.context.words.name, set: environment.liveSet(of: cue, at: now),
      plannedSet: cue.plannedSet, due: due, mark: due + (cue.mark - cue.due), at: instant, outcome: outcome,
      cause: cause, sound: cue.sound?.name, strikes: cue.sound?.strikes ?? 1, phrase: phrase,
      elapsed: progress.elapsed, position: progress.position)
    recorder.report(report, of: cue, at: now, progress)
  }

  /// Settles as cancelled the cues planned for the rest of this phase, or up to `position` in it, because the user
  /// leaves it.
  mutating func cancelRest(
    before position: Duration? = nil, except kept: [ScheduledWarning] = [], cause: String,
    _ environment: CueEnvironment, _ recorder: inout SessionRecorder
  ) {
    let kept = Set(kept.map(\.key))
    let left = restOfPhase(environment).filter { cue in
      !kept.contains(cue.key) && position.map { cue.mark < $0 } ?? true
    }
    cancel(left, cause: cause, environment, &recorder)
  }

  /// Settles cues as cancelled.
  mutating func cancel(
    _ cues: [ScheduledWarning], cause: String, _ environment: CueEnvironment, _ recorder: inout SessionRecorder
  ) {
    for cue in cues {
      // A paused session would play it that much later if it resumed now.
      let due = environment.now + (cue.due - environment.position)
      settle(cue, .cancelled, due: due, at: nil, cause: cause, phrase: cue.speech?.phrase, environment, &recorder)
    }
  }
}

extension ScheduledWarning {
  /// Adds the effects of the cue, which is due at `instant` and begins `late` after it.
  func appendEffects(
    sound: CueSound?, phrase: Phrase?, due instant: Duration, shiftedBy late: Duration, to effects: inout [Effect]
  ) {
    // The offset from positions in the plan to instants.
    let shift = instant - due + late
    if let sound {
      // A sound that ends at a moment is placed by that moment; of a pair, the speech ends there.
      let endsWithSound = align == .end && speech == nil
      effects.append(
        Effect(
          due: (endsWithSound ? mark : due) + shift,
          kind: .playSound(sound, cue: key, align: endsWithSound ? .end : .start)))
    }
    if let phrase, let speech {
      // Late words that differ from the plan have another length: they begin at the planned onset.
      let endsAtMark = align == .end && phrase == speech.phrase
      effects.append(
        Effect(
          due: (endsAtMark ? mark : speech.onset) + shift,
          kind: .speak(phrase, gain: entry.rule.speechGain, cue: key, align: endsAtMark ? .end : .start)))
    }
  }
}
