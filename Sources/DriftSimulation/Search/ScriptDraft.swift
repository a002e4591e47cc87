import WorkoutEngine
import WorkoutModel

/// A script in the making: faults with sizes and times drawn from one generator.
struct ScriptDraft {
  private let oracle: Oracle
  var random: SplitMix64
  private var script: [(order: Duration, line: ScriptLine)] = []

  init(_ oracle: Oracle, _ random: SplitMix64) {
    self.oracle = oracle
    self.random = random
  }

  /// The lines in the order of their times, with what the user must do for the workout to come to its end.
  mutating func lines() -> [ScriptLine] {
    for instant in oracle.doneInstants {
      add(at: instant + .milliseconds(random.below(4000) - 2000), .user(.done))
    }
    if let last = oracle.doneInstants.last {
      // Whatever was put off, by as much as the whole workout: one done after another, until none is needed.
      let pause = max(.seconds(60), oracle.length / 10)
      for count in 1...(10 + oracle.doneInstants.count) { add(at: last + pause * count, .user(.done)) }
    }
    return script.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
      .map(\.element.line)
  }

  mutating func policy() -> SuspendPolicy {
    random.pick([.goOn, .freeze, .pauseIfOver(.seconds(2))]) ?? .goOn
  }

  /// Clocks that differ; now and then those of a host that has been up for three years.
  mutating func start() -> VirtualClock.Reading {
    var start = Scenario.standardStart
    if random.below(8) == 0 { start.boot = .seconds(100_000_000) }
    start.monotonic = start.boot - .seconds(random.below(80_000))
    return start
  }

  mutating func host() -> HostHabits {
    switch random.below(8) {
    case 0: HostHabits(waking: .every(.milliseconds(100)))
    case 1: HostHabits(waking: .every(.milliseconds(500)))
    case 2: HostHabits(jitter: jitter())
    default: HostHabits()
    }
  }

  /// A fault of a class, and what belongs to it.
  mutating func add(_ word: DeedWord) {
    let (at, time) = moment()
    add(at, ScriptLine(at: time, deed(word, at: at)))
    switch word {
    case .pause: add(at: at + size(from: 100, to: 60_000), .user(.resume))
    case .toggle: add(at: at + size(from: 50, to: 30_000), .user(.toggle))
    case .undo, .redo: add(at: at - size(from: 100, to: 30_000), .user(.skip))
    case .suspend: add(at: at + size(from: 1000, to: 500_000), .user(.resume))
    case .background: add(at: at + size(from: 10, to: 60_000), .foreground)
    case .interrupt: addEnd(ofInterruption: at)
    case .interruptEnd: add(at: at - size(from: 100, to: 10_000), .interrupt)
    case .deviceLost: add(at: at + size(from: 10, to: 60_000), .deviceBack)
    default: break
    }
  }

  /// What follows an interruption: its end, or a pause, another one meanwhile or another one after it, and at last the
  /// user.
  private mutating func addEnd(ofInterruption at: Duration) {
    let end = at + size(from: 100, to: 60_000)
    var last = end
    switch random.below(5) {
    case 0:
      add(at: at + .milliseconds(random.below(1 + (end - at).inNanoseconds / 1_000_000)), .user(.pause))
      add(at: end, .interruptEnd(shouldResume: true))
    case 1:
      add(at: end, .interruptEnd(shouldResume: false))
      let second = end + size(from: 100, to: 10_000)
      last = second + size(from: 100, to: 10_000)
      add(at: second, .interrupt)
      add(at: last, .interruptEnd(shouldResume: true))
    case 2:
      add(at: at + .milliseconds(random.below(1 + (end - at).inNanoseconds / 1_000_000)), .interrupt)
      add(at: end, .interruptEnd(shouldResume: random.below(2) == 0))
      last = end + size(from: 100, to: 10_000)
      add(at: last, .interruptEnd(shouldResume: true))
    default: add(at: end, .interruptEnd(shouldResume: random.below(2) == 0))
    }
    add(at: last + size(from: 100, to: 10_000), .user(.resume))
  }

  private mutating func add(at instant: Duration, _ deed: Deed) {
    add(instant, ScriptLine(at: .after(max(instant, .zero)), deed))
  }

  private mutating func add(_ order: Duration, _ line: ScriptLine) { script.append((order, line)) }

  /// A time somewhere, or beside a cue.
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

  private mutating func deed(_ word: DeedWord, at: Duration) -> Deed {
    let until = random.below(3) == 0 ? nil : at + size(from: 1000, to: 600_000)
    switch word {
    case .pause, .resume, .toggle, .skip, .back, .restartPhase, .done, .stop, .undo, .redo:
      return UserAction(rawValue: word.rawValue).map { .user($0) } ?? .foreground
    case .extend: return .extend(by: signed(size(from: 1000, to: 60_000)))
    case .background: return .background
    case .foreground: return .foreground
    case .interrupt: return .interrupt
    case .interruptEnd: return .interruptEnd(shouldResume: random.below(2) == 0)
    case .suspend: return .suspend(length: size(from: 5, to: 400_000))
    case .stall: return .stall(length: size(from: 5, to: 120_000))
    case .coalesce: return .coalesce(to: size(from: 100, to: 60_000), until: until)
    case .jitter: return .jitter(jitter(), until: until)
    case .drop: return .drop(chance: Double(1 + random.below(9)) / 10, until: until)
    case .duplicate: return .duplicate(chance: Double(1 + random.below(10)) / 10, until: until)
    case .early: return .early(by: size(from: 1, to: 1000), until: until)
    case .wallStep: return .wallStep(by: signed(size(from: 4, to: 3_600_000)))
    case .skew: return .skew(partsPerMillion: random.below(1001) - 500, until: until)
    case .audioSkew: return .audioSkew(partsPerMillion: random.below(601) - 300, until: until)
    case .deviceLost: return .deviceLost
    case .deviceBack: return .deviceBack
    case .speechSlow: return .speechSlow(factor: Double(1 << random.below(12)))
    case .speechHang: return .speechHang(length: size(from: 100, to: 60_000))
    case .speechCrash: return .speechCrash
    case .kill: return .kill(length: size(from: 10, to: 60_000))
    }
  }

  private mutating func jitter() -> Jitter {
    random.below(2) == 0
      ? .uniform(scale: size(from: 1, to: 5000))
      : .pareto(scale: size(from: 1, to: 50), alpha: 1.25, cap: .seconds(30))
  }

  /// A length in whole milliseconds: each doubling is as likely as another.
  private mutating func size(from least: Int, to most: Int) -> Duration {
    let ratio = most / least
    let doublings = ratio.bitWidth - ratio.leadingZeroBitCount
    let lower = least << random.below(doublings)
    return .milliseconds(min(most, lower + random.below(lower)))
  }

  private mutating func signed(_ length: Duration) -> Duration { random.below(2) == 0 ? length : .zero - length }
}
