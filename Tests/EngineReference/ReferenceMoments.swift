import WorkoutModel

/// The moments of a rule within a phase, a set or the workout, each computed on its own.
struct ReferenceMoments {
  let span: PlanSpan
  /// The end, if nobody is to know it before it comes; the span has none then.
  var hiddenEnd: Duration?
  /// The length for which `random` moments are drawn.
  let drawnLength: () -> Duration?
  /// Whether the user determines its length, so that its half is unknown.
  let dependsOnUser: Bool
  /// Moments after this position need not be found.
  let horizon: Duration
  /// The seed of `random` moments.
  let seed: UInt64

  /// Returns every moment of a rule with its number, including those outside the span.
  func all(of placed: ReferenceExpansion.PlacedRule) -> [(at: Duration, number: Int)] {
    let rule = placed.rule
    switch rule.at {
    case .every(let interval): return repeated(interval, from: placed.repetition ?? interval)
    case .random(let count): return random(count)
    case .start, .end, .half, .part:
      guard let first = single(rule.at) else { return [] }
      guard let count = rule.count else { return [(first, 0)] }
      return (0..<count).map { (first + .seconds($0), count - $0) }
    }
  }

  /// A moment such as `end-3s`; `nil` if unknown.
  func single(_ moment: Moment) -> Duration? {
    switch moment {
    case .start(let offset): return span.start + offset
    case .end(let offset): return (span.end ?? (offset < .zero ? nil : hiddenEnd)).map { $0 + offset }
    case .half(let offset): return single(.part(percent: 50, offset: offset))
    case .part(let percent, let offset):
      guard !dependsOnUser, let length = span.length else { return nil }
      let (whole, rest) = length.wholeNanoseconds.quotientAndRemainder(dividingBy: 100)
      return span.start + .nanoseconds(whole * percent + rest * percent / 100) + offset
    case .every, .random: return nil
    }
  }

  /// Repeated moments up to the end, which is excluded.
  private func repeated(_ interval: Duration, from first: Duration) -> [(at: Duration, number: Int)] {
    var moments: [(at: Duration, number: Int)] = []
    var moment = span.start + first
    while moment < span.end ?? hiddenEnd ?? .seconds(1 << 40), moment <= horizon {
      moments.append((moment, moments.count + 1))
      moment += interval
    }
    return moments
  }

  /// Random moments: uniform in the span without the spacings, sorted, and spread by the spacings again.
  private func random(_ count: Int) -> [(at: Duration, number: Int)] {
    guard let length = drawnLength()?.wholeNanoseconds else { return [] }
    let spacing = Limits.randomSpacing.wholeNanoseconds
    let space = length - (count + 1) * spacing
    guard space >= 0 else { return [] }
    var generator = SeededRandom(seed: seed)
    let draws = (0..<count).map { _ in Int(generator.next() % UInt64(space + 1)) }.sorted()
    return draws.enumerated().map { (span.start + .nanoseconds($1 + ($0 + 1) * spacing), $0 + 1) }
  }

  /// The seed of a rule in one phase, set or workout: FNV-1a of the name of the workout and the numbers.
  static func seed(_ name: String, _ numbers: [Int]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for number in numbers { hash = (hash ^ UInt64(bitPattern: Int64(number))) &* 0x100_0000_01B3 }
    return hash
  }
}
