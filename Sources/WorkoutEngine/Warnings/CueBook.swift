import WorkoutModel

/// The rules of a workout by what they are for, and the sheets of its phases.
///
/// The order of rules is the style's, the workout's, those of the groups from the outside in, the phase's own. It is
/// made once and shared by all copies of a session.
final class CueBook: Sendable {
  /// A rule and what is known of it once and for all.
  final class Entry: Sendable {
    let index: Int
    let rule: CueRule
    let cueClass: CueClass
    let kind: CueKind
    /// Whether its words depend on where the workout is.
    let isTemplate: Bool

    init(_ rule: CueRule, index: Int, ofStyle: Bool) {
      self.index = index
      self.rule = rule
      cueClass = rule.effectiveClass
      kind = ofStyle ? Self.kind(of: rule, cueClass) : .custom
      isTemplate = rule.say.map { !$0.placeholders.isEmpty } ?? false
    }

    var isMeasuredFromEnd: Bool {
      switch rule.at {
      case .end, .half, .random: true
      case .start, .every: false
      }
    }

    private static func kind(of rule: CueRule, _ cueClass: CueClass) -> CueKind {
      if cueClass == .completion { return .completion }
      if rule.count != nil { return .countdown }
      return switch (rule.on, rule.at) {
      case (.phase, .start): .phaseStart
      case (.set, .start): .setStart
      case (.set, .end): .setCompletion
      case (.phase, .end): .transition
      case (_, .half): .halfway
      case (_, .every), (_, .random): .interval
      case (.workout, _): .custom
      }
    }
  }

  /// What is said without the author's doing.
  let phrases: BuiltInPhrases
  /// The rules for the workout as a whole.
  let workout: [Entry]
  /// The rules for the sets of a group by its number in the timeline; none for a phase.
  let sets: [[Entry]]
  /// By the number of the phase in the timeline; `nil` for a group.
  private let sheets: [PhaseSheet?]
  private let measuredFromEnd: Set<Int>

  init(_ timeline: Timeline) {
    let workout = timeline.workout
    phrases = workout.phrases
    var all = workout.styleRules.enumerated().map { Entry($1, index: $0, ofStyle: true) }
    all += workout.cues.enumerated().map { Entry($1, index: all.count + $0, ofStyle: false) }
    let outline = timeline.outline
    let forSets = all.filter { $0.rule.on == .set }
    // The workout itself is the first node, but no set of a rule's.
    var sets: [[Entry]] = [[]]
    var inherited: [[Entry]] = [all.filter { $0.rule.on == .phase }]
    var everyEntry = all
    for node in outline {
      let own = node.cues.enumerated().map { Entry($1, index: everyEntry.count + $0, ofStyle: false) }
      everyEntry += own
      let outer = inherited[node.parent]
      inherited.append(own.isEmpty ? outer : outer + own.filter { $0.rule.on == .phase })
      sets.append(!node.isGroup ? [] : own.isEmpty ? forSets : forSets + own.filter { $0.rule.on == .set })
    }
    var sheets = [PhaseSheet?](repeating: nil, count: sets.count)
    for placed in timeline.phases {
      sheets[placed.node] = PhaseSheet(
        placed, of: timeline, bed: workout.ambient, rules: inherited[placed.node], phrases: phrases)
    }
    self.workout = all.filter { $0.rule.on == .workout }
    self.sets = sets
    self.sheets = sheets
    measuredFromEnd = Set(everyEntry.filter(\.isMeasuredFromEnd).map(\.index))
  }

  /// The sheet of a phase by its number in the timeline.
  func sheet(of node: Int) -> PhaseSheet {
    guard let sheet = sheets[node] else { preconditionFailure("node \(node) is no phase") }
    return sheet
  }

  /// Whether the moments of a rule depend on where its phase or set ends.
  func isMeasuredFromEnd(rule index: Int) -> Bool { measuredFromEnd.contains(index) }
}
