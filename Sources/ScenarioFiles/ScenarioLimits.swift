import WorkoutModel

/// The limits of a scenario file, each with its name.
public enum ScenarioLimits {
  /// How many lines a script may have.
  public static let lines = 10_000
  /// The longest path of a workout, in characters.
  public static let pathLength = 1000
  /// The longest reason, in characters; it may hold several links.
  public static let whyLength = 1000
  /// The latest time, and the largest step of a clock.
  public static let time = Duration.seconds(30 * 86_400)
  /// How long all faults of a script may last together, and how far its steps may set a clock: about ten years.
  public static let total = Duration.seconds(3650 * 86_400)
  /// How long a host may have been up: about 30 years.
  public static let uptime = Duration.seconds(1_000_000_000)
  /// How long a fault may last that has a length.
  public static let length = Duration.milliseconds(1)...time
  /// How often a host is woken.
  public static let period = Duration.milliseconds(1)...Duration.seconds(86_400)
  /// How late or early a wake-up may usually be.
  public static let scale = Duration.microseconds(1)...Duration.seconds(86_400)
  /// How many times as long phrases may take to make.
  public static let factor = 0.001...1_000_000.0
  /// How fast or slow a clock may run, in millionths.
  public static let skew = -100_000...100_000
  /// How often an outcome may be expected.
  public static let times = 1_000_000
}
