import WorkoutEngine
import WorkoutModel

extension Runner {
  /// The difference of two clocks that can't be read at one instant; less than this is no sleep.
  private static var shortestSleep: Duration { .milliseconds(10) }

  /// Tells the session that something has happened, and writes down what it says.
  mutating func send(_ action: Action, line: Int?) {
    let reading = clock.reading
    let now = reading.boot - origin
    let reaction = driver.send(action, at: HostMoment(session: now, clocks: reading))
    defer { previous = now }
    if case .tick = action, reaction.events.isEmpty, reaction.effects.isEmpty, goesOn(to: now) {
      store?.note(driver, now, index: trace.steps.count - 1)
      return
    }
    record(.action(action), reaction.events, reaction.effects, now, line: line)
    store?.note(driver, now, index: trace.steps.count - 1, isWorthKeeping: reaction.isWorthKeeping)
  }

  /// Whether nothing but time has passed since the last step, which is then made longer.
  private mutating func goesOn(to now: Duration) -> Bool {
    let last = trace.steps.count - 1
    // What was stored after a step belongs to the time of that step.
    guard last >= 0, store?.step != last, trace.steps[last].isIdle else { return false }
    let standing = driver.standing
    let before = trace.steps[last].standing
    let passed = driver.state.timer.isRunning ? now - trace.steps[last].now : .zero
    guard standing.elapsed == before.elapsed + passed, standing.position == before.position + passed,
      standing.remaining == before.remaining.map({ $0 - passed }),
      driver.state.cursor?.start == trace.steps[last].phaseStart, driver.state.playback == trace.steps[last].playback
    else { return false }
    trace.steps[last].at = clock.now
    trace.steps[last].now = now
    trace.steps[last].standing = standing
    trace.steps[last].wakes += 1
    return true
  }

  private mutating func record(
    _ input: TraceStep.Input, _ events: [EngineEvent], _ effects: [Effect], _ now: Duration, line: Int?
  ) {
    trace.steps.append(
      TraceStep(
        at: clock.now, now: now, previous: previous, input: input, line: line, events: events, effects: effects,
        standing: driver.standing, playback: driver.state.playback, segment: driver.segment,
        phaseStart: driver.state.cursor?.start, bed: driver.state.ambient.level(at: now)))
  }

  /// Tells the session how long the host slept, as the conductor does: by how much boot and monotonic clock have come
  /// apart.
  mutating func noticeSleep() {
    let gap = clock.reading.boot - clock.reading.monotonic - asleep
    asleep += gap
    if gap > Self.shortestSleep {
      send(.suspended(gap: gap), line: nil)
    } else {
      send(.tick, line: nil)
    }
  }

  /// The session's process dies.
  mutating func kill(for length: Duration) {
    let last = trace.steps.count - 1
    if let store, !host.isDead {
      let latest = store.latest(driver, at: leftAt ?? session, lastStep: last)
      let restoration = Restoration(storedAt: latest.at, step: latest.step, diedAt: session)
      host.die(HostCondition.Stored(snapshot: latest.driver.snapshot, restoration: restoration))
    }
    leave(for: length, asleep: false)
  }

  /// The process has been started again: the session is taken up where it was stored, paused there, and resumed.
  mutating func restore(_ stored: HostCondition.Stored) {
    let from = stored.restoration.storedAt
    let (now, reading) = (session, clock.reading)
    do throws(SnapshotError) {
      driver = try driver.restored(from: stored.snapshot)
    } catch {
      trace.notRestored = error
      return
    }
    // Nobody is told of this: the process that did it was not there.
    _ = driver.send(.pause, at: HostMoment(session: from, clocks: trace(readingAt: from)))
    _ = driver.send(.tick, at: HostMoment(session: now, clocks: reading))
    asleep = reading.boot - reading.monotonic
    previous = from
    record(.restored(stored.restoration), [], [], now, line: nil)
    previous = now
    store = SessionStore(driver, at: now, step: trace.steps.count - 1)
    if !driver.state.playback.isOver { send(.resume, line: nil) }
  }

  private func trace(readingAt session: Duration) -> VirtualClock.Reading {
    clock.reading(atBoot: origin + session)
  }
}
