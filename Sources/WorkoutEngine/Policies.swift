/// What a session does where people differ.
public struct Policies: Equatable, Sendable, Codable {
  /// What a toggle does during a fade.
  public var input: InputPolicy
  /// What time asleep means.
  public var whenSuspended: SuspendPolicy

  /// The defaults are those of the command.
  public init(input: InputPolicy = .reverse, whenSuspended: SuspendPolicy = .pauseIfOver(.seconds(2))) {
    self.input = input
    self.whenSuspended = whenSuspended
  }
}

/// What pause, resume and toggle do while a fade is on its way.
public enum InputPolicy: String, Equatable, Sendable, Codable {
  /// They turn the fade round, from the gain that it has.
  case reverse
  /// They are refused until the fade is over; `stop` never is.
  case gate
}

/// What a session does with the time during which the machine slept.
public enum SuspendPolicy: Equatable, Sendable, Codable {
  /// It counts; what was missed is collapsed.
  case goOn
  /// It doesn't count: the workout goes on from where it was.
  case freeze
  /// A gap up to this counts; a longer one leaves the workout paused at the instant of suspend.
  case pauseIfOver(Duration)
}
