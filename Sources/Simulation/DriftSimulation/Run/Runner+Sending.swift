import WorkoutEngine
import WorkoutModel

extension Runner {
  /// The threshold for a sleep, because two clocks can't be read at the same instant.
  private static var shortestSleep: Duration { .milliseconds(10) }

  /// Sends an action to the session, and records its reaction.
  mutating func send(_ action: Action, line: Int?) {
    let clocks = clock.reading
    let host = clocks.boot - origin
    let soundsFrom = max(host, previous)
    var now = soundsFrom
    // A host that takes effects ahead advances the session beyond its own time; actions take effect there.
    switch action {
    case .tick, .suspended: now = max(now, host + scenario.host.ahead)
    default: break
    }
    let reaction = react(to: action, at: ObservedTime(session: now, soundsFrom: soundsFrom, clocks: clocks))
    defer { previous = now }
    store?.record(reaction.events, driver.state.facts)
    if case .tick = action, reaction.events.isEmpty, reaction.effects.isEmpty {
      // Time alone changes nothing else, except that it plans further ahead.
      if driver.nextDeadline != reading.nextDeadline { reading = driver.reading }
      if !keepsSteps || extendsLastStep(to: now) {
        save(now)
        return
      }
    }
    record(.action(action), reaction.events, reaction.effects, now, soundsFrom: soundsFrom, line: line)
    save(now, isWorthSaving: reaction.isWorthStoring)
  }

  /// Advances the session of a host that takes effects ahead as far as it can.
  mutating func lookAhead() {
    if scenario.host.ahead > .zero { send(.tick, line: nil) }
  }

  private mutating func save(_ now: Duration, isWorthSaving: Bool = false) {
    guard store != nil else { return }
    let step = lastStep
    store?.save(now, index: step, isWorthSaving: isWorthSaving)
  }

  /// Extends the last step if nothing but time has passed since; returns whether it did.
  private mutating func extendsLastStep(to now: Duration) -> Bool {
    let last = trace.steps.count - 1
    // A state that was stored after a step belongs to the time of that step.
    guard last >= 0, store?.step != lastStep, trace.steps[last].isIdle else { return false }
    let progress = driver.progress
    let before = trace.steps[last].progress
    let passed = reading.timer.isRunning ? now - trace.steps[last].now : .zero
    guard progress.elapsed == before.elapsed + passed, progress.position == before.position + passed,
      progress.remaining == before.remaining.map({ $0 - passed }),
      reading.cursor?.start == trace.steps[last].phaseStart, reading.playback == trace.steps[last].playback
    else { return false }
    trace.steps[last].at = clock.now
    trace.steps[last].now = now
    trace.steps[last].soundsFrom = now
    trace.steps[last].progress = progress
    trace.steps[last].bed = driver.bedLevel
    trace.steps[last].wakes += 1
    return true
  }

  private mutating func record(
    _ input: TraceStep.Input, _ events: [EngineEvent], _ effects: [Effect], _ now: Duration,
    soundsFrom: Duration? = nil, line: Int?
  ) {
    reading = driver.reading
    trace.steps.append(
      TraceStep(
        input, at: clock.now, now: now, soundsFrom: soundsFrom ?? now, previous: previous, line: line, events, effects,
        of: driver))
  }

  /// Reports to the session how long the host slept, as the session renderer does: the increase of the difference
  /// between the boot and monotonic clocks.
  mutating func noticeSleep() {
    let gap = clock.reading.boot - clock.reading.monotonic - reportedSleep
    reportedSleep += gap
    if gap > Self.shortestSleep {
      send(.suspended(gap: gap), line: nil)
    } else {
      send(.tick, line: nil)
    }
  }

  /// Ends the session's process for a length of time.
  mutating func kill(for length: Duration) {
    if let store, !host.isTerminated {
      let latest = store.latest(driver, at: unavailableSince ?? session, lastStep: lastStep)
      let restoration = Restoration(storedAt: latest.at, step: latest.step, diedAt: session)
      host.terminate(HostState.Stored(log: latest.log, restoration: restoration))
    }
    makeUnavailable(for: length, isSuspended: false)
  }

  /// Restores the session from the last save after a restart of the process: paused, then resumed.
  mutating func restore(_ stored: HostState.Stored) {
    let clocks = clock.reading
    // What a host has taken ahead before its death isn't taken again.
    let now = max(session, stored.restoration.storedAt)
    let (log, end) = (stored.log, stored.restoration.storedAt)
    var isOver = false
    do throws(ReplayError) {
      let told = try driver.replaying(log, to: end)
      isOver = told.state.playback.isStopping || told.state.playback.isOver
      driver = isOver ? told : told.paused(clock: now) ?? told
      for index in twins.indices {
        let told = try twins[index].replaying(log, to: end)
        twins[index] = isOver ? told : told.paused(clock: now) ?? told
      }
    } catch {
      trace.notRestored = error
      return
    }
    let restored = driver.state
    // The sounds of the place are loaded.
    let reaction = react(to: .prepared, at: ObservedTime(session: now, clocks: clocks))
    reportedSleep = clocks.boot - clocks.monotonic
    previous = stored.restoration.storedAt
    record(.restored(stored.restoration), reaction.events, reaction.effects, now, line: nil)
    trace.restoredStates[trace.steps.count - 1] = restored
    previous = now
    var next = log
    if !isOver { next.begin(SessionLog.Run(.continued(after: end, clock: now), driver.policies), restored.facts) }
    next.record(reaction.events, driver.state.facts)
    store = SessionStore(next, at: now, step: lastStep)
    if !isOver { send(.resume, line: nil) }
  }
}

extension PlaybackState {
  /// Whether the user has stopped the session and its last fade is in progress.
  var isStopping: Bool { if case .fadingOut(_, .stopped) = self { true } else { false } }
}
