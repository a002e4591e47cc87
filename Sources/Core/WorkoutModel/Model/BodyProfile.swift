/// The person's numbers, by which measurements are judged.
///
/// ```swift
/// let policies = Policies(body: BodyProfile(maxHeartRate: 185, ftp: 240), expectsSensors: true)
/// ```
public struct BodyProfile: Equatable, Sendable {
  /// The highest heart rate, in beats per minute.
  public var maxHeartRate: Int?
  /// The heart rate at the threshold, in beats per minute.
  public var thresholdHeartRate: Int?
  /// The functional threshold power, in watts.
  public var ftp: Int?

  /// The numbers of a person; `nil` for one that isn't known.
  public init(maxHeartRate: Int? = nil, thresholdHeartRate: Int? = nil, ftp: Int? = nil) {
    (self.maxHeartRate, self.thresholdHeartRate, self.ftp) = (maxHeartRate, thresholdHeartRate, ftp)
  }

  /// The nearest number that a person can have at all.
  static func possible(_ number: Int) -> Int { min(max(number, 0), 100_000) }

  /// Where zones 1 to 5 begin, in per cent of the maximum.
  package static let zones = [50, 60, 70, 80, 90]

  /// The zone of a heart rate, 1 to 5; `nil` below zone 1, without a maximum, and for other signals.
  package func zone(of value: Int, _ signal: Signal) -> Int? {
    guard signal == .heartRate, let maxHeartRate else { return nil }
    let maximum = Self.possible(maxHeartRate)
    let zone = Self.zones.count { value * 100 >= $0 * maximum }
    return zone > 0 ? zone : nil
  }
}
