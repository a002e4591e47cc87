public import AudioMixing
public import WorkoutEngine
import WorkoutModel

/// A session with its sound in a group of a mix: it advances the engine, and places its cues at frames.
///
/// `SessionRenderer.add` makes it, and advances it a block at a time: the engine is ahead of the written frames by the
/// mixer's latency, so every event reaches the mixer before its frame is mixed. It doesn't render: several sessions can
/// be advanced to the end of a block, which is then rendered once.
///
/// ```swift
/// let session = SessionRenderer(blockFrames: 480).add(engine, phrases: phrases, sounds: sounds) { report($0) }
/// session.act(.start)
/// session.act(.prepared)
/// ```
public final class MixedSession {
  /// The session at the instant to which it has been advanced, which is ahead of the written frames.
  public private(set) var engine: Engine
  /// Maps session time to frames of the mix.
  public private(set) var clock: FrameClock
  private var manager: AudioManager
  private let mixer: Mixer
  private let doneAfter: Duration?
  /// The measurements of a recorded session, in order, and how many of them have been replayed.
  private let recording: [RecordedMeasurement]
  private(set) var replayed = 0
  private let observe: (SessionReport) -> Void
  private let store: (Engine) -> Void
  private let reach: (Engine) -> Void
  private let audioSession: AudioSessionPerformer
  /// Receives what the engine was told, after each time: an action or the passing of time, its instant, and the instant
  /// from which sounds could begin.
  package var observeInput: ((Action, _ at: Duration, _ soundsFrom: Duration) -> Void)?
  private var schedule = StoreSchedule()
  private let parts: (any StemSink)?
  /// The frame up to which the engine has been advanced.
  private var planned: Int
  /// The frame at which the session was over.
  private var finished = 0
  /// The number of frames that are not heard yet when a block has been advanced on time, which is part of them.
  var ahead = 0

  /// A session of `engine` that begins at the next frame of the mix in which `manager` plays.
  init(
    _ engine: Engine, _ manager: consuming AudioManager, doneAfter: Duration?, recording: [RecordedMeasurement],
    parts: (any StemSink)?, store: @escaping (Engine) -> Void, reach: @escaping (Engine) -> Void,
    audioSession: @escaping AudioSessionPerformer, observe: @escaping (SessionReport) -> Void
  ) {
    self.engine = engine
    mixer = manager.group.mixer
    planned = mixer.mixedFrames
    clock = FrameClock(frame: planned)
    self.manager = manager
    self.doneAfter = doneAfter
    self.recording = recording
    self.parts = parts
    self.observe = observe
    self.store = store
    self.reach = reach
    self.audioSession = audioSession
  }

  /// The session time up to which everything is planned; actions take effect then.
  public var now: Duration { max(engine.now, clock.instant(of: planned)) }

  /// Updates the mapping from session time to frames.
  ///
  /// Session time never decreases: if less time has passed by the new map, the engine waits.
  public func follow(_ line: FrameClock) {
    guard line != clock else { return }
    manager.moveBeats(line)
    manager.moveSounds(from: clock, to: line, at: planned)
    clock = line
  }

  /// Stores the session now, regardless of the last store.
  package func storeNow() { perform(.store) }

  private func perform(_ duty: StoreSchedule.Duty) {
    schedule.perform(duty, at: engine.now)
    switch duty {
    case .store: store(engine)
    case .reach: reach(engine)
    }
  }

  /// Whether nobody hears or follows the session: then only its transitions are stored at once.
  package var isUnattended: Bool {
    get { schedule.isUnattended }
    set { schedule.isUnattended = newValue }
  }

  /// The time until which no step is due: the engine's next deadline, the next store, or the last frame of a session
  /// that is over.
  package var nextDuty: Duration {
    if engine.playback.isOver { return clock.instant(of: end) }
    return schedule.next(for: engine, ahead: ahead)
  }

  /// Updates the lengths of phrases.
  public func updateDurations(_ change: (inout PhraseDurations) -> Void) { engine.updateDurations(change) }

  /// Performs an action of the user or the system; returns its event with the engine's answer.
  @discardableResult
  public func act(_ action: Action, by origin: ActionOrigin? = nil) -> EngineEvent? {
    let now = now
    return send(action, at: now, soundsFrom: now, by: origin)
  }

  /// Tells the session that the machine slept. What was planned before that is heard after it, and what is planned now
  /// follows that.
  public func recordSleep(of gap: Duration) {
    let now = max(now, engine.now + gap.withinCentury)
    send(.suspended(gap: gap), at: now, soundsFrom: now)
  }

  @discardableResult
  private func send(
    _ action: Action, at now: Duration, soundsFrom: Duration, by origin: ActionOrigin? = nil
  ) -> EngineEvent? {
    var reaction = engine.send(action, by: origin, at: now, soundsFrom: soundsFrom)
    observeInput?(action, now, soundsFrom)
    let index = reaction.events.firstIndex { if case .actionTaken = $0.kind { true } else { false } }
    let answer = index.map { reaction.events[$0] }
    // Measurements have events of their own.
    if action.isMeasurement, let index { reaction.events.remove(at: index) }
    perform(reaction)
    return answer
  }

