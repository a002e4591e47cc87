import WorkoutModel

/// What becomes of the words in progress: words belong to what their rule names, and what an event calls spoken is
/// heard to its end, unless a later note tells that it is cut.
extension CuePlayer {
  /// The fade of words that are cut.
  private static let speechFade = Duration.milliseconds(50)

  /// Leaves for a place in the segment of `next`, or for the end of the workout: the words of what the session leaves
  /// fall silent, and those of what it stays in go on.
  ///
  /// Words whose moment isn't before that place come again there, so they fall silent, too.
  mutating func leave(
    for next: SegmentContext?, at position: Duration, _ environment: CueEnvironment, _ recorder: inout SessionRecorder
  ) {
    endSpeech(of: environment, &recorder) { [ledger] said in
      guard let next, next.isWithin(said.key) else { return false }
      return said.mark < position || ledger.holds(said.key, mark: said.mark)
    }
    // Until it arrives, words in progress count from there.
    speech.shift(by: .zero - environment.position)
  }

  /// Silences the words in progress that end with the current phase, which `next` follows; all of them if
  /// nothing does.
  mutating func endSpeech(
    before next: SegmentContext?, _ environment: CueEnvironment, _ recorder: inout SessionRecorder
  ) {
    endSpeech(of: environment, &recorder) { said in next?.isWithin(said.key) ?? false }
  }

  private mutating func endSpeech(
    of environment: CueEnvironment, _ recorder: inout SessionRecorder, unless goesOn: (SpokenInterval) -> Bool
  ) {
    let position = environment.position
    let ended = speech.intervals.filter { $0.isHeard(from: position) && !goesOn($0) }
    cut(ended, "the user has left its phase", at: environment.now, environment, &recorder)
    plan.removeNotes(about: ended.map(\.key))
    speech.keep(where: goesOn)
  }

  /// Silences late speech in progress where the words of another cue begin.
  mutating func silenceSpeech(
    for cue: ScheduledWarning, late: Duration, at instant: Duration, _ environment: CueEnvironment,
    _ recorder: inout SessionRecorder
  ) {
    guard let speech = cue.speech else { return }
    let (onset, end) = (speech.onset + late + CueEnvironment.tolerance, speech.end + late)
    let overlapping = self.speech.intervals.filter { $0.isHeard(from: onset, to: end) }
    cut(overlapping, "they are late, and other words begin", at: instant, environment, &recorder)
    self.speech.silence(overlapping.map(\.key))
  }

  private func cut(
    _ words: [SpokenInterval], _ reason: String, at instant: Duration, _ environment: CueEnvironment,
    _ recorder: inout SessionRecorder
  ) {
    if words.isEmpty { return }
    recorder.emit(.silence(.words(of: words.map(\.key)), over: Self.speechFade), at: instant)
    reportCut(words, reason, at: instant, environment, &recorder)
  }

  /// Reports that words in progress fall silent at `instant`.
  func reportCut(
    _ words: [SpokenInterval], _ reason: String, at instant: Duration, _ environment: CueEnvironment,
    _ recorder: inout SessionRecorder
  ) {
    // After the end of the plan, where the timer is stopped, words are still spoken.
    let shift = environment.now - environment.position
    for said in words {
      let note = said.cutNote(at: instant - shift, reason).shifted(by: shift)
      recorder.report(.planNoted(note), at: environment.now, environment)
    }
  }

  /// Whether other words are heard, or will be, between two positions of the plan, where a late cue would speak.
  func isTaken(for cue: ScheduledWarning, from onset: Duration, to end: Duration) -> Bool {
    speech.intervals.contains { cue.yields(to: $0.cueClass, $0.announcesEnd) && $0.isHeard(from: onset, to: end) }
      || plan.queue.contains { other in
        guard let speech = other.speech, cue.yields(to: other.cueClass, other.announcesEnd) else { return false }
        return speech.onset < end && onset < speech.end
      }
  }

  /// Whether the words of a cue aren't said, because a late announcement of an end, which is heard then, stands for
  /// them.
  func isHeldBack(_ cue: ScheduledWarning, late: Duration) -> Bool {
    guard let speech = cue.speech, !cue.announcesEnd, cue.cueClass != .completion else { return false }
    let (onset, end) = (speech.onset + late + CueEnvironment.tolerance, speech.end + late)
    return self.speech.intervals.contains { said in
      guard said.announcesEnd, let late = said.late, late > CueEnvironment.tolerance else { return false }
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
