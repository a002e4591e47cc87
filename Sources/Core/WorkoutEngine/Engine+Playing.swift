import WorkoutModel

/// A cue whose moment has come, with what was known then.
struct DueCue: Sendable {
  let cue: ScheduledWarning
  /// The instant at which its moment came, in session time.
  let moment: Duration
  /// The values of signals that its words mention.
  let values: [Signal: Int]
  /// Why it may not be played again; `nil` if it may.
  let refusal: CueCause?
  /// The time since then that doesn't count.
  var delay = Duration.zero

  enum Part { case whole, sound }

  /// The instant at which it is due, in session time.
  var due: Duration { moment + delay }
}

/// Plays the planned cues: each once, in words that are true when it plays, and late ones within their grace.
extension Engine {
  /// The longest time between two wake-ups that isn't a gap; after a gap at most one overdue announcement sounds.
  private static let longestStep = Duration.milliseconds(300)

  /// The moment of a planned cue has come: it is a fact from now on.
  private mutating func begin(_ cue: ScheduledWarning, at instant: Duration) -> DueCue {
    let refusal = refusal(of: cue, due: instant)
    record(cue, due: instant, isRefused: refusal != nil)
    takeUpTime(cue)
    return DueCue(cue: cue, moment: instant, values: values(for: cue, at: instant), refusal: refusal)
  }

  /// Plays the cue that is due at `instant`, or defers it if no sound can begin yet.
  mutating func playFirst(due instant: Duration) {
    let item = begin(scheduler.removeFirst(), at: instant)
    if instant >= hearing.from { play(item, at: instant, .onTime, cause: nil) } else { overdue.append(item) }
  }

  /// Settles the cues that were due before `instant`, the earliest instant at which sounds can begin: plays those that
  /// are still true and within their grace, never in a burst.
  mutating func settleOverdue(at instant: Duration) {
    if !isOverdue { return }
    state.now = max(now, instant)
    settleOverdueCues(at: instant)
    settleOverdueWords(at: instant)
  }

  /// Whether sounds that begin at `instant` are the first after a gap.
  func isAfterGap(at instant: Duration) -> Bool { instant - hearing.previous > Self.longestStep }

  private mutating func settleOverdueCues(at instant: Duration) {
    if overdue.isEmpty { return }
    let waiting = overdue
    overdue = []
    let afterGap = isAfterGap(at: instant)
    // Time that a sleep has left out moves what waits: that may be still to come.
    func onset(_ item: DueCue) -> Duration { max(instant, item.due) }
    let playable = waiting.map { $0.refusal == nil ? playablePart(of: $0, at: onset($0)) : nil }
    // After a gap only one announcement sounds, that of an end or else the newest; cues planned for one instant
    // count as one. One whose words are held back doesn't sound.
    let candidates = waiting.indices.filter { index in
      let item = waiting[index]
      let isSilent = item.cue.sound == nil && isHeldBack(item.cue, late: onset(item) - item.due)
      return playable[index] != nil && !isSilent
    }
    let chosen = (candidates.last { waiting[$0].cue.announcesEnd } ?? candidates.last).map { waiting[$0].moment }
    for (item, playable) in zip(waiting, playable) {
      let cue = item.cue
      if let refusal = item.refusal {
        settle(item, .duplicate, cause: refusal)
      } else if cue.sound == nil, cue.speech?.isMeasured == true, plannedPhrase(of: cue, item.values) == nil {
        leaveOut(item)
      } else if let playable, !afterGap || item.moment == chosen {
        let isLate = instant - item.due > ScheduledWarning.tolerance
        play(item, playable, at: onset(item), isLate ? .late : .onTime, cause: isLate ? gapCause : nil)
      } else {
        // A later phase stands for one whose start is missed, but nothing for one that is still to come.
        let isPast = cue.cueClass == .start && cue.context.id != segment && cue.mark <= position
        settle(item, playable != nil || isPast ? .collapsed : .skipped, cause: gapCause)
      }
    }
  }

  /// The part that still plays at `instant`: nothing if it is beyond its grace or no longer true; only its sound if its
  /// words mention an unknown value or don't fit, because other words have taken their place in the plan.
  private func playablePart(of item: DueCue, at instant: Duration) -> DueCue.Part? {
    guard maySound else { return nil }
    let (cue, late) = (item.cue, instant - item.due)
    if let grace = cue.grace, late > grace { return nil }
    let phrase = currentPhrase(of: cue, item.values, due: item.due, at: instant)
    // Time that doesn't count makes a value an old one.
    let isOld = item.delay > .zero && item.values != values(for: cue, at: instant)
    let hasWords = cue.speech == nil || (phrase != nil && !isOld)
    let part: DueCue.Part? = hasWords ? .whole : cue.sound == nil ? nil : .sound
    // A cue at the end of a phase or set is on time shortly after it, too.
    if cue.cueClass == .completion || (cue.isEnd && late <= ScheduledWarning.tolerance) { return part }
    guard cue.anchor.contains(position), isCurrent(cue) else { return nil }
    guard late > ScheduledWarning.tolerance, hasWords, let planned = cue.speech else { return part }
    let overrun = durations.overrun(of: phrase, beyond: planned.phrase, of: planned.length)
    guard isTaken(for: cue, from: planned.onset + late, to: planned.end + late + overrun) else { return .whole }
    return cue.sound == nil ? nil : .sound
  }

