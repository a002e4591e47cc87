/// A length that is drawn for each set, in steps of 0.1 s.
///
/// ```swift
/// let reaction = Phase("Wait", .low, .after(.random(RandomLength(.seconds(3), .seconds(9)))))
/// ```
public struct RandomLength: Hashable, Sendable {
  /// The shortest length that may be drawn.
  public var shortest: Duration
  /// The longest length that may be drawn.
  public var longest: Duration
  /// Whether nobody is to know when the phase ends: nothing counts down to its end, and displays count up.
  public var isSurprise: Bool

  /// The resolution of the draws.
  package static let step = Duration.milliseconds(100)

  /// Creates a length between two others. By default its end is a surprise.
  public init(_ shortest: Duration, _ longest: Duration, isSurprise: Bool = true) {
    self.shortest = shortest
    self.longest = longest
    self.isSurprise = isSurprise
  }

  /// The length that a seed draws, in nanoseconds: each is equally likely.
  func drawn(from seed: UInt64) -> Int64 {
    // A day has a million steps.
    let steps = Int(max(0, (longest - shortest).inNanoseconds / Self.step.inNanoseconds))
    var random = SeededRandom(seed: seed)
    return shortest.inNanoseconds + Int64(random.below(steps + 1)) * Self.step.inNanoseconds
  }
}

/// A length in proportion to the time that another phase took.
///
/// ```swift
/// let rest = Phase("Rest", .rest, .after(.relative(RelativeLength(of: "Row"))))
/// ```
public struct RelativeLength: Hashable, Sendable {
  /// The name of the phase; the last one of that name counts.
  public var name: String
  /// The factor, in millionths.
  public var millionths: Int

  /// The resolution of the factor: a millionth.
  package static let unit = 1_000_000

  /// Creates a length of this many millionths of another; by default it is as long.
  public init(of name: String, millionths: Int = 1_000_000) {
    self.name = name
    self.millionths = millionths
  }

  /// The length after a phase that took `other`, rounded down to the nanosecond, at most that of the longest phase.
  package func length(after other: Duration) -> Duration {
    let factor = min(max(0, millionths), Limits.timesMillionths.upperBound)
    let exact = min(other, Limits.phaseLength.upperBound) * factor / Self.unit
    return min(.nanoseconds(exact.inNanoseconds), Limits.phaseLength.upperBound)
  }
}

extension RelativeLength: CustomStringConvertible {
  /// The length in words: "as long as Row", "2.5 times as long as Row".
  public var description: String {
    let factor = millionths == Self.unit ? "" : "\(DecimalText.shortest(millionths, per: Self.unit)) times "
    return "\(factor)as long as \(name)"
  }
}

/// Why the length of a phase differs from run to run.
public enum VaryingLength: Equatable, Sendable {
  /// It is drawn.
  case random(RandomLength)
  /// It is that of a phase whose length is drawn, or which the user ends.
  case relative(RelativeLength, dependsOnUser: Bool)

  /// Whether nobody is to know when the phase ends.
  public var isSurprise: Bool { if case .random(let length) = self { length.isSurprise } else { false } }

  /// The length in a plan, written with `text`: the range, "3 s–9 s", or "as long as Row"; `nil` if the plan is drawn
  /// from a seed that is `known` and doesn't depend on the user.
  package func text(isSeedKnown: Bool, _ text: (Duration) -> String) -> String? {
    switch self {
    case .random(let length) where !isSeedKnown: "\(text(length.shortest))–\(text(length.longest))"
    case .relative(let length, let dependsOnUser) where dependsOnUser || !isSeedKnown: length.description
    case .random, .relative: nil
    }
  }
}
