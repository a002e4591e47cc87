public import WorkoutModel

/// A measurement, or the change of a signal's value because measurements have aged.
public struct MeasurementReport: Equatable, Sendable {
  /// The number of measurements of a signal that are accepted within a second.
  static let mostPerSecond = 10

  /// What is measured.
  public let signal: Signal
  /// The measurement; `nil` if only time has passed.
  public let measurement: Int?
  /// The value of the signal since then; `nil` if it is unknown.
  public let value: Int?
  /// The heart rate zone of the value, 1 to 5.
  public let zone: Int?
  /// The instant since which it has been the value, in session time.
  public let since: Duration
  /// Whether it is for event logs: at most once a second for each signal.
  package let isForLogs: Bool

  /// Creates a report.
  public init(
    _ signal: Signal, measurement: Int? = nil, value: Int?, zone: Int? = nil, since: Duration, isForLogs: Bool = false
  ) {
    (self.signal, self.measurement, self.value, self.zone) = (signal, measurement, value, zone)
    (self.since, self.isForLogs) = (since, isForLogs)
  }
}
