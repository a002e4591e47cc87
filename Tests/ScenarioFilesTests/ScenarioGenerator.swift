import DriftSimulation
import TestSupport
import WorkoutEngine
import WorkoutModel

/// Makes scenarios of every shape that the format knows.
struct ScenarioGenerator {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func scenario() -> Scenario {
    var scenario = Scenario(name: text("name"), workout: text("../w") + ".json", seed: random.next() >> 1)
    if flip() { scenario.why = text("why \"this\"\n\\ and") }
    scenario.whenSuspended = pick([.goOn, .freeze, .pauseIfOver(.seconds(2)), .pauseIfOver(duration(1))])
    if flip() {
      let boot = duration(100_000)
      scenario.start = VirtualClock.Reading(
        boot: boot, monotonic: boot / 2.0, wall: .seconds(random.below(7_000_000_000)))
      scenario.start.monotonic = .nanoseconds(scenario.start.monotonic.inNanoseconds)
    }
    if flip() {
      scenario.host = HostHabits(waking: flip() ? .deadline : .every(duration(5)), jitter: flip() ? jitter() : nil)
    }
    scenario.script = (0..<random.below(8)).map { _ in line() }
    if flip() { scenario.expected = expectations() }
    return scenario
  }

  private mutating func line() -> ScriptLine {
    if random.below(3) == 0 { return ScriptLine(at: .cue(cue(), offset: signed(10)), deed(after: .seconds(1_000_000))) }
    let at = flip() ? Duration.zero : duration(400)
    return ScriptLine(at: .after(at), deed(after: at))
  }

  private mutating func deed(after at: Duration) -> Deed {
    let until = flip() ? nil : at + duration(100)
    let chance = Double(random.below(101)) / 100
    let deeds: [Deed] = [
      .user(pick(UserAction.allCases)), .extend(by: signed(90)), .background, .foreground, .interrupt,
      .interruptEnd(shouldResume: flip()), .suspend(length: duration(90)), .stall(length: duration(9)),
      .coalesce(to: duration(60), until: until), .jitter(jitter(), until: until), .drop(chance: chance, until: until),
      .duplicate(chance: chance, until: until), .early(by: duration(1), until: until), .wallStep(by: signed(3600)),
      .skew(partsPerMillion: random.below(1001) - 500, until: until),
      .audioSkew(partsPerMillion: random.below(601) - 300, until: until), .deviceLost, .deviceBack,
      .speechSlow(factor: Double(1 + random.below(999)) / 8), .speechHang(length: duration(30)), .speechCrash,
      .kill(length: duration(60)),
    ]
    return pick(deeds)
  }

  private mutating func jitter() -> Jitter {
    let scale = duration(1)
    return flip()
      ? .uniform(scale: scale)
      : .pareto(scale: scale, alpha: Double(1 + random.below(40)) / 8, cap: scale + duration(10))
  }

  private mutating func expectations() -> Expectations {
    let numbers = Invariants.all.map(\.number)
    let outcomes = (0..<random.below(4)).map { _ in
      ExpectedOutcome(
        cue(), is: pick(Outcome.allCases), cause: flip() ? text("cause") : nil, times: flip() ? random.below(9) : nil)
    }
    return Expectations(
      invariants: flip() ? .all : .some((0..<random.below(4)).map { _ in pick(numbers) }), outcomes: outcomes,
      final: ExpectedEnd(
        playback: flip() ? pick(ExpectedEnd.playbacks) : nil, elapsed: flip() ? duration(300) : nil))
  }

  private mutating func cue() -> CueName { CueName(pick(CueKind.allCases), set: flip() ? 1 + random.below(9) : nil) }

  private mutating func text(_ start: String) -> String { "\(start) \(random.below(1000)) é → 🏋" }

  /// Up to so many seconds: whole, in milliseconds, or to the nanosecond; at least a millisecond.
  private mutating func duration(_ seconds: Int) -> Duration {
    switch random.below(3) {
    case 0: .seconds(1 + random.below(seconds))
    case 1: .milliseconds(1 + random.below(seconds * 1000))
    default: .nanoseconds(1_000_000 + random.below(seconds * 1_000_000_000))
    }
  }

  private mutating func signed(_ seconds: Int) -> Duration { flip() ? duration(seconds) : .zero - duration(seconds) }
  private mutating func flip() -> Bool { random.below(2) == 0 }
  private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[random.below(elements.count)] }
}
