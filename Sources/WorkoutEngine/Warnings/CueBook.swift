import WorkoutModel

/// The rules of a workout by what they are for.
///
/// The order of rules is the style's, the workout's, those of the groups from the outside in, the phase's own.
struct CueBook: Equatable, Sendable {
  /// A rule and what is known of it once and for all.
  struct Entry: Equatable, Sendable {
    let index: Int
    let rule: CueRule
    let cueClass: CueClass
    let kind: CueKind

    init(_ rule: CueRule, index: Int, ofStyle: Bool) {
      self.index = index
      self.rule = rule
      self.cueClass = rule.effectiveClass
      self.kind = ofStyle ? Self.kind(of: rule, cueClass) : .custom
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

  private(set) var workout: [Entry] = []
  /// By the number of the phase in the timeline.
  private(set) var phases: [Int: [Entry]] = [:]
  /// By the number of the group in the timeline.
  private(set) var sets: [Int: [Entry]] = [:]

  private let measuredFromEnd: Set<Int>

  init(_ timeline: Timeline) {
    let workout = timeline.workout
    var all = workout.style.rules.enumerated().map { Entry($1, index: $0, ofStyle: true) }
    all += workout.cues.enumerated().map { Entry($1, index: all.count + $0, ofStyle: false) }
    self.workout = all.filter { $0.rule.on == .workout }
    var next = all.count
    let sets = all.filter { $0.rule.on == .set }
    var inherited: [Int: [Entry]] = [0: all.filter { $0.rule.on == .phase }]
    for node in timeline.outline {
      let outer = inherited[node.parent] ?? []
      let own = node.cues.enumerated().map { Entry($1, index: next + $0, ofStyle: false) }
      next += own.count
      if node.isGroup {
        inherited[node.node] = outer + own.filter { $0.rule.on == .phase }
        self.sets[node.node] = sets + own.filter { $0.rule.on == .set }
      } else {
        phases[node.node] = outer + own.filter { $0.rule.on == .phase }
      }
    }
    let everyEntry = self.workout + phases.values.joined() + self.sets.values.joined()
    measuredFromEnd = Set(everyEntry.filter(\.isMeasuredFromEnd).map(\.index))
  }
}

extension CueBook {
  /// Whether the moments of a rule depend on where its phase or set ends.
  func isMeasuredFromEnd(rule index: Int) -> Bool { measuredFromEnd.contains(index) }
}
