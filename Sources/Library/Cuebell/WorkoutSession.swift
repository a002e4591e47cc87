/// A workout that is done now, on a clock.
///
/// ```swift
/// let session = try WorkoutSession(workout, clock: .continuous)
/// let events = session.events
/// try await session.send(.start)
/// for await event in events {
///   if case .phaseStarted(let phase) = event.kind { show(phase.name, from: phase.start) }
/// }
/// ```
///
/// The session sleeps until its engine's next deadline, and never polls. Each deadline is measured from the moment at
/// which the session was made, so lateness never adds up. All instants are session time: the time since that moment.
/// It ends with its last event, or when nobody holds it any more.
public actor WorkoutSession {
  /// A shorter sleep isn't one, because two clocks can't be read at the same instant.
  private static let shortestSleep = Duration.milliseconds(10)

  private var engine: Engine
  private let time: SessionTime
  private let eventStreams = Broadcast<EngineEvent>()
  private let effectStreams = Broadcast<Effect>()
  /// How long the machine had slept when the session last noticed.
  private var slept: Duration
  private var alarm: (deadline: Duration, task: Task<Void, Never>)?

  /// Makes a session that has not begun: `send(.start)` begins it.
  ///
  /// - Parameters:
  ///   - workout: The workout.
  ///   - clock: Any clock; on a `SleepAwareClock`, such as `.continuous`, the session notices that the machine has
  ///     slept.
  ///   - seed: What random orders, lengths and moments are drawn from; by default another one for each session.
  ///   - trackLengths: The length of each track by its name in the workout.
  ///   - durations: The lengths of phrases and sounds; missing ones are estimated.
  ///   - policies: The behaviour that the user has chosen.
  /// - Throws: `TimelineError` with every invalid length.
  public init(
    _ workout: Workout, clock: some Clock<Duration>, seed: UInt64 = .random(in: 0...UInt64(UInt32.max)),
    trackLengths: [String: Duration] = [:], durations: PhraseDurations = PhraseDurations(),
    policies: Policies = Policies()
  ) throws(TimelineError) {
    let timeline = try Timeline(workout, trackLengths: trackLengths, seed: seed)
    self.init(Engine(timeline, durations: durations, policies: policies), clock: clock)
  }

  /// Continues with an engine, new or replayed from a log, which must not have advanced beyond 0.
  public init(_ engine: Engine, clock: some Clock<Duration>) {
    self.engine = engine
    time = SessionTime(clock)
    slept = time.asleep()
  }

  deinit {
    alarm?.task.cancel()
    eventStreams.finish()
    effectStreams.finish()
  }

  // MARK: Reading

  /// What happens from now on, to its end; each call begins a stream of its own.
  public nonisolated var events: AsyncStream<EngineEvent> { eventStreams.stream() }

  /// What must happen outside from now on, to its end: play a sound, speak a phrase, fade a bed. Each has the instant
  /// at which it is due.
  public nonisolated var effects: AsyncStream<Effect> { effectStreams.stream() }

  /// The time since the session was made.
  public nonisolated var now: Duration { time.now() }

  /// Where the session is at this moment. It stays true until the next event by `Place.place(at:)`.
  public var place: Place {
    var engine = engine
    let (action, now, _) = passed()
    _ = engine.send(action, at: now)
    return engine.place
  }

  /// The effects that are due within a time from now, if no action comes before, for a host that places sounds ahead.
  public func forecast(for length: Duration) -> [Effect] { engine.forecast(until: now + length.withinCentury) }

  /// The phrases that are spoken within a time from now, for a host that synthesises them ahead.
  public func phrases(for length: Duration) -> [Phrase] { engine.phrases(upTo: engine.position + length.withinCentury) }

  // MARK: Acting

  /// Sends an action, which takes effect now.
  ///
  /// `.start` begins at once: a host that synthesises phrases or opens a device does so before.
  ///
  /// - Parameters:
  ///   - action: The action, of the user or of the system.
  ///   - origin: Its source; a move that was meant for another phase than the present one is refused.
  /// - Throws: `ActionRefusal` if the session can't do it now.
  public func send(_ action: Action, by origin: ActionOrigin? = nil) throws(ActionRefusal) {
    let now = catchUp()
    let reaction = engine.send(action, by: origin, at: now)
    publish(reaction)
    if action == .start, reaction.refusal == nil { publish(engine.send(.prepared, at: now)) }
    setAlarm()
    if let refusal = reaction.refusal { throw ActionRefusal(action, refusal) }
  }

  /// Tells how long phrases and sounds last, so that what is counted backwards ends on its mark.
  public func updateDurations(_ change: @Sendable (inout PhraseDurations) -> Void) {
    _ = catchUp()
    engine.updateDurations(change)
    setAlarm()
  }

  // MARK: Waiting

  /// What has happened to the engine since it was last told: time has passed, or the machine has slept.
  private func passed() -> (action: Action, now: Duration, slept: Duration) {
    let (now, asleep) = (time.now(), time.asleep())
    let gap = asleep - slept
    return gap > Self.shortestSleep ? (.suspended(gap: gap), now, asleep) : (.tick, now, slept)
  }

  private func catchUp() -> Duration {
    let (action, now, asleep) = passed()
    slept = asleep
    publish(engine.send(action, at: now))
    return now
  }

  private func wake() {
    alarm = nil
    _ = catchUp()
    setAlarm()
  }

  private func setAlarm() {
    guard let deadline = engine.nextDeadline else {
      alarm?.task.cancel()
      alarm = nil
      return
    }
    if alarm?.deadline == deadline { return }
    alarm?.task.cancel()
    let task = Task(executorPreference: time.executor) { [weak self, time] in
      do { try await time.sleep(deadline) } catch { return }
      await self?.wake()
    }
    alarm = (deadline, task)
  }

  private func publish(_ reaction: Engine.Reaction) {
    effectStreams.send(reaction.effects)
    eventStreams.send(reaction.events)
    guard engine.playback.isOver, engine.nextDeadline == nil else { return }
    effectStreams.finish()
    eventStreams.finish()
  }
}

extension Clock where Self == ContinuousClock {
  /// The clock of a session that is done now: it counts the time asleep, and tells it apart.
  public static var continuous: ContinuousClock { ContinuousClock() }
}
