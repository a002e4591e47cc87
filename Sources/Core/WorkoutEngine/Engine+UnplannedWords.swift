import WorkoutModel

/// Words that no plan contains, of the coach or on request: they are said between those of the plan, and fall silent if
/// the plan changes and others begin.
struct UnplannedWords: Sendable {
  /// The event that reports them.
  var event: EngineEvent.Kind
  let sound: CueSound?
  /// The phase to which they belong; `nil` for words that belong to none.
  let segment: SegmentID?
  /// By how much later than its time a late host still says them.
  var grace = SpokenInterval.pause
}

extension Engine {
  /// The end of words whose place in the plan, with a pause around it, overlaps others between two positions.
  ///
  /// The times are those planned, because what is decided must not depend on how late a host is.
  func wordsEnd(from onset: Duration, to end: Duration) -> Duration? {
    func overlaps(_ begin: Duration, _ stop: Duration) -> Bool {
      begin < end + SpokenInterval.pause && stop + SpokenInterval.pause > onset
    }
    if let said = state.facts.speaking.first(where: { overlaps($0.onset, $0.end) }) { return said.end }
    return scheduler.queue.lazy.compactMap { $0.speech }.first { overlaps($0.onset, $0.end) }?.end
  }

  /// Words take up their time, which begins at `instant`; returns their cue, and what sounds: a substitute if they
  /// can't be spoken.
  mutating func takeUpTime(
    for phrase: Phrase?, of key: CueKey, _ kind: CueKind, sound: CueSound? = nil, in context: SegmentContext,
    at instant: Duration
  ) -> (cue: CueReport, sound: CueSound?) {
    let failure = phrase.flatMap { durations.failures[$0] }
    let sound = failure.map { _ in CueSound(BuiltInSound.beep.rawValue) } ?? sound
    let progress = progress(at: instant)
    let set = context.innermost.map { context.sets[$0].set }
    let cue = CueReport(
      cue: key, kind: kind, phase: context.words.name, set: set, plannedSet: set, due: instant, mark: instant,
      at: instant, outcome: failure == nil ? .onTime : .failed, cause: failure.map(CueCause.unspoken),
      sound: sound?.name, strikes: 1, phrase: phrase, elapsed: progress.elapsed, position: progress.position)
    guard let phrase else { return (cue, sound) }
    var words = SpokenInterval(of: cue, in: context, for: durations.length(of: phrase))
    if timer.isRunning {
      state.facts.add(words, at: progress.position)
    } else {
      words.shift(by: instant - progress.position)
      saidInPause = words
    }
    return (cue, sound)
  }

  /// Says words whose time has come, or defers them if no sound can begin yet.
  mutating func begin(_ words: UnplannedWords, at instant: Duration) {
    if instant < hearing.from { overdueWords.append(words) } else { say(words, at: instant) }
  }

  /// Says what a late host couldn't say in time, unless it is so late that other words may begin.
  mutating func settleOverdueWords(at instant: Duration) {
    let waiting = overdueWords
    overdueWords = []
    for words in waiting { say(words, at: instant) }
  }

  private mutating func say(_ words: UnplannedWords, at instant: Duration) {
    var event = words.event
    guard var cue = event.cue else { return }
    let late = instant - cue.due
    let isTaken = cue.phrase.map { meetsOthers(for: durations.length(of: $0), late: late) } ?? false
    if late > words.grace || isTaken || words.segment.map({ $0 != segment }) ?? false {
      (cue.at, cue.outcome, cue.cause) = (nil, .skipped, gapCause)
    } else {
      cue.at = instant
      if cue.outcome == .onTime, late > ScheduledWarning.tolerance { (cue.outcome, cue.cause) = (.late, gapCause) }
      if let sound = words.sound {
        emit(.playSound(Effect.Sound(sound, cue: cue.cue, align: .start)), at: instant)
      }
      if let phrase = cue.phrase, cue.outcome != .failed {
        let gain = timeline.workout.voiceGain
        emit(.speak(Effect.Words(phrase, gain: gain, cue: cue.cue, align: .start)), at: instant)
        state.facts.hear(cue.cue, late: late)
        if saidInPause?.key == cue.cue { saidInPause?.late = late }
      }
    }
    event.cue = cue
    report(event, at: instant)
  }

  /// Whether other words are heard where late ones would be, or will be: those of the plan may be late themselves.
  private func meetsOthers(for length: Duration, late: Duration) -> Bool {
    let end = position + length
    if state.facts.speaking.contains(where: { $0.isHeard(from: position, to: end) }) { return true }
    return late > SpokenInterval.pause
      && scheduler.queue.contains { $0.speech.map { $0.onset < end && $0.end > position } ?? false }
  }

  /// Words that are heard in a pause fall silent, because the session does something else.
  mutating func cutWordsInPause(_ reason: PlanNote.Reason) {
    guard var words = saidInPause else { return }
    saidInPause = nil
    guard words.isHeard(from: now) else { return }
    words.shift(by: position - now)
    cut([words], reason, at: now)
  }
}
