public import WorkoutModel

/// The user's options for an export.
///
/// ```swift
/// let options = ExportOptions(openLength: .seconds(90), ftp: 240)
/// ```
public struct ExportOptions: Sendable {
  /// The length of an open phase without a cap, for formats without open steps.
  public var openLength: Duration
  /// Power for phases without a target, in thousandths of a per cent of the threshold power, by intensity.
  public var power: [Intensity: Int]
  /// The functional threshold power in watts, for formats that have watts.
  public var ftp: Int?
  /// When the calendar event begins.
  public var start: LocalTime?
  /// How the event recurs; `nil` for a single event.
  public var repetition: EventRepetition?
  /// The text of the file that the export replaces; an event in it that has changed gets the next sequence number.
  public var replaced: String?

  /// Creates options. By default an open phase lasts a minute, and phases without a target have no power.
  public init(
    openLength: Duration = .seconds(60), power: [Intensity: Int] = [:], ftp: Int? = nil, start: LocalTime? = nil,
    repetition: EventRepetition? = nil, replaced: String? = nil
  ) {
    self.openLength = openLength
    self.power = power
    self.ftp = ftp
    self.start = start
    self.repetition = repetition
    self.replaced = replaced
  }
}

extension ExportOptions {
  /// The nearest options that make sense: those in code may have any numbers.
  var withinLimits: ExportOptions {
    var options = self
    options.openLength = min(max(openLength, Limits.phaseLength.lowerBound), Limits.phaseLength.upperBound)
    options.power = power.mapValues { ExchangeNumber.nearest(to: $0, in: ExchangeNumber.power) }
    options.ftp = ftp.map { ExchangeNumber.nearest(to: $0, in: ExchangeNumber.ftp) }
    return options
  }
}
