/// What the words of a cue mention and their place in the workout doesn't have.
public enum TextGap: Error, Hashable, Sendable {
  /// `{next}` in the last phase.
  case noNextPhase
  /// `{set}` outside all groups.
  case noSet
  /// `{sets}` in a group that only the clock or the user ends.
  case unknownNumberOfSets
  /// `{remaining}` where only the user ends the phase, or nobody is to know its end.
  case unknownEnd
  /// `{reps}` in a phase without repetitions.
  case noRepetitions
  /// `{target}` in a phase without one.
  case noTarget
  /// `{next target}` before a phase without one.
  case noNextTarget
  /// `{side}` in a phase without sides.
  case noSides
  /// `{next set}` in the last set.
  case noNextSet
  /// `{heartRate}` while nobody measures it.
  case noHeartRate
  /// `{set@NAME}` outside the group of that name.
  case notInGroup(String)
}

extension TextGap: CustomStringConvertible {
  /// The gap in English.
  public var description: String {
    switch self {
    case .noNextPhase: "no phase follows"
    case .noSet: "there is no set here"
    case .unknownNumberOfSets: "the number of sets is unknown"
    case .unknownEnd: "its end is unknown"
    case .noRepetitions: "the phase has no reps"
    case .noTarget: "the phase has no target"
    case .noNextTarget: "the next phase has no target"
    case .noNextSet: "no set follows here"
    case .noSides: "the phase has no sides"
    case .noHeartRate: "the heart rate is unknown"
    case .notInGroup(let name): "it isn't in the group \"\(name)\""
    }
  }
}
