import WorkoutEngine
import WorkoutModel

/// One run of a scenario: hosts the session on a virtual clock, wakes it as the host does, and performs the script.
///
/// There is one loop without waiting: it advances from instant to instant. At each, the wake-up comes before the lines
/// of the script, which follow in the order of the file.
struct Runner<Driver: SessionDriver> {
  var scenario: Scenario
  let oracle: Oracle
  var driver: Driver
  /// A second session with the same inputs, which must do the same; empty if none is compared. A list, because asking
  /// an optional would copy the session.
  var twins: [Driver] = []
  /// Whether the second session has done something else.
  private(set) var hasDiverged = false
  /// The reading of the session after the last action that changed more than the time.
  var reading: SessionReading
  var clock: VirtualClock
  var trace = Trace()
  /// Whether wake-ups that changed nothing are part of the trace.
  var keepsSteps = true
  /// The number of steps that have been dropped from the start of the trace.
  var dropped = 0
  private var timer: WakeTimer
  var script: ScriptQueue
  private var speech = SimulatedSpeech()
  var sensors: SimulatedSensors
  var store: SessionStore?
  var host = HostState()
  /// The boot clock minus the monotonic clock, as last reported to the session.
  var reportedSleep: Duration
  /// The session time of the previous call.
  var previous = Duration.zero
  /// The next wake-up in true time, as it was drawn.
  private var armed: Duration?
  private var isArmed = false
  /// The true time at which the skew of the clocks ends.
  private var skewEnd: Duration?
  /// The session time at which the host became unavailable; `nil` while it is available.
  private(set) var unavailableSince: Duration?
  /// The reading of the boot clock at session time 0.
  let origin: Duration
  var horizon: Duration
  /// The current line of the script.
  private var line: Int?
  /// The line of the script that was last seen to be the next.
  private var seenLine: Int?
  /// Whether an instant with an input may follow.
  private(set) var isRunning = true
  /// Receives the true time of each instant.
  var observe: (@Sendable (Duration) -> Void)?
  /// The number of instants so far.
  private var count = 0

  /// The margin of `horizon` for delays that don't come from the host's timer. A run that passes the horizon is not
  /// expected to end.
  private static var horizonMargin: Duration { .seconds(3600) }
  /// The least value of `maximumInstants`: a day of wake-ups every 10 ms.
  private static var leastMaximum: Int { 10_000_000 }
  /// The delay after its end at which a session is woken once more.
  private static var finalDelay: Duration { .seconds(1) }

  init(_ scenario: Scenario, _ oracle: Oracle, _ driver: Driver) {
    self.scenario = scenario
    self.oracle = oracle
    self.driver = driver
    reading = driver.reading
    let start = scenario.start
    clock = VirtualClock(boot: start.boot, monotonic: start.monotonic, wall: start.wall)
    timer = WakeTimer(scenario.host, origin: start.boot, seed: scenario.seed)
    script = ScriptQueue(scenario.script, oracle)
    sensors = SimulatedSensors(scenario)
    origin = start.boot
    reportedSleep = start.boot - start.monotonic
    if scenario.script.contains(where: { $0.fault.kind == .kill }) {
      store = SessionStore(SessionLog(seed: oracle.timeline.seed, driver.policies))
    }
    horizon = Self.horizon(of: scenario, oracle)
  }

  static func horizon(of scenario: Scenario, _ oracle: Oracle) -> Duration {
    oracle.length * (scenario.script.count { $0.fault.kind != .measure } + 1) + scenario.longestScript + horizonMargin
  }

  /// The maximum number of instants: of a long workout, wake-ups every 10 ms.
  private var maximumInstants: Int { max(Self.leastMaximum, Int(oracle.length.inNanoseconds / 10_000_000)) }

  /// The number of the last step; -1 before the first.
  var lastStep: Int { dropped + trace.steps.count - 1 }

  /// The current session time; inlined, because a call would copy the run.
  @inline(__always) var session: Duration { clock.boot - origin }

  /// How far the host takes effects ahead; what it does for the session it does by as much earlier.
  private var ahead: Duration { scenario.host.ahead }

  /// Runs to the end; passes the run to `observe` before the first instant at which a line of the script may be due.
  mutating func run(_ observe: (_ line: Int, borrowing Self) -> Void = { _, _ in }) -> Trace {
    // Between two cues there is at most one step without any, unless a fault adds some.
    trace.steps.reserveCapacity(2 * oracle.cues.count + 64)
    begin()
    while isRunning {
      let due = prepareStep()
      if let line = due?.line, line != seenLine {
        observe(line, self)
        seenLine = line
      }
      isRunning = step(to: due)
    }
    trace.unreached = script.lines
    trace.clock = clock
    trace.finalState = driver.state
    if twins.contains(where: { $0.state != trace.finalState }) { hasDiverged = true }
    return trace
  }

  /// Sends an action to the session, and to the second one.
  mutating func react(to action: Action, at moment: ObservedTime) -> Engine.Reaction {
    let reaction = driver.send(action, at: moment)
    for index in twins.indices where twins[index].send(action, at: moment) != reaction { hasDiverged = true }
    return reaction
  }

  /// Advances to the next instant with an input; ends the run if there is none.
  mutating func advance() { isRunning = step(to: prepareStep()) }

