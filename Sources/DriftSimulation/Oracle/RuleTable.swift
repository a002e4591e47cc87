import WorkoutEngine
import WorkoutModel

/// The cue rules of a workout by their numbers, and the moments they name, by arithmetic.
///
/// Rules are numbered in this order: the style's, the workout's, those of the groups and phases in the order of the
/// file.
struct RuleTable {
  private let rules: [CueRule]
  /// The numbers of the nodes that are groups.
  private let groups: Set<Int>

  init(_ timeline: Timeline) {
    let workout = timeline.workout
    rules = workout.style.rules + workout.cues + timeline.outline.flatMap(\.cues)
    groups = Set(timeline.outline.filter(\.isGroup).map(\.node))
  }

  func rule(_ key: CueKey) -> CueRule? { rules.indices.contains(key.rule) ? rules[key.rule] : nil }

  /// What a cue belongs to.
  func anchor(of key: CueKey) -> Anchor {
    if key.node == 0 { return .workout }
    return groups.contains(key.node) ? .set : .phase
  }

  /// The moment that a rule names within a span; `nil` where chance or the user decides it.
  static func mark(of rule: CueRule, number: Int, in span: PlanSpan) -> Duration? {
    // Of a countdown from n, the number n lies at the moment itself.
    let later = rule.count.map { Duration.seconds($0 - number) } ?? .zero
    switch rule.at {
    case .start(let offset): return span.start + offset + later
    case .end(let offset): return span.end.map { $0 + offset + later }
    case .half(let offset):
      return span.length.map { span.start + .nanoseconds($0.inNanoseconds / 2) + offset + later }
    case .every(let interval): return span.start + interval * number
    case .random: return nil
    }
  }

  /// What a rule says in a set, where its words name nothing but the set; `nil` where they name more.
  static func words(of rule: CueRule, set: Int?) -> String? {
    guard let pieces = rule.say?.pieces else { return nil }
    var text = ""
    for piece in pieces {
      switch piece {
      case .words(let words): text += words
      case .placeholder(.set):
        guard let set else { return nil }
        text += String(set)
      case .placeholder: return nil
      }
    }
    return text
  }
}
