import WorkoutModel

/// A cue whose moment passed before a sound could begin.
struct OverdueCue: Sendable {
  let cue: ScheduledWarning
  /// When it was due, in session time.
  let due: Duration
  /// The values of signals that its words mention, as they were known then.
  let values: [Signal: Int]
  /// The time since then that doesn't count: it is due so much later.
  var delay = Duration.zero
  /// Whether its words would have fallen silent meanwhile.
  var isCut = false

  enum Part { case whole, sound }

  /// Its words in their places.
  var words: SpokenInterval? {
    cue.speech.map { SpokenInterval(cue, $0, saying: nil, late: nil, overrun: .zero) }
  }
}

/// Plays the planned cues: each once, in words that are true when it plays, and late ones within their grace.
extension Engine {
  /// The longest time between two wake-ups that isn't a gap; after a gap at most one overdue announcement sounds.
  private static let longestStep = Duration.milliseconds(300)

  /// Plays the cue that is due at `instant`, or defers it if no sound can begin yet.
  mutating func playFirst(due instant: Duration) {
    let cue = scheduler.removeFirst()
    let values = values(for: cue, at: instant)
    if instant >= hearing.from {
      play(cue, values, due: instant, at: instant, .onTime, cause: nil)
    } else {
      overdue.append(OverdueCue(cue: cue, due: instant, values: values))
    }
  }

  /// Settles the cues that were due before `instant`, the earliest instant at which sounds can begin: plays those that
  /// are still true and within their grace, never in a burst.
  mutating func settleOverdue(at instant: Duration) {
    if !isOverdue { return }
    state.now = max(now, instant)
    settleOverdueCues(at: instant)
    settleOverdueCalls(at: instant)
  }

  /// Whether sounds that begin at `instant` are the first after a gap.
  func isAfterGap(at instant: Duration) -> Bool { instant - hearing.previous > Self.longestStep }

  private mutating func settleOverdueCues(at instant: Duration) {
    if overdue.isEmpty { return }
    let waiting = overdue
    overdue = []
    let afterGap = isAfterGap(at: instant)
    let playable = waiting.map { item in
      refusal(of: item.cue, due: item.due) == nil ? playablePart(of: item, at: instant) : nil
    }
    // After a gap only one announcement sounds, that of an end or else the newest; cues planned for one instant
    // count as one. One whose words are held back doesn't sound.
    let candidates = waiting.indices.filter { index in
      let (cue, due) = (waiting[index].cue, waiting[index].due + waiting[index].delay)
      return playable[index] != nil && !(cue.sound == nil && isHeldBack(cue, late: instant - due))
    }
    let chosen = (candidates.last { waiting[$0].cue.announcesEnd } ?? candidates.last).map { waiting[$0].due }
    for (item, playable) in zip(waiting, playable) {
      let (cue, due) = (item.cue, item.due + item.delay)
      if let refusal = refusal(of: cue, due: item.due) {
        settle(
          cue, .duplicate, due: due, delay: item.delay, cause: refusal, phrase: plannedPhrase(of: cue, item.values))
      } else if cue.sound == nil, cue.speech?.isMeasured == true, plannedPhrase(of: cue, item.values) == nil {
        leaveOut(cue, due: due, delay: item.delay, at: instant)
      } else if let playable, !afterGap || item.due == chosen {
        let isLate = instant - due > ScheduledWarning.tolerance
        play(
          cue, item.values, saysWords: playable == .whole, due: due, delay: item.delay, at: instant,
          isLate ? .late : .onTime, cause: isLate ? gapCause : nil)
      } else {
        // A later phase stands for one whose start is missed, but nothing for one that is still to come.
        let isPast = cue.cueClass == .start && cue.context.id != segment && cue.mark <= position
        settle(
          cue, playable != nil || isPast ? .collapsed : .skipped, due: due, delay: item.delay, cause: gapCause,
          phrase: plannedPhrase(of: cue, item.values))
      }
    }
    let cut = Set(waiting.lazy.filter(\.isCut).map(\.cue.key))
    if !cut.isEmpty { speech.keep { $0.late != nil || !cut.contains($0.key) } }
  }

