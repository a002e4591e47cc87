public import WorkoutModel

/// Runs a workout: a store whose only way in is `send`.
///
/// The engine reads no clock and does no work outside itself. The host says what happened and when; the engine says
/// what must happen and what has happened. Same inputs, same outputs. It advances by instants, never by counted ticks:
/// the state after many ticks is the state after the last of them alone. A tick before the next deadline costs next to
/// nothing. A copy is a session of its own and shares the compiled workout, so whoever runs one many times makes one
/// engine, has it look ahead and copies it.
public struct Engine: Sendable {
  /// The plan that the session follows.
  public let timeline: Timeline
  /// The session as it stands after the last `send`.
  public internal(set) var state = EngineState()
  /// How long phrases and sounds are, as far as the host has said.
  public internal(set) var lexicon: Lexicon
  /// What it does where people differ.
  public private(set) var policies: Policies
  /// What has happened so far, in numbers.
  public internal(set) var usage = Usage()
  let book: CueBook
  var scheduler: WarningScheduler
  var notes = NoteQueue()
  var speaking: [Utterance] = []
  /// Where the session stands: `state.cursor` with all that is around it, derived from it.
  var spot: Spot?
  /// What time alone brings next, derived from all the rest; found anew whenever something has changed.
  var upcoming: Milestone?
  var reaction = Reaction()
  /// The cues that were due before a sound could begin.
  var overdue: [Overdue] = []
  /// From when on a sound can be heard, and when the host was awake before.
  var hearing = (from: Duration.zero, previous: Duration.zero)
  /// Why time was lost since the last wake-up, where it is known.
  var gapCause: String?
  /// What is being done, not yet counted.
  var acting: Action?

  /// A session of `timeline` that has not begun.
  public init(_ timeline: Timeline, lexicon: Lexicon = Lexicon(), policies: Policies = Policies()) {
    self.timeline = timeline
    self.lexicon = lexicon
    self.policies = policies
    self.book = CueBook(timeline)
    self.scheduler = .nothing
    stand(at: timeline.first())
    replan(from: .zero)
  }

  /// Advances to `now`, applies `action`, and returns what must happen.
  ///
  /// - Parameters:
  ///   - action: What happened.
  ///   - now: The instant, in session time; instants before the last one count as that one.
  ///   - soundsFrom: The earliest instant at which a sound can still begin: `now` for a host that acts when it is
  ///     woken, the beginning of the block for one that renders up to `now`. What was due before it is late.
  /// - Returns: Effects and events, in the order of their instants.
  public mutating func send(_ action: Action, at now: Duration, soundsFrom: Duration? = nil) -> Reaction {
    let now = max(now, state.now)
    let soundsFrom = min(max(soundsFrom ?? now, state.now), now)
    if case .tick = action {
      // Of what events tell, time alone changes nothing besides what has been told when it did.
      if let upcoming, upcoming.instant <= now { advance(to: now, soundsFrom: soundsFrom) } else { state.now = now }
    } else {
      let before = state.glance
      act(action, at: now, soundsFrom: soundsFrom)
      reportChanges(since: before)
    }
    defer { reaction = Reaction() }
    return reaction
  }

  private mutating func act(_ action: Action, at now: Duration, soundsFrom: Duration) {
    if case .suspended(let gap) = action {
      // Up to the suspend time went on as usual; what it means since then is for the policy to say.
      let asleep = max(state.now, now - max(gap, .zero))
      advance(to: asleep, soundsFrom: now)
      apply(action)
      advance(to: now, soundsFrom: now)
      gapCause = nil
    } else {
      advance(to: now, soundsFrom: soundsFrom)
      apply(action)
      // What the action made due at this instant sounds now.
      advance(to: now, soundsFrom: now)
    }
  }

  /// The same session under other policies.
  public func under(_ policies: Policies) -> Engine {
    var engine = self
    engine.policies = policies
    return engine
  }

  /// Decides up to `position` of the plan which cues will sound as long as nothing is moved, so that no copy of this
  /// session need do it again; nothing else changes by it.
  public mutating func lookAhead(to position: Duration) { scheduler.decide(to: position, finder) }

  /// Notes how long phrases are; the plan follows.
  public mutating func learn(_ change: (inout Lexicon) -> Void) {
    let before = lexicon
    change(&lexicon)
    guard lexicon != before else { return }
    replanHere()
    upcoming = next()
  }

  /// The sounds and phrases that will be due up to `instant` if nothing happens before; nothing while the timer stands.
  public func forecast(until instant: Duration) -> [Effect] {
    var effects: [Effect] = []
    for cue in scheduler.queue {
      guard let due = state.timer.instant(of: cue.due), due <= instant else { break }
      append(cue, sound: cue.sound, text: cue.speech?.text, due: due, shiftedBy: .zero, to: &effects)
    }
    return effects
  }

