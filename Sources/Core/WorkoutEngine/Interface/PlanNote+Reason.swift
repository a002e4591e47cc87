public import WorkoutModel

extension PlanNote {
  /// Why a cue isn't heard as its rule says. It prints as a clause: "the phase has no target".
  public enum Reason: Hashable, Sendable {
    // Its words are moved or left out for others.

    /// They wait for the words of another cue, by this length.
    case waits(Duration, for: CueKind)
    /// The words of another cue take their time.
    case silenced(by: CueKind)

    // It is left out of the plan.

    /// Its moment is outside its phase, set or workout.
    case outside(Anchor)
    /// It would have to begin before its phase, set or workout does.
    case tooEarly(Anchor)
    /// So many random moments don't fit.
    case tooManyMoments(Int)
    /// It is measured from an end that nobody is to know.
    case hiddenEnd
    /// Its words have nothing that can be spoken.
    case nothingToSay
    /// Its words would have to end at its moment, and last longer than this.
    case tooLong(Duration)
    /// Its words mention what its place doesn't have.
    case gap(TextGap)
    /// It asks for no count at its moment, and one begins.
    case countBegins
    /// It asks for a count at its moment, and none begins.
    case noCountBegins

    // Its words are cut short.

    /// The user has left the phase to which they belong.
    case phaseLeft
    /// Other words begin.
    case othersBegin
    /// They are late, and other words begin.
    case lateWhenOthersBegin
    /// The session pauses.
    case paused
    /// The session stops.
    case stopped
    /// The session resumes.
    case resumed

    // They are spoken by another voice.

    /// What kept the voice from it: `late`, or that it failed.
    case voice(String)
  }
}

extension PlanNote.Reason: CustomStringConvertible {
  /// The reason in English.
  public var description: String {
    switch self {
    case .waits(let length, let speaker): "by \(length.inNanoseconds / 1_000_000) ms: \(speaker.rawValue) speaks"
    case .silenced(let speaker): "\(speaker.rawValue) speaks then"
    case .outside(let anchor): "its moment is outside the \(anchor.rawValue)"
    case .tooEarly(let anchor): "it would have to begin before the \(anchor.rawValue) does"
    case .tooManyMoments(let count): "\(count) random moments don't fit"
    case .hiddenEnd: "nobody is to know when it ends"
    case .nothingToSay: "there is nothing in it to say"
    case .tooLong(let limit): "its words last longer than \(limit.inNanoseconds / 1_000_000_000) s"
    case .gap(let gap): gap.description
    case .countBegins: "a count begins at its moment"
    case .noCountBegins: "no count begins at its moment"
    case .phaseLeft: "the user has left its phase"
    case .othersBegin: "other words begin"
    case .lateWhenOthersBegin: "they are late, and other words begin"
    case .paused: "paused"
    case .stopped: "stopped"
    case .resumed: "resumed"
    case .voice(let reason): reason
    }
  }
}
