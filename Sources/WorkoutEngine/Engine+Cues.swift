import WorkoutModel

/// A cue whose moment passed before a sound could begin.
struct Overdue: Sendable {
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
    let playable = waiting.map { isPlayable($0, at: instant) && refusal(of: $0.cue, due: $0.due) == nil }
    // After a gap only the newest announcement sounds; cues planned for one instant count as one.
    let newest = waiting.indices.last { playable[$0] }.map { waiting[$0].due }
    for (item, isPlayable) in zip(waiting, playable) {
      let late = instant - item.due
      if let refusal = refusal(of: item.cue, due: item.due) {
        settle(
          item.cue, .duplicate, due: item.due, at: nil, cause: refusal, text: item.cue.speech?.text, decided: instant)
      } else if isPlayable, !afterGap || item.due == newest {
        let isLate = late > Self.tolerance
        play(
          item.cue, due: item.due, at: instant, outcome: isLate ? .late : .onTime,
          cause: isLate ? gapCause ?? "stall" : nil)
      } else {
        let isCollapsed = isPlayable || (item.cue.cueClass == .start && item.cue.spot.id != spot?.id)
        settle(
          item.cue, isCollapsed ? .collapsed : .skipped, due: item.due, at: nil, cause: gapCause ?? "stall",
          text: item.cue.speech?.text, decided: instant)
      }
    }
  }

  /// Whether an overdue cue is within its grace, still true, and finds room.
  private func isPlayable(_ item: Overdue, at instant: Duration) -> Bool {
    // What a pause finds unsaid stays so.
    guard state.timer.isRunning || spot == nil else { return false }
    let late = instant - item.due
    if let grace = item.cue.grace, late > grace { return false }
    if item.cue.cueClass == .completion { return true }
    guard item.cue.anchor.contains(state.position), isStillHere(item.cue) else { return false }
    guard late > Self.tolerance, let speech = item.cue.speech else { return true }
    let (onset, end) = (speech.onset + late, speech.end + late)
    if speaking.contains(where: { $0.isHeard(from: onset, to: end) }) { return false }
    return !scheduler.queue.contains { other in other.speech.map { $0.onset < end } ?? false }
  }

  /// Whether the phase or set that the cue belongs to is the one that runs.
  private func isStillHere(_ cue: ScheduledWarning) -> Bool {
    guard let spot else { return false }
    if cue.key.node == spot.id.node { return cue.spot.id == spot.id }
    if cue.key.node == 0 { return true }
    guard let level = spot.level(of: cue.key.node) else { return false }
    return spot.setNumbers(at: level) == cue.key.sets
  }

  /// Plays a cue at `instant` that was due at `due`, in the words that are true now.
  mutating func play(_ cue: ScheduledWarning, due: Duration, at instant: Duration, outcome: Outcome, cause: String?) {
    if let refusal = refusal(of: cue, due: due) {
      settle(cue, .duplicate, due: due, at: nil, cause: refusal, text: cue.speech?.text)
      return
    }
    if let planned = cue.plannedSet, let playing = liveSet(of: cue), planned != playing {
      report(.setMismatched(cue: cue.key, planned: planned, playing: playing), at: instant)
    }
    let text = liveText(of: cue, at: instant)
    let failure = text.flatMap { lexicon.failures[$0] ?? unmade($0, insteadOf: cue.speech?.text) }
    var sound = cue.sound
    if failure != nil, sound == nil {
      sound = CueSound(cue.cueClass == .countdown ? BuiltInSound.beep.rawValue : BuiltInSound.gong.rawValue)
    }
    if failure == nil { makeRoom(for: cue, late: instant - due, at: instant) }
    append(
      cue, sound: sound, text: failure == nil ? text : nil, due: due, shiftedBy: instant - due, to: &reaction.effects)
    settle(cue, failure == nil ? outcome : .failed, due: due, at: instant, cause: failure ?? cause, text: text)
  }

  /// What a late host still says falls silent where the words of another cue begin.
  private mutating func makeRoom(for cue: ScheduledWarning, late: Duration, at instant: Duration) {
    guard let speech = cue.speech else { return }
    let (onset, end) = (speech.onset + late + Self.tolerance, speech.end + late)
    guard speaking.indices.contains(where: { speaking[$0].isHeard(from: onset, to: end) }) else { return }
    emit(.silence(.speech, over: Self.speechFade), at: instant)
    for index in speaking.indices { speaking[index].late = nil }
  }

  /// Why words that aren't those of the plan can't be said, where nobody has made them.
  private func unmade(_ text: String, insteadOf planned: String?) -> String? {
    text != planned && lexicon.lacks(text) ? "these words were not synthesised in time" : nil
  }

  /// Why the cue may not be played, because it was played before.
  private func refusal(of cue: ScheduledWarning, due: Duration) -> String? {
    state.ledger.refusal(of: cue.key, due: due, inLastSet: cue.isInLastSet)
  }

  /// The set that a cue speaks of, as things stand: its own group's, else the innermost.
  private func liveSet(of cue: ScheduledWarning) -> Int? {
    guard let spot, let level = cue.group.flatMap(spot.level(of:)) ?? spot.innermost else { return nil }
    return spot.sets[level].set
  }

  /// What the cue says as things stand; its planned words where they can't be made now.
  private func liveText(of cue: ScheduledWarning, at instant: Duration) -> String? {
    guard let speech = cue.speech, cue.entry.isTemplate, let template = cue.entry.rule.say, let spot else {
      return cue.speech?.text
    }
    let late = state.timer.position(at: instant) - cue.due
    // Where and when it was planned for, the same words would be made again.
    if late == .zero, cue.spot === spot { return speech.text }
    let resolver = TextResolver(
      timeline: timeline, book: book, spot: spot, group: cue.group, span: cue.anchor, position: cue.mark + late)
    return (try? resolver.resolve(template)) ?? speech.text
  }

  /// Adds the sounds of a cue that is due at `due`; `late` is how much after that it begins.
  func append(
    _ cue: ScheduledWarning, sound: CueSound?, text: String?, due: Duration, shiftedBy late: Duration,
    to effects: inout [Effect]
  ) {
    // From places in the plan to instants.
    let shift = due - cue.due + late
    if let sound {
      // What ends at a moment is placed by that moment; of a pair it is the speech that ends there.
      let endsWithSound = cue.align == .end && cue.speech == nil
      effects.append(
        Effect(
          due: (endsWithSound ? cue.mark : cue.due) + shift,
          kind: .playSound(sound, cue: cue.key, align: endsWithSound ? .end : .start)))
    }
    if let text, let speech = cue.speech {
      effects.append(
        Effect(
          due: (cue.align == .end ? cue.mark : speech.onset) + shift,
          kind: .speak(text, cue: cue.key, align: cue.align)))
    }
  }

  /// Writes down what a cue has come to; where it doesn't play, `decided` is when that was clear, now by default.
  mutating func settle(
    _ cue: ScheduledWarning, _ outcome: Outcome, due: Duration, at instant: Duration?, cause: String?, text: String?,
    decided: Duration? = nil
  ) {
    usage.note(outcome)
    // What a pause found unsaid leaves room.
    if let speech = cue.speech, outcome != .cancelled, state.timer.isRunning || spot == nil {
      speaking.removeAll { $0.isOver(at: cue.due) }
      let late = outcome == .failed ? nil : instant.map { $0 - due }
      speaking.append(
        Utterance(
          segment: cue.spot.id, mark: cue.mark, due: cue.due, onset: speech.onset, end: speech.end, late: late))
    }
    if outcome != .cancelled {
      state.ledger.note(
        WarningLedger.Entry(
          key: cue.key, segment: cue.spot.id, mark: cue.mark, due: due, isRefused: outcome == .duplicate))
    }
    let now = instant ?? decided ?? state.now
    let standing = standing(at: now)
    let report = CueReport(
      cue: cue.key, kind: cue.entry.kind, phase: cue.spot.sheet.name, set: liveSet(of: cue),
      plannedSet: cue.plannedSet, due: due, mark: due + (cue.mark - cue.due), at: instant, outcome: outcome,
      cause: cause, sound: cue.sound?.name, say: text, elapsed: standing.elapsed, position: standing.position)
    reaction.events.append(EngineEvent(at: now, kind: .cueSettled(report), standing: standing))
  }

  /// How far ahead the cues of a phase are promised: leaving it cancels as many, not the thousands of a long day.
  static let promised = Duration.seconds(3600)

  /// The cues of the rest of the phase that runs; where the user ends it, as many as every plan holds.
  mutating func rest() -> [ScheduledWarning] {
    guard let spot else { return [] }
    let position = state.position
    let end =
      spot.sheet.isOpen
      ? WarningScheduler.leastPlan(at: position, from: spot.cursor.start)
      : min(spot.cursor.end ?? position, position + Self.promised)
    scheduler.extend(to: end, finder)
    return scheduler.queue.filter { $0.spot.id == spot.id && ($0.mark < end || $0.mark == spot.cursor.end) }
  }

  /// Settles as cancelled what was planned for the rest of this phase, or up to `position` in it, because the user
  /// leaves it.
  mutating func cancelCues(before position: Duration? = nil, except kept: [ScheduledWarning] = [], cause: String) {
    let kept = Set(kept.map(\.key))
    let left = rest().filter { !kept.contains($0.key) }
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
