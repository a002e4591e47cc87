import WorkoutModel

/// The limits of a scenario file.
package enum ScenarioLimits {
  /// The maximum number of lines in a script.
  package static let lines = 100_000
  /// The maximum length of a workout's path, in characters.
  package static let pathLength = 1000
  /// The maximum length of a reason, in characters; it may contain several links.
  package static let whyLength = 1000
  /// The latest time, and the largest step of a clock.
  package static let time = Duration.seconds(30 * 86_400)
  /// The range of steps of a clock and of changes to the length of a phase.
  package static let step = (.zero - time)...time
  /// The maximum total of the lengths of a script's faults and of its clock steps: about ten years.
  package static let total = Duration.seconds(3650 * 86_400)
  /// The maximum uptime of a host: about 30 years.
  package static let uptime = Duration.seconds(1_000_000_000)
  /// The range of moments of a plan.
  package static let position = Duration.zero...time
  /// The range of the lengths of faults.
  package static let length = Duration.milliseconds(1)...time
  /// The range of the interval at which a host is woken.
  package static let period = Duration.milliseconds(1)...Duration.seconds(86_400)
  /// The range of the time by which a host takes effects ahead.
  package static let ahead = Duration.milliseconds(1)...Duration.seconds(10)
  /// The range of the typical lateness or earliness of a wake-up.
  package static let scale = Duration.microseconds(1)...Duration.seconds(86_400)
  /// The range of the factor by which phrases take longer.
  package static let factor = 0.001...1_000_000.0
  /// The range of the skew of a clock, in millionths.
  package static let skew = -100_000...100_000
  /// The range of what a script says that a sensor measures; some of it is refused.
  package static let measurement = -100...10_000
  /// The range of the amounts that a noise adds.
  package static let amount = 1...1000
  /// The range of the differences between two sensors.
  package static let difference = -3000...3000
  /// The range of the time constant of a body.
  package static let tau = Duration.zero...Duration.seconds(3600)
  /// The maximum number of points of a signal.
  package static let points = 10_000
  /// The maximum count of an expected outcome.
  package static let times = 1_000_000
}