  mutating func begin() {
    send(.start, line: nil)
    send(.prepared, line: nil)
    lookAhead()
  }

  /// Arms the timer, and returns the next line of the script; idempotent.
  private mutating func prepareStep() -> ScriptQueue.Due? {
    arm()
    return script.isWaiting ? script.next(reading, at: previous, oracle, clock, origin: origin) : script.nextTimed
  }

  /// Advances to the next instant with an input; returns `false` if there is none.
  private mutating func step(to due: ScriptQueue.Due?) -> Bool {
    let isOver = reading.playback.isOver
    if isOver, due == nil, host.availableAt == nil { return finish() }
    if due == nil, host.availableAt == nil, timer.isPeriodic, armed == nil { return false }
    // Inputs during an unavailability are delivered at its end.
    let wake = host.availableAt ?? armed
    guard var instant = Self.earlier(Self.earlier(wake, due?.at), Self.earlier(skewEnd, host.wakesUp)) else {
      return false
    }
    let sample = sensors.isEmpty ? nil : nextSample(before: due)
    if let sample { instant = min(instant, sample) }
    // An unavailable host doesn't synthesise phrases either.
    if speech.hasFaults, host.availableAt == nil,
      let decision = speech.nextDecision(
        driver, at: session + ahead, through: clock.reading(at: instant).boot - origin + ahead)
    {
      instant = min(instant, clock.instant(ofBoot: origin + decision - ahead))
    }
    count += 1
    guard instant <= horizon, count <= maximumInstants else {
      trace.isCut = true
      return false
    }
    clock.advance(to: instant)
    observe?(instant)
    if instant == host.wakesUp {
      clock.wake()
      host.wakeUp()
    }
    if instant == wake {
      wakeNow()
    } else if instant == skewEnd {
      skewEnd = nil
      clock.setSkew(partsPerMillion: 0)
      isArmed = false
    } else if let due, instant == due.at {
      script.remove(due)
      trace.faults.append(FaultRecord(line: due.line, at: clock.now))
      line = due.line
      scenario.script[due.line].fault.apply(to: &self)
      line = nil
    } else if instant == sample {
      measure()
    } else {
      for report in speech.decide(driver, at: session + ahead) { deliver(report) }
    }
    return true
  }

  /// The earlier of two instants; `nil` means never.
  private static func earlier(_ one: Duration?, _ other: Duration?) -> Duration? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }

  /// Checks that a session that is over stays over.
  private mutating func finish() -> Bool {
    clock.advance(by: Self.finalDelay)
    send(.tick, line: nil)
    return false
  }

  private mutating func arm() {
    guard !isArmed, host.availableAt == nil else { return }
    // A wake-up without effect can be omitted even if the host is woken periodically.
    armed = reading.nextDeadline.flatMap { timer.next(for: $0 - ahead, clock) }
    isArmed = true
  }

  /// Handles a wake-up by the timer, or the host's return.
  private mutating func wakeNow() {
    isArmed = false
    if host.availableAt != nil {
      becomeAvailable()
      return
    }
    for _ in 0..<timer.deliveries(at: clock.now) { send(.tick, line: nil) }
    timer.passed(session)
  }

  /// Handles the host's return: it notices how long it slept, then delivers the waiting actions.
  private mutating func becomeAvailable() {
    let waiting = host.becomeAvailable()
    unavailableSince = nil
    if let stored = host.removeStored() {
      restore(stored)
      speech.restart()
    } else {
      noticeSleep()
    }
    for message in waiting { send(message.action, line: message.line) }
    lookAhead()
    timer.passed(session)
  }

  mutating func makeUnavailable(for length: Duration, isSuspended: Bool) {
    unavailableSince = unavailableSince ?? session
    host.makeUnavailable(until: clock.now + length, isSuspended: isSuspended)
  }

  private mutating func deliver(_ report: SimulatedSpeech.Report) {
    switch report {
    case .failed(let phrase, let reason): deliver(.speechFailed(phrase, reason: reason))
    case .made(let phrase):
      isArmed = false
      trace.learned[lastStep, default: []].append(phrase)
      driver.updateDurations { $0.record(phrase, length: $0.length(of: phrase)) }
      reading = driver.reading
      for index in twins.indices {
        twins[index].updateDurations { $0.record(phrase, length: $0.length(of: phrase)) }
      }
    }
  }
}

extension Runner: FaultHost {
  mutating func deliver(_ action: Action) {
    guard host.availableAt == nil else {
      host.enqueue(action, line: line)
      return
    }
    isArmed = false
    send(action, line: line)
    lookAhead()
    timer.passed(session)
  }

  mutating func suspend(for length: Duration) {
    clock.suspend()
    makeUnavailable(for: length, isSuspended: true)
  }

  mutating func stall(for length: Duration) { makeUnavailable(for: length, isSuspended: false) }

  mutating func stepWall(by step: Duration) { clock.stepWall(by: step) }

  mutating func setSkew(partsPerMillion skew: Int, until: Duration?) {
    clock.setSkew(partsPerMillion: skew)
    skewEnd = until
    isArmed = false
  }

  mutating func disturbWakeUps(_ fault: some WakeFault) {
    timer.add(fault)
    isArmed = false
  }

  mutating func disturbSpeech(_ change: (inout SpeechDisturbance, _ session: Duration) -> Void) {
    speech.disturb(at: session + ahead, change)
  }
}
