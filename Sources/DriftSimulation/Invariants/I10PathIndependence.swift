import WorkoutEngine
import WorkoutModel

/// The best single law: how the host slices time makes no difference to where the session stands.
struct PathIndependence: Invariant {
  let number = "I10"
  let name = "path independence"
  let law = "The state after many wake-ups is the state after the last of them alone."

  func violations(in evidence: Evidence) -> [Violation] {
    var found: [Violation] = []
    for index in evidence.truths.indices {
      let (playback, mode) = (evidence.trace.steps[index].playback, evidence.truths[index].mode)
      if !Self.agree(playback, mode) {
        found.append(violation("it is \(playback.name), truth is \(mode)", at: index))
      }
    }
    if let plain = evidence.unticked, let state = evidence.trace.finalState, plain != state {
      let fields = state.changes(since: plain).map(\.name).joined(separator: ", ")
      found.append(
        violation(
          "never woken in between, it would stand elsewhere: "
            + (fields.isEmpty ? Self.memories(of: state, and: plain) : fields),
          at: evidence.trace.steps.count - 1))
    }
    return found
  }

  /// In what two states that show nothing else differ: what they remember.
  private static func memories(of state: EngineState, and other: EngineState) -> String {
    let (mine, others) = (state.ledger.entries, other.ledger.entries)
    guard mine != others else { return "in what can be undone" }
    let same = zip(mine, others).prefix { $0 == $1 }.count
    return "it remembers \(text(of: mine.dropFirst(same).first)) in the place of "
      + text(of: others.dropFirst(same).first)
  }

  private static func text(of entry: WarningLedger.Entry?) -> String {
    entry.map { "\($0.key)\($0.isRefused ? " (refused)" : "") due \($0.due)" } ?? "nothing"
  }

  private static func agree(_ playback: PlaybackState, _ mode: Truth.Mode) -> Bool {
    switch (playback, mode) {
    case (.idle, .idle), (.preparingToPlay, .idle), (.fadingIn, .running), (.playing, .running): true
    case (.fadingOut(_, .completed), .closing): true
    case (.fadingOut(_, .paused), .standing), (.paused, .standing): true
    case (.fadingOut(_, .stopped), .over), (.completed, .over), (.stopped, .over): true
    default: false
    }
  }
}
