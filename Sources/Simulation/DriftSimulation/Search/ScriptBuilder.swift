import WorkoutEngine
import WorkoutModel

/// Builds a random script: faults with sizes and times drawn from one generator.
struct ScriptBuilder {
  private let oracle: Oracle
  var random: SeededRandom
  private var script: [(order: Duration, line: ScriptLine)] = []

  init(_ oracle: Oracle, _ random: SeededRandom) {
    self.oracle = oracle
    self.random = random
  }

  /// The lines by time, including the user actions that the workout needs to end.
  mutating func lines() -> [ScriptLine] {
    for instant in oracle.doneInstants {
      add(at: instant + .milliseconds(random.below(4000) - 2000), .done)
    }
    if let last = oracle.doneInstants.last {
      // For phases that faults delay, by up to the length of the workout: one `done` after another, until none is
      // needed.
      let pause = max(.seconds(60), oracle.length / 10)
      for count in 1...(10 + oracle.doneInstants.count) { add(at: last + pause * count, .done) }
    }
    return script.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
      .map(\.element.line)
  }

  mutating func policy() -> SuspendPolicy {
    random.pick([.continue, .freeze, .pauseIfOver(.seconds(2))]) ?? .continue
  }

  /// Clocks with different readings; occasionally those of a host that has been up for three years.
  mutating func start() -> VirtualClock.Reading {
    var start = Scenario.standardStart
    if random.below(8) == 0 { start.boot = .seconds(100_000_000) }
    start.monotonic = start.boot - .seconds(random.below(80_000))
    return start
  }

  mutating func host() -> WakePolicy {
    switch random.below(8) {
    case 0: WakePolicy(waking: .every(.milliseconds(100)))
    case 1: WakePolicy(waking: .every(.milliseconds(500)))
    case 2: WakePolicy(jitter: jitter())
    case 3: WakePolicy(waking: .every(.milliseconds(500)), ahead: .milliseconds(500 + random.below(500)))
    default: WakePolicy()
    }
  }

  /// Adds a fault of a kind, and its companions.
  mutating func add(_ kind: Fault.Kind) {
    let (at, time) = moment()
    let until = random.below(3) == 0 ? nil : at + size(from: 1000, to: 600_000)
    let fault = fault(kind.definition, until: until)
    add(at, ScriptLine(at: time, fault))
    kind.definition.addCompanions(at: at, to: &self)
  }

  private mutating func fault(_ definition: (some FaultDefinition).Type, until: Duration?) -> Fault {
    Fault(definition.generated(by: &self).ending(at: until))
  }

  mutating func add(at instant: Duration, _ fault: Fault) {
    add(instant, ScriptLine(at: .after(max(instant, .zero)), fault))
  }

  private mutating func add(_ order: Duration, _ line: ScriptLine) { script.append((order, line)) }

  /// A random time, or one near a cue.
  private mutating func moment() -> (Duration, ScriptTime) {
    guard random.below(2) == 0, let cue = random.pick(oracle.cues) else {
      let at = Duration.milliseconds(random.below(oracle.length.inNanoseconds / 1_000_000 + 1000))
      return (at, .after(at))
    }
    let offsets: [Duration] = [.zero, size(from: 1, to: 2000), .zero - size(from: 1, to: 2000)]
    let offset = random.pick(offsets) ?? .zero
    let name = CueName(cue.kind, set: cue.set)
    let at = max(.zero, cue.due + offset)
    if cue.due + offset >= .zero, oracle.first(name)?.key == cue.key { return (at, .cue(name, offset: offset)) }
    return (at, .after(at))
  }

  mutating func jitter() -> Jitter {
    random.below(2) == 0
      ? .uniform(scale: size(from: 1, to: 5000))
      : .pareto(scale: size(from: 1, to: 50), alpha: 1.25, cap: .seconds(30))
  }

  /// A length in whole milliseconds, log-uniform: each doubling is equally likely.
  mutating func size(from least: Int, to most: Int) -> Duration {
    let ratio = most / least
    let doublings = ratio.bitWidth - ratio.leadingZeroBitCount
    let lower = least << random.below(doublings)
    return .milliseconds(min(most, lower + random.below(lower)))
  }

  /// A random fraction of a length, in whole milliseconds.
  mutating func part(of length: Duration) -> Duration {
    .milliseconds(random.below(1 + length.inNanoseconds / 1_000_000))
  }

  mutating func signed(_ length: Duration) -> Duration { random.below(2) == 0 ? length : .zero - length }
}
