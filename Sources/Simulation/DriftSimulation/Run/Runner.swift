import WorkoutEngine
import WorkoutModel

/// One run of a scenario: hosts the session on a virtual clock, wakes it as the host does, and does what the script
/// says.
///
/// There is one loop and nothing waits: it goes from instant to instant, and at each the wake-up comes before the lines
/// of the script, those in the order of the file.
struct Runner<Driver: SessionDriver> {
  var scenario: Scenario
  let oracle: Oracle
  var driver: Driver {
    didSet { reading = driver.reading }
  }
  /// What the session showed last.
  private(set) var reading: SessionReading
  var clock: VirtualClock
  var trace = Trace()
  /// How many steps have been dropped from the beginning of the trace.
  var dropped = 0
  private var timer: WakeTimer
  var script: ScriptQueue
  private var speech = SimulatedSpeech()
  var store: SessionStore<Driver>?
  var host = HostState()
  /// The boot clock less the monotonic clock, as last reported to the session.
  var reportedSleep: Duration
  /// Session time of the last call.
  var previous = Duration.zero
  /// The next wake-up in true time, as it was drawn.
  private var armed: Duration?
  private var isArmed = false
  /// When the skew of the clocks ends.
  private var skewEnd: Duration?
  /// Session time at which the host left, while it is away.
  private(set) var unavailableSince: Duration?
  /// What the boot clock shows at session time 0.
  let origin: Duration
  var horizon: Duration
  /// The line of the script that is being performed.
  private var line: Int?
  /// How many instants there have been.
  private var count = 0

  /// The slack of `horizon`, for what doesn't depend on the host's timer; past the horizon the end of a run isn't
  /// expected any more.
  private static var horizonMargin: Duration { .seconds(3600) }
  /// A day of wake-ups every 10 ms: more instants than that are no test of anything.
  private static var maximumInstants: Int { 10_000_000 }
  /// How long after its end a session is woken once more.
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
    origin = start.boot
    reportedSleep = start.boot - start.monotonic
    if scenario.script.contains(where: { $0.fault.kind == .kill }) { store = SessionStore(driver) }
    horizon = Self.horizon(of: scenario, oracle)
  }

  static func horizon(of scenario: Scenario, _ oracle: Oracle) -> Duration {
    oracle.length * (scenario.script.count + 1) + scenario.longestScript + horizonMargin
  }

  /// The number of the last step; -1 before the first.
  var lastStep: Int { dropped + trace.steps.count - 1 }

  /// Session time now; inlined, as a call would copy the run.
  @inline(__always) var session: Duration { clock.boot - origin }

  mutating func run() -> Trace { run { _, _ in } }

  /// Runs to the end; `observe` sees the run before the first instant at which a line of the script may be due.
  mutating func run(_ observe: (_ line: Int, borrowing Self) -> Void) -> Trace {
    trace.steps.reserveCapacity(oracle.cues.count)
    begin()
    var seen: Int?
    while true {
      let due = prepareStep()
      if let line = due?.line, line != seen {
        observe(line, self)
        seen = line
      }
      guard step(to: due) else { break }
    }
    finishTrace()
    return trace
  }

  mutating func finishTrace() {
    trace.unreached = script.lines
    trace.clock = clock
    trace.finalState = driver.state
  }

  mutating func begin() {
    send(.start, line: nil)
    send(.prepared, line: nil)
  }

  /// Arms the timer, and returns the line of the script that is next; a second time nothing changes.
  mutating func prepareStep() -> ScriptQueue.Due? {
    arm()
    return script.isWaiting ? script.next(reading, oracle, clock, origin: origin) : script.nextTimed
  }

  /// Goes to the next instant at which anything happens; `false` when nothing will any more.
  mutating func step(to due: ScriptQueue.Due?) -> Bool {
    let isOver = reading.playback.isOver
    if isOver, due == nil, host.availableAt == nil { return finish() }
    if due == nil, host.availableAt == nil, timer.isPeriodic, armed == nil { return false }
    // What the host would do while it can't comes when it can.
    let wake = host.availableAt ?? armed
    guard var instant = Self.earlier(Self.earlier(wake, due?.at), Self.earlier(skewEnd, host.wakesUp)) else {
      return false
    }
    // A host that is away makes no phrases either.
    if speech.hasFaults, host.availableAt == nil,
      let decision = speech.nextDecision(driver, at: session, through: clock.reading(at: instant).boot - origin)
    {
      instant = min(instant, clock.instant(ofBoot: origin + decision))
    }
    count += 1
    guard instant <= horizon, count <= Self.maximumInstants else {
      trace.isCut = true
      return false
    }
    clock.advance(to: instant)
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
      perform(scenario.script[due.line].fault.definition)
      line = nil
    } else {
      for report in speech.decide(driver, at: session) { deliver(report) }
    }
    return true
  }

  /// The earlier of two instants, either of which may never come.
  private static func earlier(_ one: Duration?, _ other: Duration?) -> Duration? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }

  /// Sees whether a session that is over stays over.
  private mutating func finish() -> Bool {
    clock.advance(by: Self.finalDelay)
    send(.tick, line: nil)
    return false
  }

  private mutating func arm() {
    guard !isArmed, host.availableAt == nil else { return }
    // While it would have no effect, a host that is woken periodically need not be woken.
    armed = reading.nextDeadline.flatMap { timer.next(for: $0, clock) }
    isArmed = true
  }

  /// The timer goes off, or the host is back.
  private mutating func wakeNow() {
    isArmed = false
    if host.availableAt != nil {
      becomeAvailable()
      return
    }
    for _ in 0..<timer.deliveries(at: clock.now) { send(.tick, line: nil) }
    timer.passed(session)
  }

  /// The host can work again: it notices how long it slept, then does what has been waiting.
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
    timer.passed(session)
  }

  private mutating func perform(_ fault: some FaultDefinition) { fault.apply(to: &self) }

  mutating func makeUnavailable(for length: Duration, isSuspended: Bool) {
    unavailableSince = unavailableSince ?? session
    host.makeUnavailable(until: clock.now + length, isSuspended: isSuspended)
  }

  private mutating func deliver(_ report: SimulatedSpeech.Report) {
    switch report {
    case .failed(let phrase, let reason): deliver(.speechFailed(phrase, reason: reason))
    case .made(let phrase):
      isArmed = false
      trace.hasLearned = true
      driver.updateDurations { $0.record(phrase, length: $0.length(of: phrase)) }
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

  mutating func disturbSpeech(_ change: (inout SimulatedSpeech, _ session: Duration) -> Void) {
    speech.disturb(at: session, change)
  }
}
