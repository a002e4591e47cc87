import WorkoutEngine
import WorkoutModel

/// Generates a random script: faults at times drawn from one generator.
struct ScriptGenerator {
  private let oracle: Oracle
  var builder: ScriptBuilder
  private var script: [(order: Duration, line: ScriptLine)] = []

  init(_ oracle: Oracle, _ random: SeededRandom) {
    self.oracle = oracle
    builder = ScriptBuilder(random, length: oracle.length)
    if !oracle.signals.isEmpty { builder.signals = oracle.signals }
  }

  /// The lines by time, including the user actions that the workout needs to end.
  mutating func lines() -> [ScriptLine] {
    for instant in oracle.doneInstants {
      add(at: instant + .milliseconds(builder.random.below(4000) - 2000), .done)
    }
    for instant in spareDones() { add(at: instant, .done) }
    return script.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
      .map(\.element.line)
  }

  /// Further `done`s, one after another: enough for phases that faults delay by up to the length of the workout each,
  /// by a long sleep, or by pauses that end with one of the script's lines, and for all those that a move may lead back
  /// to.
  private mutating func spareDones() -> [Duration] {
    guard let first = oracle.doneInstants.first, let last = oracle.doneInstants.last else { return [] }
    let delay = script.reduce(Duration.zero) { $0 + $1.line.fault.definition.delay }
    let paused = script.map(\.order).max() ?? .zero
    if let following = oracle.lengthFollowingUser {
      // With a `done` each minute an open phase, planned with 30 s, lasts about 60 s at most, so what is as long as it
      // takes about twice as long as planned. A delay counts once for its phase, and once for each length of such a
      // phase that follows it, or ten times for a single one.
      let backward = script.count { Self.backward.contains($0.line.fault.kind) }
      let factor = max(11, 1 + Int(following.inNanoseconds / Oracle.doneAfter.inNanoseconds))
      let longest = oracle.length * (3 * (1 + backward)) + delay * factor + paused
      let count = min(20 + Int(longest.inNanoseconds / Self.minute.inNanoseconds), ScenarioLimits.lines / 2)
      return (1...count).map { first + Self.minute * $0 + .milliseconds(builder.random.below(4000) - 2000) }
    }
    let jumps = 1 + script.count { [.jump, .jumpToSet].contains($0.line.fault.kind) }
    let pause = max(Self.minute, oracle.length / 10)
    let late = oracle.doneInstants.count + 5 + Int((delay + paused).inNanoseconds / pause.inNanoseconds)
    return (1...max(jumps * (10 + oracle.doneInstants.count), late)).map { last + pause * $0 }
  }

  private static let minute = Duration.seconds(60)
  private static let backward: Set<Fault.Kind> = [.jump, .jumpToSet, .seek, .back, .restartPhase, .undo, .redo]

  mutating func policy() -> SuspendPolicy {
    builder.random.pick([.continue, .freeze, .pauseIfOver(.seconds(2))]) ?? .continue
  }

  /// Clocks with different readings; occasionally those of a host that has been up for three years.
  mutating func start() -> VirtualClock.Reading {
    var start = Scenario.standardStart
    if builder.random.below(8) == 0 { start.boot = .seconds(100_000_000) }
    start.monotonic = start.boot - .seconds(builder.random.below(80_000))
    return start
  }

  mutating func host() -> WakePolicy {
    switch builder.random.below(8) {
    case 0: WakePolicy(waking: .every(.milliseconds(100)))
    case 1: WakePolicy(waking: .every(.milliseconds(500)))
    case 2: WakePolicy(jitter: builder.jitter())
    case 3: WakePolicy(waking: .every(.milliseconds(500)), ahead: .milliseconds(500 + builder.random.below(500)))
    default: WakePolicy()
    }
  }

  /// What sensors measure, of the signals to which the workout listens.
  mutating func signals() -> [Signal: SignalSource] {
    var signals: [Signal: SignalSource] = [:]
    for signal in oracle.signals where builder.random.below(8) > 0 { signals[signal] = builder.source(of: signal) }
    return signals
  }

  /// The numbers of a person, if the workout listens to a signal.
  mutating func body() -> BodyProfile {
    guard oracle.listens, builder.random.below(4) > 0 else { return BodyProfile() }
    let most = 150 + builder.random.below(51)
    return BodyProfile(
      maxHeartRate: most, thresholdHeartRate: most * 9 / 10, ftp: 150 + 10 * builder.random.below(21))
  }

  mutating func add(_ kind: Fault.Kind) {
    let (at, time) = moment()
    let until = builder.random.below(3) == 0 ? nil : at + builder.size(from: 1000, to: 600_000)
    let fault = fault(kind.definition, until: until)
    add(at, ScriptLine(at: time, fault))
    kind.definition.addCompanions(at: at, to: &builder)
    for companion in builder.takeCompanions() { add(at: companion.at, companion.fault) }
  }

  private mutating func fault(_ definition: some FaultDefinition, until: Duration?) -> Fault {
    Fault(definition.generated(by: &builder).ending(at: until))
  }

  private mutating func add(at instant: Duration, _ fault: Fault) {
    add(instant, ScriptLine(at: .after(max(instant, .zero)), fault))
  }

  private mutating func add(_ order: Duration, _ line: ScriptLine) { script.append((order, line)) }

  /// A random time, or one near a cue.
  private mutating func moment() -> (Duration, ScriptTime) {
    guard builder.random.below(2) == 0, let cue = builder.random.pick(oracle.cues) else {
      let at = Duration.milliseconds(builder.random.below(Int(oracle.length.inNanoseconds / 1_000_000) + 1000))
      return (at, .after(at))
    }
    let offsets: [Duration] = [.zero, builder.size(from: 1, to: 2000), .zero - builder.size(from: 1, to: 2000)]
    let offset = builder.random.pick(offsets) ?? .zero
    let name = CueName(cue.kind, set: cue.set)
    let at = max(.zero, cue.due + offset)
    if cue.due + offset >= .zero, oracle.first(name)?.key == cue.key { return (at, .cue(name, offset: offset)) }
    return (at, .after(at))
  }
}
