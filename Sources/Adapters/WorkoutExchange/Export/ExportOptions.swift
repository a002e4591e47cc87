public import WorkoutModel

/// What the user says about a file that is to be written.
public struct ExportOptions: Sendable {
  /// How long a step is that stands for an open phase without a cap, where a format knows no other.
  public var openLength: Duration
  /// Power for phases without a target, in thousandths of a per cent of the threshold, by intensity.
  public var power: [Intensity: Int]
  /// The functional threshold power in watts, for formats that have watts.
  public var ftp: Int?
  /// When an event of a calendar begins.
  public var start: LocalTime?
  /// How often the event comes again; `nil` for once.
  public var repetition: EventRepetition?

  /// Creates options. By default an open phase takes a minute, and phases without a target have no power.
  public init(
    openLength: Duration = .seconds(60), power: [Intensity: Int] = [:], ftp: Int? = nil, start: LocalTime? = nil,
    repetition: EventRepetition? = nil
  ) {
    self.openLength = openLength
    self.power = power
    self.ftp = ftp
    self.start = start
    self.repetition = repetition
  }
}
