import WorkoutModel

/// Draws the sizes of random faults from one generator, and collects the companions of faults.
package struct ScriptBuilder {
  var random: SeededRandom
  let length: Duration
  var signals = [Signal.heartRate]
  private var companions: [(at: Duration, fault: Fault)] = []

  init(_ random: SeededRandom, length: Duration) { (self.random, self.length) = (random, length) }

  mutating func add(at instant: Duration, _ fault: Fault) { companions.append((instant, fault)) }

  mutating func takeCompanions() -> [(at: Duration, fault: Fault)] {
    defer { companions = [] }
    return companions
  }

  mutating func signal() -> Signal { random.pick(signals) ?? .heartRate }

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
    .milliseconds(random.below(1 + Int(length.inNanoseconds / 1_000_000)))
  }

  mutating func signed(_ length: Duration) -> Duration { random.below(2) == 0 ? length : .zero - length }
}
