/// A measurement of a recorded session, which another run of the workout can replay.
public struct RecordedMeasurement: Equatable, Sendable {
  /// The instant, in session time, which includes pauses.
  public var at: Duration
  /// What was measured.
  public var signal: Signal
  /// The value, in the unit of the signal.
  public var value: Int
  /// How often the user had said at that instant that a phase is done.
  package var donesBefore = 0

  /// A measurement at an instant.
  public init(at: Duration, _ signal: Signal, _ value: Int) { (self.at, self.signal, self.value) = (at, signal, value) }
}
