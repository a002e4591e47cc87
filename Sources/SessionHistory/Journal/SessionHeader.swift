public import WorkoutModel

/// What a session is before anything has happened in it.
public struct SessionHeader: Sendable {
  /// What is done.
  public let timeline: Timeline
  /// The absolute path of the workout file; `nil` for stdin.
  public let file: String?
  /// How many times as fast as real time it runs; what isn't 1 is a rehearsal.
  public let speed: Int
  /// The workout in its canonical form, by which a change is found and shown.
  public let text: @Sendable () -> String

  /// A session of `timeline`.
  public init(_ timeline: Timeline, file: String?, speed: Int, text: @escaping @Sendable () -> String) {
    self.timeline = timeline
    self.file = file
    self.speed = speed
    self.text = text
  }
}
