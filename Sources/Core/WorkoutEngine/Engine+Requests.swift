import WorkoutModel

/// What somebody asks to hear: where the session is, or a text.
///
/// The words wait for a place between those of the plan, as information does, and are left out if there is none in
/// time. In a pause nothing else is said.
extension Engine {
  /// The time between a request and its words, in which they are synthesised; what is measured is known by then.
  static let requestLead = Duration.seconds(1)
  /// By how much later than that the words may begin.
  private static let longestWait = ScheduledWarning.longestDelay

  /// By how much later than their time a late host still says them, as it does information.
  private static let grace = Duration.seconds(1)

  /// Words on request, and when they begin if nothing changes.
  struct Answer {
    let at: Duration
    let phrase: Phrase
    let key: CueKey
    let context: SegmentContext
    let gain: Double

    var effect: Effect { Effect(due: at, kind: .speak(Effect.Words(phrase, gain: gain, cue: key, align: .start))) }
  }

  mutating func say(_ text: String?) -> ActionResult {
    if let refusal = refusal(toSay: text) { return .refused(refusal) }
    var requests = state.requests
    requests.add(text, due: now + Self.requestLead)
    if replay == nil, requests.isLone {
      scheduler.extend(to: position + WarningScheduler.lookAhead, expander)
      if let request = requests.first, answer(to: request) == nil { return .refused(.noRoom) }
    }
    state.requests = requests
    return .accepted
  }

  private func refusal(toSay text: String?) -> RefusalReason? {
    if let refusal = playback.moveRefusal { return refusal }
    if playback.isClosing || isAtEnd { return .ending }
    if isInterrupted { return .interrupted }
    if timeline.workout.style == .silent, !timeline.workout.speaks { return .silentWorkout }
    if !policies.speaks { return .noSpeech }
    if let text {
      if !Limits.saidText.contains(text.unicodeScalars.count) || !SafeText.isSafe(text) { return .notText }
      if durations.isSilent(Phrase(text)) { return .nothingToSay }
    }
    return state.requests.contains(text) ? .saidSoon : nil
  }

  /// Whether another program has the sound.
  package var isInterrupted: Bool { state.interruptions.count > 0 }

  /// Whether something is still to be said on request.
  package var awaitsWords: Bool { !state.requests.isEmpty }

  /// The words that are said next on request, if they have a place.
  var nextAnswer: Answer? { isOver || replay != nil ? nil : state.requests.first.flatMap(answer) }

  /// Says what was asked for first, or leaves it out if it has no place any more.
  mutating func answerRequest(at instant: Duration) {
    scheduler.extend(to: position + WarningScheduler.lookAhead, expander)
    guard let request = state.requests.first else { return }
    guard let answer = answer(to: request) else {
      state.requests.removeFirst()
      return leaveOut(request, .noRoom, at: instant)
    }
    guard answer.at <= instant else { return }
    state.requests.removeFirst()
    let (cue, sound) = takeUpTime(for: answer.phrase, of: answer.key, .say, in: answer.context, at: instant)
    begin(
      UnplannedWords(
        event: .said(cue), sound: sound, segment: request.text == nil ? answer.context.id : nil, grace: Self.grace),
      at: instant)
  }

  /// Leaves out all that is still to be said.
  mutating func leaveOutRequests(_ cause: CueCause, at instant: Duration) {
    for request in state.requests.removeAll() where replay == nil { leaveOut(request, cause, at: instant) }
  }

  private mutating func leaveOut(_ request: SayRequest, _ cause: CueCause, at instant: Duration) {
    let progress = progress(at: instant)
    let key = CueKey(rule: rules.request, node: 0, sets: [], number: request.number)
    report(
      .said(
        CueReport(
          cue: key, kind: .say, phase: context?.words.name ?? "", due: instant, mark: instant, outcome: .skipped,
          cause: cause, phrase: request.text.map { Phrase($0) }, elapsed: progress.elapsed,
          position: progress.position)),
      at: instant)
  }

  // MARK: Places

  /// The words of a request, and their place: where the session is may be told in fewer sentences.
  private func answer(to request: SayRequest) -> Answer? {
    guard request.text == nil else { return place(of: request, sentences: 1) }
    return (1...Whereabouts.mostSentences).reversed().lazy.compactMap { place(of: request, sentences: $0) }.first
  }

  private func place(of request: SayRequest, sentences: Int) -> Answer? {
    var onset = max(now, request.due)
    while onset <= request.due + Self.longestWait, let context = context(at: onset) {
      let phrase = request.text.map { Phrase($0) } ?? whereabouts(at: onset, in: context, sentences)
      let end = onset + durations.length(of: phrase)
      if let taken = instantOfWordsEnd(from: onset, to: end) {
        onset = taken + SpokenInterval.pause
      } else if request.text == nil, let left = phaseEnd(of: context), left < end {
        onset = left
      } else {
        let (node, sets) = request.text == nil ? (context.id.node, context.setNumbers) : (0, [])
        let key = CueKey(rule: rules.request, node: node, sets: sets, number: request.number)
        return Answer(at: onset, phrase: phrase, key: key, context: context, gain: timeline.workout.voiceGain)
      }
    }
    return nil
  }

  /// The phase in which the session is at an instant if nothing happens before; `nil` after the last one.
  private func context(at instant: Duration) -> SegmentContext? {
    let position = timer.position(at: instant)
    var next = context
    while let here = next, let end = here.cursor.end, end <= position {
      next = here.following.map(expander.context)
    }
    return next
  }

  /// The instant at which a phase ends; `nil` if nobody knows it, or no time passes.
  private func phaseEnd(of context: SegmentContext) -> Duration? {
    context.cursor.end.flatMap { timer.instant(of: $0) }
  }

  private func instantOfWordsEnd(from onset: Duration, to end: Duration) -> Duration? {
    guard let lead = timer.lead else {
      return saidInPause.flatMap { $0.end + SpokenInterval.pause > onset ? $0.end : nil }
    }
    return wordsEnd(from: onset - lead, to: end - lead).map { $0 + lead }
  }

  private func whereabouts(at instant: Duration, in context: SegmentContext, _ sentences: Int) -> Phrase {
    let whereabouts = Whereabouts(
      rules: rules, context: context, position: timer.position(at: instant), isPaused: !timer.isRunning,
      values: state.signals.compactMapValues { $0.spokenValue(at: instant) })
    return whereabouts.phrase(sentences)
  }
}

extension FinishReason {
  /// Why what was still to be said is left out.
  var cueCause: CueCause {
    switch self {
    case .completed: .noRoom
    case .stopped: .stop
    case .failed: .failed
    }
  }
}
