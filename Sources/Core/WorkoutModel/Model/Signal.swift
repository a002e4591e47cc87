/// What a sensor measures.
public enum Signal: String, CaseIterable, Equatable, Hashable, Sendable {
  /// Beats per minute.
  case heartRate
  /// Watts.
  case power
  /// Revolutions per minute.
  case cadence

  /// What sensors send that measure nothing, such as a strap without contact to the skin; `nil` if that is a value.
  package var noContact: Int? { self == .heartRate ? 0 : nil }

  /// The values that a measurement can have.
  public var range: ClosedRange<Int> {
    switch self {
    case .heartRate: 20...250
    case .power: 0...3_000
    case .cadence: 0...300
    }
  }
}
