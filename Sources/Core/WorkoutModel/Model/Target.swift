/// The target of a phase: power, heart rate, pace or cadence, in the author's words.
///
/// It is displayed, spoken where a text has `{target}`, and exchanged with other programs. Where it is coached,
/// measured signals are compared with it.
///
/// ```swift
/// let target = Target("ramp 50-75% 90rpm")
/// ```
public struct Target: Equatable, Hashable, Sendable, CustomStringConvertible {
  /// The text as written in the file; 1 to `Limits.targetLength` characters.
  public let description: String

  /// A target from any text.
  public init(_ text: String) { description = text }

  /// A target from parts, in the notation that `parts` parses.
  public init(_ parts: [Part]) { description = parts.map { $0.description }.joined(separator: " ") }

  /// The quantities in order; `nil` if a word isn't a known quantity.
  ///
  /// Parts are separated by spaces: `95%`, `88-94%`, `ramp 50-75%`, `220w`, `Z4`, `80% HR`, `95% LTHR`, `145bpm`,
  /// `Z2 HR`, `5:30/km pace`, `90% pace`, `90rpm`.
  package var parts: [Part]? { TargetParser.parts(of: description) }

  /// The first part that is a ramp.
  package var ramp: Part? { parts?.first(where: { $0.isRamp }) }
}

extension Target {
  /// One quantity of a target.
  public struct Part: Equatable, Hashable, Sendable {
    /// The quantity and unit.
    public let measure: Measure
    /// The value, or the first one of a range or ramp, in thousandths of the unit.
    public let from: Int
    /// The last value of a range or ramp; otherwise equal to `from`.
    public let to: Int
    /// Whether the value changes linearly from the phase's start to its end.
    public let isRamp: Bool

    /// A value if `to` is `nil`, otherwise a range, in thousandths of the unit.
    public init(_ measure: Measure, _ from: Int, to: Int? = nil, isRamp: Bool = false) {
      self.measure = measure
      self.from = from
      self.to = to ?? from
      self.isRamp = isRamp
    }

    /// The middle of the range, in thousandths of the unit.
    package var middle: Int { from + (to - from) / 2 }
  }

  /// A quantity and its unit. A pace is in seconds per distance.
  public enum Measure: Hashable, Sendable, CaseIterable {
    /// Power in per cent of the threshold.
    case percentOfFTP
    /// Power.
    case watts
    /// A zone of power.
    case powerZone
    /// Heart rate in per cent of the highest.
    case percentOfMaximumHeartRate
    /// Heart rate in per cent of the threshold.
    case percentOfThresholdHeartRate
    /// Heart rate.
    case beatsPerMinute
    /// A zone of heart rate.
    case heartRateZone
    /// Pace in per cent of the threshold.
    case percentOfThresholdPace
    /// Pace of runners.
    case secondsPerKilometre
    /// Pace of runners.
    case secondsPerMile
    /// Pace of swimmers.
    case secondsPer100Metres
    /// Pace of rowers.
    case secondsPer500Metres
    /// A zone of pace.
    case paceZone
    /// Cadence.
    case revolutionsPerMinute
  }
}

extension Target.Measure {
  /// The sign after a number, or the letter before one, and the word that may follow.
  var notation: (sign: String, word: String?) {
    switch self {
    case .percentOfFTP: ("%", nil)
    case .watts: ("w", nil)
    case .powerZone: ("Z", nil)
    case .percentOfMaximumHeartRate: ("%", "HR")
    case .percentOfThresholdHeartRate: ("%", "LTHR")
    case .beatsPerMinute: ("bpm", nil)
    case .heartRateZone: ("Z", "HR")
    case .percentOfThresholdPace: ("%", "pace")
    case .secondsPerKilometre: ("/km", "pace")
    case .secondsPerMile: ("/mi", "pace")
    case .secondsPer100Metres: ("/100m", "pace")
    case .secondsPer500Metres: ("/500m", "pace")
    case .paceZone: ("Z", "pace")
    case .revolutionsPerMinute: ("rpm", nil)
    }
  }

  /// Whether it is in seconds per distance, written as `5:30`.
  package var isPace: Bool {
    switch self {
    case .secondsPerKilometre, .secondsPerMile, .secondsPer100Metres, .secondsPer500Metres: true
    default: false
    }
  }

  /// Whether it is a zone number.
  package var isZone: Bool { notation.sign == "Z" }
}

extension Target.Part: CustomStringConvertible {
  /// The part as written in a file.
  public var description: String {
    let (sign, word) = measure.notation
    let values = from == to ? [from] : [from, to]
    let quantity =
      measure.isZone
      ? values.map { sign + number($0) }.joined(separator: "-")
      : values.map(number).joined(separator: "-") + sign
    return (isRamp ? "ramp " : "") + quantity + (word.map { " " + $0 } ?? "")
  }

  private func number(_ thousandths: Int) -> String {
    guard measure.isPace else { return Self.decimal(thousandths) }
    let (minutes, rest) = thousandths.quotientAndRemainder(dividingBy: 60_000)
    return "\(minutes):" + (rest < 10_000 ? "0" : "") + Self.decimal(rest)
  }

  /// A number in thousandths without trailing zeros.
  static func decimal(_ thousandths: Int) -> String { DecimalText.shortest(thousandths, per: 1000) }
}
