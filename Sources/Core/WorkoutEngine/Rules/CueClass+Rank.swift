import WorkoutModel

extension CueClass {
  /// The rank of the class that gives way to all others.
  static let lowestRank = 4

  /// The priority of speech: of two classes, the one with the lower rank speaks.
  var rank: Int {
    switch self {
    case .countdown: 0
    case .completion: 1
    case .warning: 2
    case .start: 3
    case .info, .transition, .bell: Self.lowestRank
    }
  }

  /// The maximum delay of a cue of this class; `nil` if it depends on the phase or is unlimited.
  var grace: Duration? {
    switch self {
    // Until then a number is true to the nearest second.
    case .countdown, .transition: .milliseconds(500)
    case .warning, .info, .bell: .seconds(1)
    case .start, .completion: nil
    }
  }
}