  /// The phase that the session is in, and the sets around it; `nil` when all is done.
  public var segment: SegmentID? { spot?.id }

  /// Where the session stands at the instant up to which it has advanced.
  public var standing: Standing { standing(at: state.now) }

  var finder: CandidateFinder { CandidateFinder(timeline: timeline, book: book, lexicon: lexicon, edits: state.edits) }
}

extension Engine {
  func standing(at instant: Duration) -> Standing {
    let position = state.timer.position(at: instant)
    let remaining = spot.map { $0.workoutEnd.map { $0 - position } } ?? .zero
    return Standing(elapsed: state.timer.elapsed(at: instant), position: position, remaining: remaining)
  }

  /// Stands at `cursor`, wherever the timer is.
  mutating func stand(at cursor: Cursor?) { stand(at: cursor.map { Spot($0, timeline, book) }) }

  mutating func stand(at spot: Spot?) {
    state.cursor = spot?.cursor
    self.spot = spot
  }

  /// Makes the plan anew from `position` on; harmless to repeat.
  ///
  /// `present` is what is being said meanwhile and stays; by default what was due at this very position is planned
  /// again, in its own place, unless its moment has passed. Where the words that were said fall silent, what has been
  /// `settled` here takes no place. The places that are `vacant` stay so.
  mutating func replan(
    from position: Duration, keeping kept: Set<CueKey> = [], without settled: Set<CueKey> = [],
    waiting: [ScheduledWarning] = [], beside present: [Utterance]? = nil, around vacant: [DecisionMaker.Vacancy] = []
  ) {
    // A session that is over, or about to be, has cancelled what was left.
    guard !state.playback.isOver, !state.isStopping else { return }
    let present =
      present
      ?? speaking.filter { said in
        min(said.due, said.mark) < position || (said.mark == position && said.segment != spot?.id)
      }
    scheduler = WarningScheduler(
      at: spot, from: position,
      speaking: present.map { SpokenTime.Span(start: $0.onset, end: $0.end, kind: $0.kind) }, keeping: kept,
      without: settled, waiting: waiting, around: vacant, finder)
    notes.begin()
    extendPlan()
  }

  /// Makes the plan anew where the session stands, without losing anything of it.
  mutating func replanHere() {
    let position = state.position
    replan(
      from: position, keeping: Set(scheduler.queue.map(\.key)), waiting: waiting,
      around: scheduler.vacant(at: position))
    dropSettled()
  }

  /// What is planned although its moment has passed: it had to wait for other words.
  var waiting: [ScheduledWarning] {
    scheduler.waiting(at: state.position).compactMap { cue in
      guard let speech = cue.speech else { return nil }
      return cue.speaking(at: speech.onset, for: lexicon.length(of: speech.text))
    }
  }

  /// Takes out of the plan what was due by this very position and has been settled, or waits for that.
  mutating func dropSettled() {
    let position = state.position
    scheduler.remove { [state, overdue] cue in
      min(cue.due, cue.mark) <= position
        && (state.ledger.holds(cue.key, mark: cue.mark)
          || overdue.contains { $0.cue.key == cue.key && $0.cue.mark == cue.mark })
    }
  }

  mutating func extendPlan() {
    guard spot != nil else { return }
    scheduler.extend(to: state.position + scheduler.reach, finder)
    notes.add(scheduler.takeNotes(), at: state.position, end: spot?.workoutEnd)
  }

  mutating func emit(_ kind: Effect.Kind, at instant: Duration) {
    reaction.effects.append(Effect(due: instant, kind: kind))
  }

  mutating func report(_ kind: EngineEvent.Kind, at instant: Duration) {
    reaction.events.append(EngineEvent(at: instant, kind: kind, standing: standing(at: instant)))
  }

  mutating func change(to playback: PlaybackState, at instant: Duration) {
    guard playback != state.playback else { return }
    let before = state.playback
    state.playback = playback
    report(.stateChanged(from: before, to: playback, [.playback(playback.name)]), at: instant)
  }

  /// Reports the fields that changed besides playback, phase and bed, which have been told when they did.
  private mutating func reportChanges(since before: EngineState.Glance) {
    let changes = state.glance.changes(since: before).filter { change in
      switch change {
      case .playback, .phase, .ambient: false
      default: true
      }
    }
    guard !changes.isEmpty else { return }
    report(.stateChanged(from: state.playback, to: state.playback, changes), at: state.now)
  }

  /// The place where the session stands, to come back to.
  var place: MoveHistory.Place? {
    state.cursor.map { MoveHistory.Place(cursor: $0, position: state.position, edits: state.edits) }
  }
}
