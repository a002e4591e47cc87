import WorkoutModel

/// Finds the moments of a rule within the phase, set or workout it is anchored to.
struct MomentFinder {
  let anchor: ScheduledWarning.Span
  /// Makes `random` moments differ from anchor to anchor, yet never from run to run.
  let seed: UInt64

  /// A moment and its number.
  struct Mark: Equatable {
    let at: Duration
    let number: Int
  }

  /// A single moment such as `end-3s`, or `nil` where nobody knows it yet.
  func moment(_ moment: Moment) -> Duration? {
    switch moment {
    case .start(let offset): anchor.start + offset
    case .end(let offset): anchor.end.map { $0 + offset }
    case .half(let offset):
      anchor.length.map { anchor.start + .nanoseconds($0.inNanoseconds / 2) + offset }
    case .every, .random: nil
    }
  }

  /// All moments of `rule` from `lower` to `upper`, both included; those outside the anchor too.
  func marks(of rule: CueRule, from lower: Duration, through upper: Duration) -> [Mark] {
    let marks: [Mark]
    switch rule.at {
    case .every(let interval): return repeated(interval, from: lower, through: upper)
    case .random(let count): marks = random(count)
    case .start, .end, .half:
      guard let first = moment(rule.at) else { return [] }
      guard let count = rule.count else {
        marks = [Mark(at: first, number: 0)]
        break
      }
      marks = (0..<count).map { Mark(at: first + .seconds($0), number: count - $0) }
    }
    return marks.filter { (lower...upper).contains($0.at) }
  }

  private func repeated(_ interval: Duration, from lower: Duration, through upper: Duration) -> [Mark] {
    let step = interval.inNanoseconds
    guard step > 0, upper > anchor.start else { return [] }
    let first = max(1, ((lower - anchor.start).inNanoseconds + step - 1) / step)
    let last = (upper - anchor.start).inNanoseconds / step
    guard first <= last else { return [] }
    return (first...last).map { Mark(at: anchor.start + .nanoseconds($0 * step), number: $0) }
      .filter { mark in anchor.end.map { mark.at < $0 } ?? true }
  }

  /// Sorted moments at least `Limits.randomSpacing` apart and away from both ends; none where they don't fit.
  ///
  /// Sorted uniform numbers in what is left when all spacings are taken out, then spread by the spacings: every
  /// arrangement that keeps the distances is equally likely.
  private func random(_ count: Int) -> [Mark] {
    let spacing = Limits.randomSpacing.inNanoseconds
    guard let length = anchor.length?.inNanoseconds else { return [] }
    let room = length - (count + 1) * spacing
    guard room >= 0 else { return [] }
    var generator = SplitMix64(state: seed)
    let draws = (0..<count).map { _ in Int(generator.next() % UInt64(room + 1)) }.sorted()
    return draws.enumerated().map { index, draw in
      Mark(at: anchor.start + .nanoseconds(draw + (index + 1) * spacing), number: index + 1)
    }
  }
}

/// A small generator of reproducible numbers (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators",
/// 2014).
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A seed made of numbers and a text, the same in every run (FNV-1a).
  static func seed(_ text: String, _ numbers: [Int]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for number in numbers { hash = (hash ^ UInt64(bitPattern: Int64(number))) &* 0x100_0000_01B3 }
    return hash
  }
}
