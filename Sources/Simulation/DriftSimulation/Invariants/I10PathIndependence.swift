import WorkoutEngine
import WorkoutModel

struct PathIndependence: Invariant {
  let number = "I10"
  let law = "The state after many wake-ups equals the state after the last of them alone."

  func violations(in record: RunRecord) -> [Violation] {
    var found: [Violation] = []
    for index in record.states.indices {
      let (playback, mode) = (record.trace.steps[index].playback, record.states[index].mode)
      if !Self.agree(playback, mode) {
        found.append(violation("it is \(playback.name), expected \(mode)", at: index))
      }
    }
    if let plain = record.unticked, let state = record.trace.finalState, plain != state {
      let fields = state.changes(since: plain).map(\.name).joined(separator: ", ")
      found.append(
        violation(
          "without wake-ups in between the state differs: "
            + (fields.isEmpty ? Self.memories(of: state, and: plain) : fields),
          at: record.trace.steps.count - 1))
    }
    return found
  }

  /// The difference in memory between two states with the same observable fields.
  private static func memories(of state: EngineState, and other: EngineState) -> String {
    let (mine, others) = (state.facts.entries, other.facts.entries)
    guard mine != others else { return differences(state, other).joined(separator: ", ") }
    let same = zip(mine, others).prefix { $0 == $1 }.count
    return "it remembers \(text(of: mine.dropFirst(same).first)) in the place of "
      + text(of: others.dropFirst(same).first)
  }

  /// The names of the stored fields that differ, such as `coaching` or `place.history`.
  private static func differences(_ state: EngineState, _ other: EngineState) -> [String] {
    func names(_ one: Any, _ two: Any) -> [String] {
      zip(Mirror(reflecting: one).children, Mirror(reflecting: two).children).flatMap { mine, others in
        guard let field = mine.value as? any Equatable, !isSame(field, others.value) else { return [String]() }
        let name = mine.label ?? ""
        return name == "place" ? names(mine.value, others.value).map { "place.\($0)" } : [name]
      }
    }
    return names(state, other)
  }

  private static func isSame<Value: Equatable>(_ one: Value, _ other: Any) -> Bool { one == other as? Value }

  private static func text(of entry: Fact?) -> String {
    entry.map { "\($0.key)\($0.isRefused ? " (refused)" : "") due \($0.due)" } ?? "nothing"
  }

  private static func agree(_ playback: PlaybackState, _ mode: ReferenceModel.Mode) -> Bool {
    switch (playback, mode) {
    case (.idle, .idle), (.preparingToPlay, .idle), (.fadingIn, .running), (.playing, .running): true
    case (.fadingOut(_, .completed), .closing): true
    case (.fadingOut(_, .paused), .paused), (.paused, .paused): true
    case (.fadingOut(_, .stopped), .over), (.completed, .over), (.stopped, .over): true
    default: false
    }
  }
}