  /// The part that still plays at `instant`: nothing if it is beyond its grace or no longer true; only its sound if its
  /// words mention an unknown value or don't fit, because other words have taken their place in the plan.
  private func playablePart(of item: OverdueCue, at instant: Duration) -> OverdueCue.Part? {
    guard maySound else { return nil }
    let (cue, late) = (item.cue, instant - item.due - item.delay)
    if let grace = cue.grace, late > grace { return nil }
    let phrase = livePhrase(of: cue, item.values, due: item.due + item.delay, at: instant)
    // Time that doesn't count makes a value an old one.
    let isOld = item.delay > .zero && item.values != values(for: cue, at: instant)
    let hasWords = cue.speech == nil || (phrase != nil && !isOld)
    let part: OverdueCue.Part? = hasWords ? .whole : cue.sound == nil ? nil : .sound
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
      let due = end + (cue.due - position)
      if due >= hearing.from || (!isReplaced && hearing.from - end <= ScheduledWarning.tolerance) {
        play(cue, values(for: cue, at: due), due: due, at: max(due, hearing.from), .onTime, cause: nil)
      } else {
        settle(cue, .collapsed, due: due, cause: gapCause, phrase: plannedPhrase(of: cue, values(for: cue, at: due)))
      }
    }
  }

  /// Plays a cue at `instant` that was due at `due`, in the words that are true now, or without words.
  private mutating func play(
    _ cue: ScheduledWarning, _ values: [Signal: Int], saysWords: Bool = true, due: Duration,
    delay: Duration = .zero, at instant: Duration, _ outcome: Outcome, cause: String?
  ) {
    if let refusal = refusal(of: cue, due: due - delay) {
      settle(cue, .duplicate, due: due, cause: refusal, phrase: plannedPhrase(of: cue, values))
      return
    }
    if let planned = cue.plannedSet, let playing = liveSet(of: cue, at: instant), planned != playing {
      report(.setMismatched(cue: cue.key, planned: planned, playing: playing), at: instant)
    }
    let isHeldBack = saysWords && isHeldBack(cue, late: instant - due)
    if isHeldBack, cue.sound == nil {
      settle(
        cue, .collapsed, due: due, delay: delay, cause: gapCause, phrase: plannedPhrase(of: cue, values))
      return
    }
    let saysWords = saysWords && !isHeldBack
    let phrase = saysWords ? livePhrase(of: cue, values, due: due, at: instant) : nil
    if phrase == nil, cue.sound == nil {
      leaveOut(cue, due: due, delay: delay, at: instant)
      return
    }
    let failure = phrase.flatMap { durations.failure(of: $0, insteadOf: plannedPhrase(of: cue, values)) }
    var sound = cue.sound
    if failure != nil, sound == nil {
      sound = CueSound(cue.cueClass == .countdown ? BuiltInSound.beep.rawValue : BuiltInSound.gong.rawValue)
    }
    if failure == nil, saysWords { silenceSpeech(for: cue, late: instant - due, at: instant) }
    // Words that were resolved differently than planned may be silent.
    let spoken = failure == nil ? phrase.flatMap { durations.isSilent($0) ? nil : $0 } : nil
    if spoken != nil, let note = cue.movedNote { report(.planNoted(note.shifted(by: due - cue.due)), at: now) }
    cue.appendEffects(sound: sound, phrase: spoken, due: due, shiftedBy: instant - due, to: &reaction.effects)
    settle(
      cue, failure == nil ? outcome : .failed, due: due, delay: delay, at: instant, cause: failure ?? cause,
      phrase: phrase)
  }

  /// Leaves out a cue that has nothing but words, which mention a value that nobody knows.
  private mutating func leaveOut(_ cue: ScheduledWarning, due: Duration, delay: Duration, at instant: Duration) {
    takeUpTime(cue, saying: nil, late: nil)
    record(cue, due: due - delay, isRefused: true)
    reaction.unknown.append(cue)
    let note = LeftOut(reason: TextGap.noHeartRate.reason).note(
      key: cue.key, kind: cue.kind, mark: cue.mark, due: cue.due, content: cue.speech?.text ?? "")
    report(.planNoted(note.shifted(by: due - cue.due)), at: instant)
  }
}
