import WorkoutEngine
import WorkoutModel

struct DependsOnActionsAlone: Invariant {
  let number = "I10"
  let law = "Events, states and lasting sounds depend on the actions' instants alone, not on wake-ups or clocks."

  func violations(in record: TraceRecord) -> [Violation] {
    var found = record.dependencies.map { violation($0.text, at: $0.step) }
    if record.dependsOnWallClock {
      found.append(violation("without the steps of the wall clock its events differ", at: 0))
    }
    let plain = record.told
    if let state = record.trace.finalState, plain != state {
      let fields = state.changes(since: plain).map(\.name).joined(separator: ", ")
      found.append(
        violation(
          "the state that the log tells differs: "
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
}