  /// Plays the closing words that waited for others and so begin after the end, where the timer has stopped. If a stall
  /// has delayed the end itself, the closing cue replaces them; late ones are also replaced by what is heard after a
  /// gap.
  mutating func playLastWords(at end: Duration, isReplaced: Bool) {
    for cue in scheduler.queue where cue.cueClass == .completion {
      let item = begin(cue, at: end + (cue.due - position))
      if item.due >= hearing.from || (!isReplaced && hearing.from - end <= ScheduledWarning.tolerance) {
        play(item, at: max(item.due, hearing.from), .onTime, cause: nil)
      } else {
        settle(item, .collapsed, cause: gapCause)
      }
    }
  }

  /// Plays a cue at `instant`, in the words that are true now, or its sound alone.
  private mutating func play(
    _ item: DueCue, _ part: DueCue.Part = .whole, at instant: Duration, _ outcome: Outcome, cause: CueCause?
  ) {
    if let refusal = item.refusal { return settle(item, .duplicate, cause: refusal) }
    let (cue, late) = (item.cue, instant - item.due)
    if let planned = cue.plannedSet, let playing = currentSet(of: cue, at: instant), planned != playing {
      report(.setMismatched(SetMismatch(cue: cue.key, planned: planned, playing: playing)), at: instant)
    }
    let isHeldBack = part == .whole && isHeldBack(cue, late: late)
    if isHeldBack, cue.sound == nil { return settle(item, .collapsed, cause: gapCause) }
    let saysWords = part == .whole && !isHeldBack
    let phrase = saysWords ? currentPhrase(of: cue, item.values, due: item.due, at: instant) : nil
    if phrase == nil, cue.sound == nil { return leaveOut(item) }
    let failure = phrase.flatMap { durations.failure(of: $0, insteadOf: plannedPhrase(of: cue, item.values)) }
    var sound = cue.sound
    if failure != nil, sound == nil {
      sound = CueSound(cue.cueClass == .countdown ? BuiltInSound.beep.rawValue : BuiltInSound.gong.rawValue)
    }
    if failure == nil, saysWords { silenceSpeech(for: cue, late: late, at: instant) }
    if failure == nil, let phrase { hear(cue, saying: phrase, late: late) }
    // Words that were resolved differently than planned may be silent.
    let spoken = failure == nil ? phrase.flatMap { durations.isSilent($0) ? nil : $0 } : nil
    if spoken != nil, let note = cue.movedNote { report(.planNoted(note.shifted(by: item.due - cue.due)), at: now) }
    cue.appendEffects(sound: sound, phrase: spoken, due: item.due, shiftedBy: late, to: &reaction.effects)
    settle(
      cue, failure == nil ? outcome : .failed, due: item.due, at: instant, cause: failure ?? cause, phrase: phrase)
  }

  /// Settles a cue that isn't played.
  private mutating func settle(_ item: DueCue, _ outcome: Outcome, cause: CueCause?) {
    settle(item.cue, outcome, due: item.due, cause: cause, phrase: plannedPhrase(of: item.cue, item.values))
  }

  /// Leaves out a cue that has nothing but words, which mention a value that nobody knows.
  private mutating func leaveOut(_ item: DueCue) {
    let cue = item.cue
    state.facts.leaveOut(cue.key, mark: cue.mark)
    reaction.unknown.append(cue)
    let note = LeftOut(reason: .gap(.noHeartRate)).note(
      key: cue.key, kind: cue.kind, mark: cue.mark, due: cue.due, content: cue.speech?.text ?? "")
    report(.planNoted(note.shifted(by: item.due - cue.due)), at: now)
  }

  /// The moment of a cue has come that the plan leaves out.
  mutating func leaveOutFirst(at instant: Duration) {
    let cue = scheduler.removeFirstLeftOut()
    let shift = instant - timer.position(at: instant)
    state.facts.record(
      Fact(
        cue.note.key, in: cue.segment, mark: cue.note.mark, offset: cue.offset, due: cue.at + shift, isRefused: true,
        hasWords: false))
    report(.planNoted(cue.note.shifted(by: shift)), at: instant)
  }
}
