import WorkoutModel

/// A cue whose moment passed before a sound could begin.
struct Overdue: Equatable, Sendable {
  let cue: ScheduledWarning
  /// When it was due, in session time.
  let due: Duration
}

extension Engine {
  /// Up to this late a cue counts as on time.
  static let tolerance = Duration.milliseconds(50)
  /// More than this between two wake-ups is a gap, after which at most one overdue announcement sounds.
  static let longestStep = Duration.milliseconds(300)

  /// Settles what was due before `instant`: plays what is still true and within its grace, never a burst.
  mutating func settleOverdue(at instant: Duration, previous: Duration) {
    guard !overdue.isEmpty else { return }
    let waiting = overdue
    overdue = []
    let afterGap = instant - previous > Self.longestStep
    let playable = waiting.map { isPlayable($0, at: instant) }
    // After a gap only the newest announcement sounds; cues planned for one instant count as one.
    let newest = waiting.indices.last { playable[$0] }.map { waiting[$0].due }
    for (item, isPlayable) in zip(waiting, playable) {
      let late = instant - item.due
      if isPlayable, !afterGap || item.due == newest {
        let outcome: Outcome = late <= Self.tolerance ? .onTime : .late
        play(item.cue, at: instant, outcome: outcome, cause: outcome == .late ? "stall" : nil)
      } else {
        let isCollapsed = isPlayable || (item.cue.cueClass == .start && item.cue.segment != state.cursor?.id)
        settle(item.cue, isCollapsed ? .collapsed : .skipped, at: nil, cause: "stall", text: item.cue.speech?.text)
      }
    }
  }

  /// Whether an overdue cue is within its grace, still true, and finds room.
  private func isPlayable(_ item: Overdue, at instant: Duration) -> Bool {
    let late = instant - item.due
    if let grace = item.cue.grace, late > grace { return false }
    if item.cue.cueClass == .completion { return true }
    guard item.cue.anchor.contains(state.position), isStillHere(item.cue) else { return false }
    guard late > Self.tolerance, let speech = item.cue.speech else { return true }
    let end = speech.end + late
    return !scheduler.queue.contains { other in other.speech.map { $0.onset < end } ?? false }
  }

  /// Whether the phase or set that the cue belongs to is the one that runs.
  private func isStillHere(_ cue: ScheduledWarning) -> Bool {
    guard let cursor = state.cursor else { return false }
    if cue.key.node == cursor.id.node { return cue.segment == cursor.id }
    if cue.key.node == 0 { return true }
    let groups = sets.dropLast()
    guard let own = groups.firstIndex(where: { $0.group == cue.key.node }) else { return false }
    return groups[own...].reversed().map(\.set) == cue.key.sets
  }

  /// Plays a cue, in the words that are true now.
  mutating func play(_ cue: ScheduledWarning, at instant: Duration, outcome: Outcome, cause: String?) {
    let due = state.timer.instant(of: cue.due) ?? instant
    let group = cue.context.group.flatMap { group in sets.first { $0.group == group } } ?? sets.dropLast().first
    if let refusal = state.ledger.refusal(of: cue.key, due: due, inLastSet: group?.isLast ?? true) {
      settle(cue, .duplicate, at: nil, cause: refusal, text: cue.speech?.text)
      return
    }
    if let planned = cue.plannedSet, let playing = group?.set, planned != playing {
      report(.setMismatched(cue: cue.key, planned: planned, playing: playing), at: instant)
    }
    let text = liveText(of: cue, at: instant)
    if let text, let failure = lexicon.failures[text] {
      let stand = CueSound(cue.cueClass == .countdown ? BuiltInSound.beep.rawValue : BuiltInSound.gong.rawValue)
      var silent = cue
      silent.sound = cue.sound ?? stand
      reaction.effects += effects(of: silent, text: nil, shiftedBy: instant - due)
      settle(cue, .failed, at: instant, cause: failure, text: text)
      return
    }
    reaction.effects += effects(of: cue, text: text, shiftedBy: instant - due)
    if let speech = cue.speech {
      let late = instant - due
      speaking = [ScheduledWarning.Span(start: speech.onset + late, end: speech.end + late)]
    }
    settle(cue, outcome, at: instant, cause: cause, text: text)
  }

  /// What the cue says as things stand; its planned words where they can't be made now.
  private func liveText(of cue: ScheduledWarning, at instant: Duration) -> String? {
    guard let speech = cue.speech else { return nil }
    guard let template = cue.template, let cursor = state.cursor else { return speech.text }
    let position = state.timer.position(at: instant)
    let resolver = TextResolver(
      timeline: timeline, cursor: cursor, sets: sets, context: cue.context, span: cue.anchor,
      position: cue.mark + (position - cue.due))
    return (try? resolver.resolve(template)) ?? speech.text
  }

  /// The sounds of a cue; `late` is how much after its due instant it begins.
  func effects(of cue: ScheduledWarning, text: String?, shiftedBy late: Duration) -> [Effect] {
    guard let mark = state.timer.instant(of: cue.mark) else { return [] }
    var effects: [Effect] = []
    // What ends at a moment is placed by that moment; of a pair it is the speech that ends there.
    let endsWithSound = cue.align == .end && cue.speech == nil
    if let sound = cue.sound, let due = state.timer.instant(of: cue.due) {
      let align: Alignment = endsWithSound ? .end : .start
      effects.append(
        Effect(due: (endsWithSound ? mark : due) + late, kind: .playSound(sound, cue: cue.key, align: align)))
    }
    if let text, let speech = cue.speech, let onset = state.timer.instant(of: speech.onset) {
      effects.append(
        Effect(
          due: (cue.align == .end ? mark : onset) + late, kind: .speak(text, cue: cue.key, align: cue.align)))
    }
    return effects
  }

  /// Writes down what a cue has come to.
  mutating func settle(_ cue: ScheduledWarning, _ outcome: Outcome, at instant: Duration?, cause: String?, text: String?) {
    let offset = (state.timer.instant(of: cue.due) ?? state.now) - cue.due
    if outcome != .duplicate, outcome != .cancelled { state.ledger.note(cue.key, mark: cue.mark, due: cue.due + offset) }
    let group = cue.context.group.flatMap { group in sets.first { $0.group == group } } ?? sets.dropLast().first
    let now = instant ?? state.now
    report(
      .cueSettled(
        CueReport(
          cue: cue.key, kind: cue.kind, phase: timeline.phase(of: cue.segment).name, set: group?.set,
          plannedSet: cue.plannedSet, due: cue.due + offset, mark: cue.mark + offset, at: instant, outcome: outcome,
          cause: cause, sound: cue.sound?.name, say: text, elapsed: state.timer.elapsed(at: now),
          position: state.timer.position(at: now))),
      at: now)
  }

  /// Settles as cancelled what was planned for the rest of this phase, or up to `position` in it, because the user leaves it.
  mutating func cancelCues(before position: Duration? = nil, except kept: [ScheduledWarning] = [], cause: String) {
    guard let cursor = state.cursor else { return }
    let kept = Set(kept.map(\.key))
    for cue in scheduler.queue where cue.segment == cursor.id && !kept.contains(cue.key) {
      if let position, cue.mark >= position { continue }
      settle(cue, .cancelled, at: nil, cause: cause, text: cue.speech?.text)
    }
  }
}
