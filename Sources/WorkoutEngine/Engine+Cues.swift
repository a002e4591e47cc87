import WorkoutModel

/// A cue whose moment passed before a sound could begin.
struct Overdue: Equatable, Sendable {
  let cue: ScheduledWarning
  /// When it was due, in session time.
  let due: Duration
}

/// What is being said, in the plan.
struct Utterance: Equatable, Sendable, Codable {
  /// When its cue was due.
  let due: Duration
  let onset: Duration
  let end: Duration
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
    let playable = waiting.map { isPlayable($0, at: instant) && refusal(of: $0.cue, due: $0.due) == nil }
    // After a gap only the newest announcement sounds; cues planned for one instant count as one.
    let newest = waiting.indices.last { playable[$0] }.map { waiting[$0].due }
    for (item, isPlayable) in zip(waiting, playable) {
      let late = instant - item.due
      if let refusal = refusal(of: item.cue, due: item.due) {
        settle(item.cue, .duplicate, due: item.due, at: nil, cause: refusal, text: item.cue.speech?.text)
      } else if isPlayable, !afterGap || item.due == newest {
        let isLate = late > Self.tolerance
        play(
          item.cue, due: item.due, at: instant, outcome: isLate ? .late : .onTime,
          cause: isLate ? gapCause ?? "stall" : nil)
      } else {
        let isCollapsed = isPlayable || (item.cue.cueClass == .start && item.cue.segment != state.cursor?.id)
        settle(
          item.cue, isCollapsed ? .collapsed : .skipped, due: item.due, at: nil, cause: gapCause ?? "stall",
          text: item.cue.speech?.text)
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

  /// Plays a cue at `instant` that was due at `due`, in the words that are true now.
  mutating func play(_ cue: ScheduledWarning, due: Duration, at instant: Duration, outcome: Outcome, cause: String?) {
    let set = liveSet(of: cue)
    if let refusal = refusal(of: cue, due: due) {
      settle(cue, .duplicate, due: due, at: nil, cause: refusal, text: cue.speech?.text)
      return
    }
    if let planned = cue.plannedSet, let playing = set?.set, planned != playing {
      report(.setMismatched(cue: cue.key, planned: planned, playing: playing), at: instant)
    }
    let text = liveText(of: cue, at: instant)
    var audible = cue
    let failure = text.flatMap { lexicon.failures[$0] ?? unmade($0, insteadOf: cue.speech?.text) }
    if failure != nil, cue.sound == nil {
      audible.sound = CueSound(cue.cueClass == .countdown ? BuiltInSound.beep.rawValue : BuiltInSound.gong.rawValue)
    }
    reaction.effects += effects(of: audible, text: failure == nil ? text : nil, due: due, shiftedBy: instant - due)
    settle(cue, failure == nil ? outcome : .failed, due: due, at: instant, cause: failure ?? cause, text: text)
  }

  /// Why words that aren't those of the plan can't be said, where nobody has made them.
  private func unmade(_ text: String, insteadOf planned: String?) -> String? {
    text != planned && lexicon.lacks(text) ? "nobody has made these words in time" : nil
  }

  /// Why the cue may not be played, because it was played before.
  private func refusal(of cue: ScheduledWarning, due: Duration) -> String? {
    state.ledger.refusal(of: cue.key, due: due, inLastSet: cue.isInLastSet)
  }

  /// The set that a cue speaks of, as things stand: its own group's, else the innermost.
  private func liveSet(of cue: ScheduledWarning) -> Timeline.SetSpan? {
    cue.context.group.flatMap { group in sets.first { $0.group == group } } ?? sets.dropLast().first
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

  /// The sounds of a cue that is due at `due`; `late` is how much after that it begins.
  func effects(of cue: ScheduledWarning, text: String?, due: Duration, shiftedBy late: Duration) -> [Effect] {
    func instant(_ position: Duration) -> Duration { due + (position - cue.due) + late }
    var effects: [Effect] = []
    // What ends at a moment is placed by that moment; of a pair it is the speech that ends there.
    let endsWithSound = cue.align == .end && cue.speech == nil
    if let sound = cue.sound {
      effects.append(
        Effect(
          due: instant(endsWithSound ? cue.mark : cue.due),
          kind: .playSound(sound, cue: cue.key, align: endsWithSound ? .end : .start)))
    }
    if let text, let speech = cue.speech {
      effects.append(
        Effect(
          due: instant(cue.align == .end ? cue.mark : speech.onset),
          kind: .speak(text, cue: cue.key, align: cue.align)))
    }
    return effects
  }

  /// Writes down what a cue has come to.
  mutating func settle(
    _ cue: ScheduledWarning, _ outcome: Outcome, due: Duration, at instant: Duration?, cause: String?, text: String?
  ) {
    usage.note(outcome)
    // By the plan, not by what was heard: what is planned next mustn't depend on how late the host was.
    if let speech = cue.speech, outcome != .cancelled, outcome != .duplicate {
      speaking.removeAll { $0.end <= cue.due }
      speaking.append(Utterance(due: cue.due, onset: speech.onset, end: speech.end))
    }
    if outcome != .cancelled {
      state.ledger.note(
        WarningLedger.Entry(
          key: cue.key, segment: cue.segment, mark: cue.mark, due: due, isRefused: outcome == .duplicate))
    }
    let now = instant ?? state.now
    report(
      .cueSettled(
        CueReport(
          cue: cue.key, kind: cue.kind, phase: timeline.phase(of: cue.segment).name, set: liveSet(of: cue)?.set,
          plannedSet: cue.plannedSet, due: due, mark: due + (cue.mark - cue.due), at: instant, outcome: outcome,
          cause: cause, sound: cue.sound?.name, say: text, elapsed: state.timer.elapsed(at: now),
          position: state.timer.position(at: now))),
      at: now)
  }

  /// Settles as cancelled what was planned for the rest of this phase, or up to `position` in it, because the user
  /// leaves it.
  mutating func cancelCues(before position: Duration? = nil, except kept: [ScheduledWarning] = [], cause: String) {
    guard let cursor = state.cursor else { return }
    let kept = Set(kept.map(\.key))
    let left = scheduler.queue.filter { $0.segment == cursor.id && !kept.contains($0.key) }
    cancel(left.filter { cue in position.map { cue.mark < $0 } ?? true }, cause: cause)
  }

  /// Settles cues as cancelled.
  mutating func cancel(_ cues: [ScheduledWarning], cause: String) {
    for cue in cues {
      // A session that stands would play it so much later, if it went on now.
      let due = state.now + (cue.due - state.position)
      settle(cue, .cancelled, due: due, at: nil, cause: cause, text: cue.speech?.text)
    }
  }
}
