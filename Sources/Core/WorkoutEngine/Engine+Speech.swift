import WorkoutModel

/// What becomes of the words in progress: words belong to what their rule names, and what an event calls spoken is
/// heard to its end, unless a later note tells that it is cut.
extension Engine {
  private static let speechFade = Duration.milliseconds(50)

  /// Leaves for a place in the segment of `next`: the words of what the session leaves fall silent, and those of what
  /// it stays in go on.
  ///
  /// Words whose moment isn't before that place come again there, so they fall silent, too.
  mutating func leaveSpeech(for next: SegmentContext, at position: Duration) {
    endSpeech { [facts = state.facts] said in
      guard next.isWithin(said.key) else { return false }
      let mark = said.segment == next.id ? next.cursor.start + said.offset : said.mark
      return mark < position || facts.contains(said.key, mark: mark)
    }
    // Until it arrives, words in progress count from there.
    state.facts.shiftWords(by: .zero - self.position)
  }

  /// Silences the words in progress that end with the current phase, which `next` follows; all of them if
  /// nothing does.
  mutating func endSpeech(before next: SegmentContext?) {
    endSpeech { said in next?.isWithin(said.key) ?? false }
  }

  private mutating func endSpeech(unless continues: (SpokenInterval) -> Bool) {
    let ended = state.facts.speaking.filter { $0.isHeard(from: position) && !continues($0) }
    cut(ended, .phaseLeft, at: now)
    state.facts.keepWords(where: continues)
  }

  /// Silences late speech in progress where the words of another cue begin.
  mutating func silenceSpeech(for cue: ScheduledWarning, late: Duration, at instant: Duration) {
    guard let speech = cue.speech else { return }
    let (onset, end) = (speech.onset + late + ScheduledWarning.tolerance, speech.end + late)
    let overlapping = state.facts.speaking.filter { $0.isHeard(from: onset, to: end) }
    cut(overlapping.filter { $0.kind.isPlanned }, .lateWhenOthersBegin, at: instant)
    cut(overlapping.filter { !$0.kind.isPlanned }, .othersBegin, at: instant)
    state.facts.silence(overlapping.map { $0.key })
  }

  /// Stops speech because everything fades out; cues that gave way to a phrase that is cut short can be planned again.
  mutating func fadeOutSpeech(_ reason: PlanNote.Reason) {
    let speaking = state.facts.speaking
    reportCut(speaking.filter { $0.isHeard(from: position) }, reason, at: now)
    state.facts.keepWords { _ in false }
    if speaking.contains(where: { $0.end > position }) { replan() }
  }

  mutating func cut(_ words: [SpokenInterval], _ reason: PlanNote.Reason, at instant: Duration) {
    if words.isEmpty { return }
    emit(.silence(.words(of: words.map { $0.key }), over: Self.speechFade), at: instant)
    reportCut(words, reason, at: instant)
  }

  private mutating func reportCut(_ words: [SpokenInterval], _ reason: PlanNote.Reason, at instant: Duration) {
    // After the end of the plan, where the timer is stopped, words are still spoken.
    let shift = now - position
    for said in words {
      report(.planNoted(said.cutNote(at: instant - shift, reason).shifted(by: shift)), at: now)
    }
  }

  /// Whether other words are heard, or will be, between two positions of the plan, where a late cue would speak.
  func isTaken(for cue: ScheduledWarning, from onset: Duration, to end: Duration) -> Bool {
    state.facts.speaking.contains {
      $0.kind.isPlanned && cue.yields(to: $0.cueClass, $0.announcesEnd) && $0.isHeard(from: onset, to: end)
    }
      || scheduler.queue.contains { other in
        guard let speech = other.speech, cue.yields(to: other.cueClass, other.announcesEnd) else { return false }
        // Words whose value nobody knows aren't said.
        return speech.onset < end && onset < speech.end && plannedPhrase(of: other, values(for: other, at: now)) != nil
      }
  }

  /// Whether the words of a cue aren't said, because a late announcement of an end, which is heard then, stands for
  /// them. Inlined, because a call would copy the session.
  @inline(__always) func isHeldBack(_ cue: ScheduledWarning, late: Duration) -> Bool {
    guard let speech = cue.speech, !cue.announcesEnd, cue.cueClass != .completion else { return false }
    let (onset, end) = (speech.onset + late + ScheduledWarning.tolerance, speech.end + late)
    return state.facts.speaking.contains { said in
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
