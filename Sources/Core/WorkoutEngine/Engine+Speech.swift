import WorkoutModel

/// What becomes of the words in progress: words belong to what their rule names, and what an event calls spoken is
/// heard to its end, unless a later note tells that it is cut.
extension Engine {
  /// The fade of words that are cut.
  private static let speechFade = Duration.milliseconds(50)

  /// Leaves for a place in the segment of `next`: the words of what the session leaves fall silent, and those of what
  /// it stays in go on.
  ///
  /// Words whose moment isn't before that place come again there, so they fall silent, too.
  mutating func leaveSpeech(for next: SegmentContext, at position: Duration) {
    endSpeech { [ledger = state.ledger] said in
      guard next.isWithin(said.key) else { return false }
      let mark = said.segment == next.id ? next.cursor.start + said.offset : said.mark
      return mark < position || ledger.holds(said.key, mark: mark)
    }
    // Until it arrives, words in progress count from there.
    speech.shift(by: .zero - self.position)
  }

  /// Silences the words in progress that end with the current phase, which `next` follows; all of them if
  /// nothing does.
  mutating func endSpeech(before next: SegmentContext?) {
    endSpeech { said in next?.isWithin(said.key) ?? false }
  }

  private mutating func endSpeech(unless goesOn: (SpokenInterval) -> Bool) {
    let ended = speech.intervals.filter { $0.isHeard(from: position) && !goesOn($0) }
    cut(ended, "the user has left its phase", at: now)
    notes.remove(where: ended.map(\.key).contains)
    speech.keep(where: goesOn)
    for index in overdue.indices where words(of: overdue[index]).map({ !goesOn($0) }) ?? false {
      overdue[index].isCut = true
    }
  }

  /// Silences late speech in progress where the words of another cue begin.
  mutating func silenceSpeech(for cue: ScheduledWarning, late: Duration, at instant: Duration) {
    guard let speech = cue.speech else { return }
    let (onset, end) = (speech.onset + late + ScheduledWarning.tolerance, speech.end + late)
    let overlapping = self.speech.intervals.filter { $0.isHeard(from: onset, to: end) }
    cut(overlapping.filter { $0.kind != .coach }, "they are late, and other words begin", at: instant)
    cut(overlapping.filter { $0.kind == .coach }, "other words begin", at: instant)
    self.speech.silence(overlapping.map(\.key))
  }

  /// The words in progress; those for which a late host has yet to account have their places, too.
  var wordsInProgress: SpeechInProgress {
    overdue.reduce(into: speech) { words, item in
      if !item.isCut, let own = self.words(of: item) { words.add(own, at: position) }
    }
  }

  private func words(of item: OverdueCue) -> SpokenInterval? {
    item.cue.speech.map { SpokenInterval(item.cue, $0, saying: nil, late: nil, overrun: .zero) }
  }

  /// Stops speech because everything fades out; cues that gave way to a phrase that is cut short can be planned again.
  mutating func fadeOutSpeech(_ reason: String) {
    // Words that still wait for the earliest instant at which a sound can begin are cut, too.
    let isWaiting = overdue.contains { $0.cue.speech.map { $0.end > position } ?? false }
    let isCut = isWaiting || speech.isPlanned(behind: position)
    let heard = speech.intervals.filter { $0.isHeard(from: position) }
    reportCut(heard, reason, at: now)
    notes.remove(where: heard.map(\.key).contains)
    speech.clear()
    if isCut { replanHere() } else { continueHere() }
  }

  private mutating func cut(_ words: [SpokenInterval], _ reason: String, at instant: Duration) {
    if words.isEmpty { return }
    emit(.silence(.words(of: words.map(\.key)), over: Self.speechFade), at: instant)
    reportCut(words, reason, at: instant)
  }

  /// Reports that words in progress fall silent at `instant`.
  private mutating func reportCut(_ words: [SpokenInterval], _ reason: String, at instant: Duration) {
    // After the end of the plan, where the timer is stopped, words are still spoken.
    let shift = now - position
    for said in words {
      report(.planNoted(said.cutNote(at: instant - shift, reason).shifted(by: shift)), at: now)
    }
  }

  /// Whether other words are heard, or will be, between two positions of the plan, where a late cue would speak.
  func isTaken(for cue: ScheduledWarning, from onset: Duration, to end: Duration) -> Bool {
    speech.intervals.contains {
      $0.kind != .coach && cue.yields(to: $0.cueClass, $0.announcesEnd) && $0.isHeard(from: onset, to: end)
    }
      || scheduler.queue.contains { other in
        guard let speech = other.speech, cue.yields(to: other.cueClass, other.announcesEnd) else { return false }
        return speech.onset < end && onset < speech.end
      }
  }

  /// Whether the words of a cue aren't said, because a late announcement of an end, which is heard then, stands for
  /// them. Inlined, because a call would copy the session.
  @inline(__always) func isHeldBack(_ cue: ScheduledWarning, late: Duration) -> Bool {
    guard let speech = cue.speech, !cue.announcesEnd, cue.cueClass != .completion else { return false }
    let (onset, end) = (speech.onset + late + ScheduledWarning.tolerance, speech.end + late)
    return self.speech.intervals.contains { said in
      guard said.announcesEnd, let late = said.late, late > ScheduledWarning.tolerance else { return false }
      return said.isHeard(from: onset, to: end)
    }
  }
}

extension ScheduledWarning {
  /// Whether its words, if they are late, give way to words of a class; those that announce an end only give way to a
  /// completion and to another such announcement, which `announcing` is.
  fileprivate func yields(to cueClass: CueClass, _ announcing: Bool) -> Bool {
    !announcesEnd || announcing || cueClass == .completion
  }
}
