package import WorkoutModel

extension Engine {
  /// The phrases that may be spoken up to `position` of the plan and a little beyond, in order, each once.
  ///
  /// No further than a week ahead, which is the longest plan.
  public func phrases(upTo position: Duration) -> [Phrase] {
    let position = min(position, self.position + Limits.totalLength)
    var scheduler = scheduler
    let end = position + scheduler.reach
    scheduler.extend(to: end, expander)
    let planned = phrases(of: scheduler.cues(from: self.position, through: end))
    // What is asked for is due soonest, and nobody could make it earlier.
    return Self.once((nextAnswer.map { [$0.phrase] } ?? []) + planned + coachPhrases(upTo: position))
  }

  /// The words of a planned cue that is `late` and speaks of the segment at a cursor, by default its own, where signals
  /// have these values.
  ///
  /// `nil` if it has no text, or if that can't be resolved there.
  package func phrase(
    of cue: ScheduledWarning, late: Duration = .zero, at cursor: Cursor? = nil, knowing values: [Signal: Int] = [:]
  ) -> Phrase? {
    let subject = cursor.map { SegmentContext($0, rules) } ?? cue.context
    return cue.phrase(late: late, in: subject, expander, values)
  }

  /// The phrases that may be spoken at once after an action of the user, each once: the user ends an open phase, leaves
  /// the phase, restarts it, goes back, or undoes or redoes a move.
  ///
  /// They are the first words at each of these places, for a host that synthesises the others when the session gets
  /// there.
  package func phrasesWithinReach() -> [Phrase] {
    guard let context else { return [] }
    var phrases = phrasesAfterOpenPhase()
    if context.phase.endsByUser, rules.mentionsTime {
      // Words about the remaining time differ for each second that the phase lasts.
      for second in 1...Self.announcedSeconds {
        phrases += phrasesAfterOpenPhase(lasting: self.position + .seconds(second) - context.cursor.start)
      }
    }
    if !context.phase.isOpen {
      let closing = WarningScheduler.closing(at: context, expander)
      phrases += context.following.map { firstPhrases(at: $0) } ?? self.phrases(of: closing)
    }
    phrases += firstPhrases(at: context.cursor)
    if let previous = state.place.previous(in: timeline) { phrases += firstPhrases(at: previous) }
    let places = state.history.next(from: context.id)
    phrases += places.flatMap { firstPhrases(at: $0.cursor, from: $0.position) }
    return Self.once(phrases)
  }

  /// The phrases that may be spoken immediately when the current open phase ends, `length` after its start or now,
  /// whichever is later; empty if the current phase isn't open.
  ///
  /// The plan doesn't contain them, because it assumes that the phase continues.
  package func phrasesAfterOpenPhase(lasting length: Duration = .zero) -> [Phrase] {
    guard let context, context.phase.endsByUser else { return [] }
    var ended = context.cursor
    ended.end(at: max(self.position, context.cursor.start + length))
    return firstPhrases(at: ended, from: ended.end)
  }

  /// Whether the user decides when the current phase ends.
  package var isOpen: Bool { context?.phase.endsByUser ?? false }

  /// The phrases that would be spoken within `reach` after `position`, by default the start of `cursor`, if the session
  /// were at `cursor`.
  private func firstPhrases(at cursor: Cursor, from position: Duration? = nil) -> [Phrase] {
    let from = position ?? cursor.start
    var scheduler = WarningScheduler(at: context(of: cursor), from: from, expander)
    scheduler.extend(to: from + Self.reach, expander)
    // What finds no place by its estimated length may find one by its own.
    return phrases(of: scheduler.cues(from: from, through: from + Self.reach))
  }

  /// The number of seconds from now for which the words after the end of an open phase are listed: the time until they
  /// are requested again.
  private static let announcedSeconds = 45

  /// The time after a move whose phrases must be ready when it is made: long enough to synthesise the phrases after it.
  private static let reach = Duration.seconds(10)

  /// The phrases of cues; of words that mention a value those with the longest, which the plan needs, and with the one
  /// that will be said if nothing else is measured.
  private func phrases(of cues: [ScheduledWarning]) -> [Phrase] {
    cues.flatMap { cue -> [Phrase] in
      guard let speech = cue.speech, speech.isMeasured else { return cue.speech.map { [$0.phrase] } ?? [] }
      let instant = timer.instant(of: cue.due) ?? SpeechArbitrator.never
      return [speech.phrase, plannedPhrase(of: cue, values(for: cue, at: instant))].compactMap({ $0 })
    }
  }

  private static func once(_ phrases: [Phrase]) -> [Phrase] {
    var seen: Set<Phrase> = []
    return phrases.filter { seen.insert($0).inserted }
  }
}