  /// Whether it has been reported that the voice isn't ready and another speaks.
  package var hasReportedLateVoice: Bool { manager.hasReportedLateVoice }

  /// Wakes the speakers before a session that has not begun, if its first sound leaves no time for that; returns when
  /// they are awake, `nil` if there is no lead-in.
  package func wakeSpeakers() -> Duration? {
    manager.wakeSpeakers(at: max(planned, mixer.mixedFrames), clock).map { clock.instant(of: $0) }
  }

  /// Whether words are heard in a span of session time, as far as they are placed; calls must follow one another in
  /// time.
  package func speaks(from start: Duration, to end: Duration) -> Bool {
    let first = clock.frame(at: start)
    return manager.speaks(in: first..<max(first, clock.frame(at: end)))
  }

  /// One past the last frame of the session, once it is over.
  var end: Int { max(manager.end, finished) }

  /// Whether the session is over and its last tail has been rendered.
  public var isOver: Bool { engine.playback.isOver && mixer.position >= end }

  /// Writes the parts of the block that has been rendered last.
  func writeParts() throws(SinkError) {
    guard let parts else { return }
    for part in StemKind.allCases {
      let (left, right) = manager.group.part(part)
      try parts.write(part, left: left.span, right: right.span)
    }
  }

  /// Plans all that the mix needs to render its next `frames` frames.
  func advance(throughNext frames: Int) {
    let target = mixer.position + frames + mixer.latencyFrames
    let (start, end) = (now, clock.instant(of: target))
    guard end > start, !engine.playback.isOver else { return }
    planned = target
    forecast(from: end)
    while let (action, instant) = nextInput(until: end) {
      send(action, at: instant, soundsFrom: start)
      // What was planned for the phase mustn't be heard, not even in this block.
      forecast(from: end)
    }
    let reaction = engine.send(.tick, at: end, soundsFrom: start)
    observeInput?(.tick, end, start)
    perform(reaction)
  }

  /// The next recorded measurement, or the end of an open phase, until an instant.
  private func nextInput(until end: Duration) -> (Action, at: Duration)? {
    let done = doneAfter.flatMap { engine.doneInstant(after: $0) }
    if replayed < recording.count, recording[replayed].at <= min(done ?? end, end) {
      let measured = recording[replayed]
      replayed += 1
      return (.measure(measured.signal, measured.value, from: nil), measured.at)
    }
    return done.flatMap { $0 <= end ? (.done, $0) : nil }
  }

  private func forecast(from end: Duration) {
    manager.schedule(engine.forecast(until: end + AudioManager.lookAhead), clock)
  }

  private func perform(_ reaction: Engine.Reaction) {
    for effect in reaction.effects {
      manager.perform(effect, clock)
      switch effect.kind {
      case .finish: finished = clock.frame(at: effect.due)
      case .notify(let text): observe(.notification(text))
      default: break
      }
    }
    // No forecast follows that would cancel what a skip has left out.
    if engine.playback.isOver { manager.unscheduleAll() }
    let standIns = manager.consumeStandIns()
    for event in reaction.events {
      observe(.event(event))
      if let cue = event.kind.cue, let reason = standIns[cue.cue] {
        observe(.event(event.noting(PlanNote(of: cue, spokenByStandInBecause: reason))))
      }
    }
    schedule.follow(reaction)
    if let duty = schedule.duty(after: reaction, of: engine, ahead: ahead) { perform(duty) }
    for complaint in manager.consumeComplaints() { observe(.complaint(complaint)) }
    for effect in reaction.effects { if case .session(let command) = effect.kind { perform(command) } }
  }

  /// A session that isn't granted the audio session fails; it was being prepared.
  private func perform(_ command: Effect.SessionCommand) {
    do throws(AudioSessionError) { try audioSession(command) } catch {
      if command == .activate { act(.preparationFailed(reason: error.explanation)) }
    }
  }
}

/// Receives the stems of the mix.
public protocol StemSink: AnyObject {
  /// Receives a block of a stem; the stems of a block follow one another.
  func write(_ part: StemKind, left: Span<Float>, right: Span<Float>) throws(SinkError)
}

/// Performs the engine's `Effect.session`: requests the audio session from its coordinator, or releases it.
public typealias AudioSessionPerformer = (Effect.SessionCommand) throws(AudioSessionError) -> Void

/// A report of a session to its observers.
public enum SessionReport: Equatable, Sendable {
  case event(EngineEvent)
  /// Something could not be played, with the reason.
  case complaint(String)
  /// A message for a user who isn't looking at the screen.
  case notification(String)
}
