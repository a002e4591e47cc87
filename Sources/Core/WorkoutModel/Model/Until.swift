/// What has to be measured for an open phase to end by itself: a comparison that holds for a while.
///
/// ```swift
/// let rested = Until(.heartRate, .below, Target.Part(.percentOfMaximumHeartRate, 65_000))
/// ```
public struct Until: Hashable, Sendable {
  /// How the value is compared.
  public enum Comparison: Character, CaseIterable, Sendable {
    /// Less than the value.
    case below = "<"
    /// More than the value.
    case above = ">"
  }

  /// The time for which it has to hold, where a file doesn't give another.
  public static let standardHold = Duration.seconds(5)

  /// What is measured.
  public let signal: Signal
  /// On which side of the level the value has to be.
  public let comparison: Comparison
  /// A value in the unit of the signal, or a share of the person's own number.
  public let level: Target.Part
  /// The time for which it has to hold without interruption.
  public let hold: Duration

  /// A comparison of a signal with a level.
  public init(_ signal: Signal, _ comparison: Comparison, _ level: Target.Part, hold: Duration = standardHold) {
    (self.signal, self.comparison, self.level, self.hold) = (signal, comparison, level, hold)
  }

  /// The value of the level for a person; `nil` if the number that it needs isn't known.
  package func threshold(of body: BodyProfile) -> Int? { body.values(of: level)?.first }

  /// Whether it holds for a value; it doesn't for one that is unknown.
  package func isSatisfied(for value: Int?, of body: BodyProfile) -> Bool {
    guard let value, let threshold = threshold(of: body) else { return false }
    return comparison == .below ? value < threshold : value > threshold
  }
}

extension Until {
  /// The comparison as written in a file: `< 120`, `< 65% HR`.
  package var comparisonText: String {
    "\(comparison.rawValue) \(isShare ? level.description : Target.Part.decimal(level.from))"
  }

  /// Whether the level is a share of the person's own number.
  package var isShare: Bool { level.measure != signal.unit }

  /// Parses a comparison of a signal with a whole number or with a share; `nil` if it isn't one.
  package init?(_ signal: Signal, _ text: String, hold: Duration) {
    guard let comparison = text.first.flatMap(Comparison.init) else { return nil }
    let level = text.dropFirst().drop { $0 == " " }
    if !level.isEmpty, level.count <= 6, level.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(level) {
      self.init(signal, comparison, Target.Part(signal.unit, number * 1000), hold: hold)
      return
    }
    // A range is none, even from a share to itself.
    guard !level.contains("-"), let parts = Target(String(level)).parts, let part = parts.first, parts.count == 1,
      part.measure.isShare, part.measure.signal == signal
    else { return nil }
    self.init(signal, comparison, part, hold: hold)
  }
}

extension Signal {
  package var unit: Target.Measure {
    switch self {
    case .heartRate: .beatsPerMinute
    case .power: .watts
    case .cadence: .revolutionsPerMinute
    }
  }
}

extension Target.Measure {
  /// Whether it is in per cent of a number of the person.
  fileprivate var isShare: Bool { notation.sign == "%" }
}
