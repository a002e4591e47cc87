/// A quantity of a target as values of its signal for a person.
///
/// A range is met from its first to its last value. A single value is met within a tolerance: 3 % of a heart rate, at
/// least 3; 5 % of a power, at least 5 W; 3 revolutions. A ramp is the single value that its phase has come to. Where
/// nobody knows how long the phase lasts, it is the range of all its values.
package struct SignalTarget: Equatable, Sendable {
  /// What is measured.
  package let signal: Signal
  private let first: Int
  private let last: Int
  private let isRamp: Bool
  private let isExact: Bool

  /// The quantity for a person; `nil` if it isn't a measured signal, or if the person's number isn't known.
  package init?(_ part: Target.Part, for body: BodyProfile) {
    guard let signal = part.measure.signal, let values = body.values(of: part) else { return nil }
    self.signal = signal
    (first, last, isRamp) = (values.first, values.last, part.isRamp)
    isExact = !part.isRamp && (part.measure.isZone || part.from != part.to)
  }

  /// The values that meet it when `passed` of a phase of this length are over.
  package func limits(after passed: Duration, of length: Duration?) -> ClosedRange<Int> {
    let value = isRamp ? length.map { first + steps(after: passed, of: $0) } : nil
    let (low, high) = (value ?? min(first, last), value ?? max(first, last))
    return isExact ? low...high : low - tolerance(of: low)...high + tolerance(of: high)
  }

  /// The time since the start of a phase at which its values change next; `nil` if they don't.
  package func nextChange(after passed: Duration, of length: Duration?) -> Duration? {
    guard isRamp, let length, length > .zero, first != last else { return nil }
    let next = Int128(abs(steps(after: passed, of: length)) + 1) * Int128(length.inNanoseconds)
    let count = Int128(abs(last - first))
    let moment = Duration.nanoseconds(Int64((next + count - 1) / count))
    return moment <= length ? moment : nil
  }

  /// How far a ramp is from its first value.
  private func steps(after passed: Duration, of length: Duration) -> Int {
    guard length > .zero else { return 0 }
    let passed = min(max(passed, .zero), length)
    return Int(Int128(last - first) * Int128(passed.inNanoseconds) / Int128(length.inNanoseconds))
  }

  private func tolerance(of value: Int) -> Int {
    switch signal {
    case .heartRate: max(3, value * 3 / 100)
    case .power: max(5, value / 20)
    case .cadence: 3
    }
  }
}

extension SignalTarget {
  /// The signals that the parts of a target name, in order, each by its first quantity that is known for a person.
  package static func all(of parts: [Target.Part], for body: BodyProfile) -> [SignalTarget] {
    parts.compactMap { SignalTarget($0, for: body) }.reduce(into: []) { found, next in
      if !found.contains(where: { $0.signal == next.signal }) { found.append(next) }
    }
  }
}
