import WorkoutModel

/// What a cue says is resolved from the state at the moment of playing; inlined, because a call would copy the session.
extension Engine {
  /// Whether cues may sound: time passes, or has reached the end, and the session isn't over. Cues that a pause leaves
  /// unsaid stay unsaid.
  @inline(__always) var maySound: Bool { !isOver && (timer.isRunning || context == nil) }

  /// Whether the phase or set that the cue belongs to is the current one.
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
  @inline(__always) func liveSet(of cue: ScheduledWarning, at instant: Duration) -> Int? {
    let context = subject(of: cue, at: instant)
    if context === cue.context { return cue.plannedSet }
    return (cue.group.flatMap(context.level(of:)) ?? context.innermost).map { context.sets[$0].set }
  }

  /// The words of the cue in the current state: those of the plan, which follows every change. If a stall has delayed
  /// the cue, its text is resolved again; if that fails, the words of the plan are used.
  @inline(__always) func livePhrase(of cue: ScheduledWarning, due: Duration, at instant: Duration) -> Phrase? {
    guard let speech = cue.speech else { return nil }
    // Where the workout is over its timer is stopped, and only the clock says how late it is.
    let late = context == nil ? instant - due : timer.position(at: instant) - cue.due
    if late <= ScheduledWarning.tolerance { return speech.phrase }
    return cue.phrase(late: late, in: subject(of: cue, at: instant), expander) ?? speech.phrase
  }
}

extension ScheduledWarning {
  /// Its words where it is `late` and speaks of a segment; `nil` if it has no text, or if that can't be resolved there.
  func phrase(late: Duration, in subject: SegmentContext, _ expander: CueExpander) -> Phrase? {
    guard let text = expander.words(of: entry, subject, group: group) else { return nil }
    // After the end of its anchor, all of its time has elapsed and none remains.
    let position = min(mark + late, anchor.end ?? SpeechArbitrator.never)
    let resolver = TextResolver(
      rules: expander.rules, context: subject, group: group, span: anchor, position: position,
      heartRate: expander.rates.value(at: due + late))
    return try? resolver.resolve(text, in: entry.voice)
  }
}
