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
    state.now = max(state.now, instant)
    let afterGap = instant - previous > Self.longestStep
    let playable = waiting.map { refusal(of: $0.cue, due: $0.due) == nil ? whatPlays(of: $0, at: instant) : nil }
    // After a gap only the newest announcement sounds; cues planned for one instant count as one.
    let newest = waiting.indices.last { playable[$0] != nil }.map { waiting[$0].due }
    for (item, playable) in zip(waiting, playable) {
      let late = instant - item.due
      if let refusal = refusal(of: item.cue, due: item.due) {
        settle(item.cue, .duplicate, due: item.due, at: nil, cause: refusal, text: item.cue.speech?.text)
      } else if let playable, !afterGap || item.due == newest {
        let isLate = late > Self.tolerance
        play(
          item.cue, saysWords: playable == .whole, due: item.due, at: instant, outcome: isLate ? .late : .onTime,
          cause: isLate ? gapCause ?? "stall" : nil)
      } else {
        let isCollapsed = playable != nil || (item.cue.cueClass == .start && item.cue.spot.id != spot?.id)
        settle(
          item.cue, isCollapsed ? .collapsed : .skipped, due: item.due, at: nil, cause: gapCause ?? "stall",
          text: item.cue.speech?.text)
      }
    }
  }

  /// What plays of a cue that is late.
  private enum Part { case whole, sound }

  /// What still plays of an overdue cue: nothing where it is beyond its grace or no longer true, and its sound alone
  /// where its words find no room.
  private func whatPlays(of item: Overdue, at instant: Duration) -> Part? {
    let cue = item.cue
    // What a pause finds unsaid stays so.
    guard state.timer.isRunning || spot == nil else { return nil }
    let late = instant - item.due
    if let grace = cue.grace, late > grace { return nil }
    if cue.cueClass == .completion { return .whole }
    // What lies at the end of a phase or set is on time a little after it, too.
    if cue.isEnd, late <= Self.tolerance { return .whole }
    guard cue.anchor.contains(state.position), isStillHere(cue) else { return nil }
    guard late > Self.tolerance, let speech = cue.speech else { return .whole }
    let overrun = overrun(of: liveText(of: cue, at: instant), beyond: speech)
    let (onset, end) = (speech.onset + late, speech.end + late + overrun)
    let isTaken =
      speaking.contains { $0.isHeard(from: onset, to: end) }
      || scheduler.queue.contains { other in other.speech.map { $0.onset < end && onset < $0.end } ?? false }
    guard isTaken else { return .whole }
    return cue.sound == nil ? nil : .sound
  }

  /// By how much words last longer than those that were planned.
  private func overrun(of text: String?, beyond planned: ScheduledWarning.Speech) -> Duration {
    text.map { max(.zero, lexicon.length(of: $0) - planned.length) } ?? .zero
  }

  /// Whether the phase or set that the cue belongs to is the one that runs.
  private func isStillHere(_ cue: ScheduledWarning) -> Bool {
    guard let spot else { return false }
    if cue.key.node == spot.id.node { return cue.spot.id == spot.id }
    if cue.key.node == 0 { return true }
    guard let level = spot.level(of: cue.key.node) else { return false }
    return spot.setNumbers(at: level) == cue.key.sets
  }

  /// Plays a cue at `instant` that was due at `due`, in the words that are true now, or without words.
  mutating func play(
    _ cue: ScheduledWarning, saysWords: Bool = true, due: Duration, at instant: Duration, outcome: Outcome,
    cause: String?
  ) {
    if let refusal = refusal(of: cue, due: due) {
      settle(cue, .duplicate, due: due, at: nil, cause: refusal, text: cue.speech?.text)
      return
    }
    if let planned = cue.plannedSet, let playing = liveSet(of: cue, at: instant), planned != playing {
      report(.setMismatched(cue: cue.key, planned: planned, playing: playing), at: instant)
    }
    let text = saysWords ? liveText(of: cue, at: instant) : nil
    let failure = text.flatMap { lexicon.failures[$0] ?? unmade($0, insteadOf: cue.speech?.text) }
    var sound = cue.sound
    if failure != nil, sound == nil {
      sound = CueSound(cue.cueClass == .countdown ? BuiltInSound.beep.rawValue : BuiltInSound.gong.rawValue)
    }
    if failure == nil, saysWords { makeRoom(for: cue, late: instant - due, at: instant) }
    // What was resolved to other words than planned may have nothing to say.
    let spoken = failure == nil ? text.flatMap { lexicon.length(of: $0) == .zero ? nil : $0 } : nil
    append(
      cue, sound: sound, text: spoken, due: due, shiftedBy: instant - due, to: &reaction.effects)
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

  /// The segment that a cue speaks of at `instant`: that of its moment, also where its words are planned to begin in
  /// another one. A cue that a stall has held up beyond its segment speaks of the one that runs.
  private func subject(of cue: ScheduledWarning, at instant: Duration) -> Spot? {
    if let spot, cue.spot === spot || cue.spot.id == spot.id { return spot }
    let isLate = state.timer.position(at: instant) - cue.due > Self.tolerance
    guard let spot else { return isLate ? nil : cue.spot }
    return isLate && timeline.precedes(cue.spot.id, spot.id) ? spot : cue.spot
  }

  /// The set that a cue speaks of at `instant`: its own group's, else the innermost.
  private func liveSet(of cue: ScheduledWarning, at instant: Duration) -> Int? {
    guard let spot = subject(of: cue, at: instant),
      let level = cue.group.flatMap(spot.level(of:)) ?? spot.innermost
    else { return nil }
    return spot.sets[level].set
  }

  /// What the cue says as things stand: the words of the plan, which follows every change, unless a stall has held it
  /// up; those, too, where no others can be made.
  private func liveText(of cue: ScheduledWarning, at instant: Duration) -> String? {
    guard let speech = cue.speech, cue.entry.isTemplate, let template = cue.entry.rule.say,
      let spot = subject(of: cue, at: instant)
    else { return cue.speech?.text }
    let late = state.timer.position(at: instant) - cue.due
    if late <= Self.tolerance { return speech.text }
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

  /// Writes down what a cue has come to, and when it plays, if it does.
  mutating func settle(
    _ cue: ScheduledWarning, _ outcome: Outcome, due: Duration, at instant: Duration?, cause: String?, text: String?
  ) {
    usage.note(outcome)
    // What a pause found unsaid leaves room.
    if let speech = cue.speech, outcome != .cancelled, state.timer.isRunning || spot == nil {
      speaking.removeAll { $0.isOver(at: cue.due) }
      let late = outcome == .failed || text == nil ? nil : instant.map { $0 - due }
      speaking.append(
        Utterance(
          kind: cue.entry.kind, segment: cue.spot.id, mark: cue.mark, due: cue.due, onset: speech.onset,
          end: speech.end, late: late, overrun: overrun(of: text, beyond: speech)))
    }
    if outcome != .cancelled {
      state.ledger.note(
        WarningLedger.Entry(
          key: cue.key, segment: cue.spot.id, mark: cue.mark, due: due, isRefused: outcome == .duplicate))
    }
    let standing = standing
    let report = CueReport(
      cue: cue.key, kind: cue.entry.kind, phase: cue.spot.sheet.name, set: liveSet(of: cue, at: state.now),
      plannedSet: cue.plannedSet, due: due, mark: due + (cue.mark - cue.due), at: instant, outcome: outcome,
      cause: cause, sound: cue.sound?.name, say: text, elapsed: standing.elapsed, position: standing.position)
    reaction.events.append(EngineEvent(at: state.now, kind: .cueSettled(report), standing: standing))
  }

  /// How far ahead the cues of a phase are promised: leaving it cancels as many, not the thousands of a long day.
  static let promised = Duration.seconds(3600)

  /// The cues of the rest of the phase that runs; where only the user ends it, as many as every plan holds.
  mutating func rest() -> [ScheduledWarning] {
    guard let spot else { return [] }
    let position = state.position
    let end =
      spot.cursor.end.map { min($0, position + Self.promised) }
      ?? WarningScheduler.leastPlan(at: position, from: spot.cursor.start)
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
