import WorkoutEngine
import WorkoutModel

/// One run of a scenario: hosts the session on a virtual clock, wakes it as the host does, and does what the script
/// says.
///
/// There is one loop and nothing waits: it goes from instant to instant, and at each the wake-up comes before the lines
/// of the script, those in the order of the file.
struct Runner<Driver: SessionDriver> {
  let scenario: Scenario
  let oracle: Oracle
  var driver: Driver
  var clock: VirtualClock
  var trace = Trace()
  private var wakeUps: WakeUps
  private var script: ScriptQueue
  private var speech = SpeechWorker()
  var store: SessionStore<Driver>?
  var host = HostCondition()
  /// Boot less monotonic, as far as the session has been told.
  var asleep: Duration
  /// Session time of the last call.
  var previous = Duration.zero
  /// The next wake-up in true time, as it was drawn.
  private var armed: Duration?
  private var isArmed = false
  /// When the skew of the clocks ends.
  private var skewEnd: Duration?
  /// Session time at which the host left, while it is away.
  private(set) var leftAt: Duration?
  /// What the boot clock shows at session time 0.
  let origin: Duration
  private let horizon: Duration
  /// How many instants there have been.
  private var count = 0

  /// What has not to do with the host's timer is at most so much of a run that the end can't be expected any more.
  private static var slack: Duration { .seconds(3600) }
  /// A day of wake-ups every 10 ms: more instants than that are no test of anything.
  private static var most: Int { 10_000_000 }
  /// A session that is over is woken once more, so much later.
  private static var afterwards: Duration { .seconds(1) }

  init(_ scenario: Scenario, _ oracle: Oracle, _ driver: Driver) {
    self.scenario = scenario
    self.oracle = oracle
    self.driver = driver
    let start = scenario.start
    clock = VirtualClock(boot: start.boot, monotonic: start.monotonic, wall: start.wall)
    wakeUps = WakeUps(scenario.host, origin: start.boot, seed: scenario.seed)
    script = ScriptQueue(scenario.script, oracle)
    origin = start.boot
    asleep = start.boot - start.monotonic
    if scenario.script.contains(where: { $0.deed.word == .kill }) { store = SessionStore(driver) }
    trace.steps.reserveCapacity(oracle.cues.count)
    horizon = oracle.length * (scenario.script.count + 1) + scenario.longestScript + Self.slack
  }

  /// Session time now.
  var session: Duration { clock.boot - origin }

  mutating func run() -> Trace {
    send(.start, line: nil)
    send(.prepared, line: nil)
    while step() {}
    trace.unreached = script.lines
    trace.clock = clock
    trace.finalState = driver.state
    return trace
  }

  /// Goes to the next instant at which anything happens; `false` when nothing will any more.
  private mutating func step() -> Bool {
    arm()
    let isOver = driver.state.playback.isOver
    // Only lines that wait for a cue ask how the session stands.
    let due = script.isWaiting ? script.next(driver.state, oracle, clock, origin: origin) : script.nextTimed
    if isOver, due == nil, host.comesBack == nil { return finish() }
    if due == nil, host.comesBack == nil, wakeUps.isPeriodic, armed == nil { return false }
    // What the host would do while it can't comes when it can.
    let wake = host.comesBack ?? armed
    guard var instant = Self.earlier(Self.earlier(wake, due?.at), Self.earlier(skewEnd, host.wakesUp)) else {
      return false
    }
    // A host that is away makes no phrases either.
    if speech.isTroubled, host.comesBack == nil, let decision = speech.nextDecision(driver, at: session) {
      instant = min(instant, clock.instant(ofBoot: origin + decision))
    }
    count += 1
    guard instant <= horizon, count <= Self.most else {
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
      trace.deeds.append(DeedRecord(line: due.line, at: clock.now))
      perform(scenario.script[due.line].deed, line: due.line)
    } else {
      for news in speech.decide(driver, at: session) { tell(news) }
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
    clock.advance(by: Self.afterwards)
    send(.tick, line: nil)
    return false
  }

  private mutating func arm() {
    guard !isArmed, host.comesBack == nil else { return }
    // While nothing will come of it, a host that is woken every so often need not be.
    armed = driver.nextDeadline.flatMap { wakeUps.next(for: $0, clock) }
    isArmed = true
  }

  /// The timer goes off, or the host is back.
  private mutating func wakeNow() {
    isArmed = false
    if host.comesBack != nil {
      comeBack()
      return
    }
    for _ in 0..<wakeUps.deliveries(at: clock.now) { send(.tick, line: nil) }
    wakeUps.passed(session)
  }

  /// The host can work again: it notices how long it slept, then does what has been waiting.
  private mutating func comeBack() {
    let waiting = host.comeBack()
    leftAt = nil
    if let stored = host.takeStored() {
      restore(stored)
      speech.restart()
    } else {
      noticeSleep()
    }
    for letter in waiting { send(letter.action, line: letter.line) }
    wakeUps.passed(session)
  }

  private mutating func perform(_ deed: Deed, line: Int) {
    if let action = deed.action {
      deliver(action, line: line)
      return
    }
    if wakeUps.take(deed) {
      isArmed = false
      return
    }
    switch deed {
    case .suspend(let length):
      clock.suspend()
      leave(for: length, asleep: true)
    case .stall(let length): leave(for: length, asleep: false)
    case .wallStep(let step): clock.stepWall(by: step)
    case .skew(let skew, let until):
      clock.setSkew(partsPerMillion: skew)
      skewEnd = until
      isArmed = false
    case .kill(let length): kill(for: length)
    default:
      speech.take(deed, at: session)
    }
  }

  mutating func leave(for length: Duration, asleep: Bool) {
    leftAt = leftAt ?? session
    host.leave(until: clock.now + length, asleep: asleep)
  }

  /// Tells the session at once, or when the host can.
  private mutating func deliver(_ action: Action, line: Int?) {
    guard host.comesBack == nil else {
      host.keep(action, line: line)
      return
    }
    isArmed = false
    send(action, line: line)
    wakeUps.passed(session)
  }

  private mutating func tell(_ news: SpeechWorker.News) {
    switch news {
    case .failed(let text, let reason): deliver(.speechFailed(text: text, reason: reason), line: nil)
    case .made(let text):
      isArmed = false
      trace.hasLearned = true
      driver.learn { $0.learn(text, length: $0.length(of: text)) }
    }
  }
}
