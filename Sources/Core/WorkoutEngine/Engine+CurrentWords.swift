import WorkoutModel

/// What a cue says is resolved from the state at the moment of playing; inlined, because a call would copy the session.
extension Engine {
  /// Whether cues may sound: time passes, or has reached the end, and the session isn't over. Cues that a pause leaves
  /// unsaid stay unsaid.
  @inline(__always) var maySound: Bool { !isOver && (timer.isRunning || context == nil) }

  @inline(__always) func isCurrent(_ cue: ScheduledWarning) -> Bool {
    guard let context else { return false }
    if cue.key.node == context.id.node { return cue.context.id == context.id }
    return context.isWithin(cue.key)
  }

  /// The segment that a cue speaks of at `instant`: the one that contains its mark, even if its words are planned to
  /// begin in another one. A cue that a stall has delayed beyond its segment speaks of the current one, except a
  /// completion, which always speaks of what it completes.
  @inline(__always) func subject(of cue: ScheduledWarning, at instant: Duration) -> SegmentContext {
    guard let context else { return cue.context }
    if cue.context === context || cue.context.id == context.id { return context }
    // A cue that other words have moved into another segment speaks of its own, however late it is.
    let isDelayed =
      cue.cueClass != .completion && cue.due <= context.cursor.start
      && timeline.precedes(cue.context.id, context.id)
      && timer.position(at: instant) - cue.due > ScheduledWarning.tolerance
    return isDelayed ? context : cue.context
  }

  /// The set that a cue speaks of at `instant`: its own group's, otherwise the innermost.
  @inline(__always) func currentSet(of cue: ScheduledWarning, at instant: Duration) -> Int? {
    let context = subject(of: cue, at: instant)
    if context === cue.context { return cue.plannedSet }
    return (cue.group.flatMap(context.level(of:)) ?? context.innermost).map { context.sets[$0].set }
  }

  /// The words of the cue in the current state: those of the plan, which follows every change. If a stall has delayed
  /// the cue, its text is resolved again; if that fails, the words of the plan are used. Words that mention a measured
  /// value have that of `values`; `nil` if they lack it.
  @inline(__always) func currentPhrase(
    of cue: ScheduledWarning, _ values: [Signal: Int], due: Duration, at instant: Duration
  ) -> Phrase? {
    guard let speech = cue.speech else { return nil }
    // Where the workout is over its timer is stopped, and only the clock says how late it is.
    let late = context == nil ? instant - due : timer.position(at: instant) - cue.due
    if late <= ScheduledWarning.tolerance { return plannedPhrase(of: cue, values) }
    let phrase = cue.phrase(late: late, in: subject(of: cue, at: instant), expander, values)
    return phrase ?? (speech.isMeasured ? nil : speech.phrase)
  }

  /// The words of the plan, with those of `values` that they mention; `nil` if they lack one.
  @inline(__always) func plannedPhrase(of cue: ScheduledWarning, _ values: [Signal: Int]) -> Phrase? {
    guard let speech = cue.speech, speech.isMeasured else { return cue.speech?.phrase }
    return cue.phrase(late: .zero, in: cue.context, expander, values)
  }

  /// The values of signals in the words of a cue that begins at an instant; none if they mention none.
  @inline(__always) func values(for cue: ScheduledWarning, at instant: Duration) -> [Signal: Int] {
    guard cue.speech?.isMeasured == true else { return [:] }
    return state.signals.compactMapValues { $0.spokenValue(at: instant) }
  }
}

extension ScheduledWarning {
  /// Its words where it is `late`, speaks of a segment and signals have these values; `nil` if it has no text, or if
  /// that can't be resolved there.
  func phrase(
    late: Duration, in subject: SegmentContext, _ expander: CueExpander, _ values: [Signal: Int]
  ) -> Phrase? {
    guard let text = expander.words(of: entry, subject, group: group) else { return nil }
    // After the end of its anchor, all of its time has elapsed and none remains.
    let position = min(toldPosition + late, anchor.end ?? SpeechArbitrator.never)
    let resolver = TextResolver(
      rules: expander.rules, context: subject, group: group, span: anchor, position: position,
      values: values)
    return try? resolver.resolve(text, in: entry.voice)
  }
}
